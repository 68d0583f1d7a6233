import { type ActiveCheck, type Judgement, type Plan, send } from "../../core/model/check.ts";
import { type Method, safeMethods } from "../../core/model/operation.ts";
import { type Api, type Callable, factId } from "./api.ts";
import { callOf, answerStatus, type InputTag } from "./asking.ts";
import { shapeWords } from "./findings.ts";
import { recordTargets, statedTarget, unknownTargets } from "./targets.ts";
import { placesIn } from "./templates.ts";

const unlisted = (api: Api, { operation }: Callable): readonly Method[] => {
  const listed = new Set(
    api.document.operations.filter(({ path }) => path === operation.path).map(({ method }) => method),
  );
  const safe: readonly Method[] = ["HEAD", "OPTIONS"];
  // A method that nobody documents may still do something: it goes to no record, and carries noValue.
  const others: readonly Method[] = api.writes ? ["PATCH", "PUT"] : [];
  return [...safe.filter((one) => !listed.has(one)), ...others.filter((one) => !listed.has(one)).slice(0, 1)];
};

function* plan(api: Api, callable: Callable): Plan<void, InputTag> {
  const authorization = api.credentials.authorizationOf(callable.operation);
  if (authorization === undefined) return;
  const isItem = placesIn(callable.operation.path).length > 0;
  const known = recordTargets(api, callable)[0] ?? statedTarget(api, callable);
  const [unknown] = isItem ? unknownTargets(api, callable, known) : [{ path: {} }];
  const isRead = callable.operation.method === "GET";
  for (const method of unlisted(api, callable)) {
    // HEAD is answered as GET is: it says something new only where GET succeeds.
    if (method === "HEAD" && isRead && !api.records.accepted.has(callable.id)) continue;
    const target = safeMethods.has(method) ? (known ?? unknown) : unknown;
    if (target === undefined) continue;
    const words = `${method}, which the path does not list`;
    const { body: _, ...call } = callOf(api, callable, {
      target,
      input: { parameters: new Map() },
      authorization,
      words,
    });
    yield* send<InputTag>({ ...call, method, tag: { what: words } });
  }
}

/** Methods that a path does not list are answered, not failed on. */
export const methodsCheck = (
  api: Api,
  callable: Callable,
  effect: ActiveCheck["effect"],
  position: number,
): ActiveCheck<InputTag> => {
  const { operation } = callable;
  const fact = factId(api, callable, "methods");
  return {
    id: fact,
    facts: [fact],
    title: `${operation.path} answers methods that it does not list`,
    why: "Any client may send any method; a server error is no answer.",
    effect,
    position,
    interfaces: [api.name],
    needs: [],
    plan: () => plan(api, callable),
    *judge(exchanges): Generator<Judgement> {
      for (const exchange of exchanges) {
        const status = answerStatus(exchange);
        // 501 is what HTTP has for a method that a server does not know (RFC 9110, section 15.6.2), and 503 is of the path.
        if (status < 500 || status === 501 || status === 503 || exchange.call?.tag === undefined) continue;
        yield {
          kind: "violation",
          fact,
          rule: "status",
          message: `${exchange.request.method} ${operation.path} is answered with ${status}`,
          exchange,
          expected: "405, or any other answer below 500",
          actual: shapeWords(exchange),
        };
      }
    },
  };
};
