import { interfaceNames } from "../../contract/interface-name.ts";
import { sendAll, type ActiveCheck, type Judgement, type PlanContext } from "../../harness/model/check.ts";
import { isSuccess, type Call, type Exchange } from "../../harness/model/exchange.ts";
import { isObject } from "../support/json.ts";
import { labelled, notApplicable, statusOf, violation } from "../support/judgements.ts";
import { mainBearer, sampleCall, securedOperations } from "../support/sample-calls.ts";

interface Row {
  readonly id: string;
  readonly effect: "read" | "write";
  readonly title: string;
  readonly why: string;
}

const mediaTypes = ["application/json; charset=utf-8", 'Application/JSON;charset="UTF-8"'] as const;

/** What adds a record each time it is asked, or only once, is left out. */
const once: ReadonlySet<string> = new Set(["createUser", "createProject", "createGroup", "addEventContact"]);

const anotherWriting = " in another writing";

const atOnce = " with a charset and in another writing";

/** The same value with its properties in another order and over several lines. */
const inAnotherWriting = (value: unknown): string =>
  JSON.stringify(
    value,
    (_, inner: unknown) => (isObject(inner) ? Object.fromEntries(Object.entries(inner).toReversed()) : inner),
    2,
  );

interface Asked {
  /** In another writing, under another name of the media type. */
  readonly atOnce: Call;
  /** As usual, and with each difference alone: what shows which of them is refused. */
  readonly apart: readonly Call[];
}

const askedOf = (context: PlanContext, effect: Row["effect"]): readonly Asked[] =>
  interfaceNames
    .filter((name) => context.interfaces.includes(name))
    .flatMap((name) =>
      securedOperations(name, effect)
        .filter((operation) => !once.has(operation))
        .flatMap((operation, index): readonly Asked[] => {
          const call = sampleCall(operation, context, mainBearer(name), `${operation} as usual`);
          const body = call?.body;
          if (call === undefined || body?.kind !== "json") return [];
          const named = mediaTypes.map((mediaType) => ({
            ...call,
            body: { ...body, mediaType },
            label: `${operation} as ${mediaType}`,
          }));
          const text = inAnotherWriting(body.value);
          const rewritten = (mediaType: string, label: string): Call => ({
            ...call,
            body: { kind: "text", text, mediaType },
            label: `${operation}${label}`,
          });
          return [
            {
              // One form after the other, so that each is asked of some.
              atOnce: rewritten(mediaTypes[index % mediaTypes.length] ?? mediaTypes[0], atOnce),
              apart: [call, ...named, rewritten("application/json", anotherWriting)],
            },
          ];
        }),
    );

/** Asks every operation that takes JSON for the same under another name of its media type, and in another writing. */
const charsetCheck = ({ effect, ...row }: Row): ActiveCheck => ({
  ...row,
  effect,
  facts: ["GEN-03"],
  severity: "error",
  interfaces: [],
  needs: [],
  turns: 6,
  *plan(context) {
    const asked = context.sample(askedOf(context, effect), 1);
    const answers = yield* sendAll(asked.map((one) => one.atOnce));
    const isRefused = answers.map((answer) => !isSuccess(answer));
    yield* sendAll(asked.flatMap(({ apart }, index) => (isRefused[index] === true ? apart : [])));
  },
  *judge(exchanges): Generator<Judgement> {
    if (exchanges.length === 0) return yield notApplicable("no operation takes JSON");
    const isAtOnce = ({ call }: Exchange): boolean => call?.label.endsWith(atOnce) === true;
    const judged = exchanges.filter((one) => !isAtOnce(one) && !one.call?.label.endsWith(" as usual"));
    const accepted = judged.filter(({ operation = "" }) => {
      const plain = labelled(exchanges, `${operation} as usual`);
      return plain !== undefined && isSuccess(plain);
    });
    const isTaken = exchanges.some((one) => isAtOnce(one) && isSuccess(one));
    if (accepted.length === 0 && !isTaken)
      return yield notApplicable("nothing was accepted as application/json either");
    for (const exchange of accepted) {
      if (isSuccess(exchange) || statusOf(exchange) === 429 || statusOf(exchange) > 500) continue;
      const { operation = "" } = exchange;
      const plain = labelled(exchanges, `${operation} as usual`);
      const isRewritten = exchange.call?.label.endsWith(anotherWriting) === true;
      yield violation({
        rule: "status",
        message: `${operation} refuses ${isRewritten ? "the same JSON in another writing" : "JSON whose media type has a charset"}: ${statusOf(exchange)}`,
        exchange,
        ...(plain === undefined ? {} : { also: [plain] }),
        expected: isRewritten
          ? "the same answer as to the same JSON"
          : "the same answer as to application/json",
        actual: String(statusOf(exchange)),
      });
    }
  },
});

const rows: readonly Row[] = [
  {
    id: "json-with-a-charset-is-taken",
    effect: "read",
    title: "A query is JSON with and without a charset in its media type, and in any writing",
    why: "Most HTTP libraries add the charset by themselves, and each has its own order and white space.",
  },
  {
    id: "json-with-a-charset-is-taken-to-write",
    effect: "write",
    title: "A write is JSON with and without a charset in its media type, and in any writing",
    why: "Most HTTP libraries add the charset by themselves, and each has its own order and white space.",
  },
];

/** The checks that announce JSON otherwise. */
export const charsets = rows.map(charsetCheck);
