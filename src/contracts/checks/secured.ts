import type { ActiveCheck, Judgement, Plan } from "../../core/model/check.ts";
import { type Exchange, isSuccess, jsonOf } from "../../core/model/exchange.ts";
import { type Api, type Callable, factId } from "./api.ts";
import { type Asking, askFor, createOwn, type InputTag, targetFor } from "./asking.ts";
import type { Intruder } from "./credentials.ts";
import { distinctInput } from "./creation-inputs.ts";
import { shapeWords } from "./findings.ts";
import { inputBy } from "./recipes.ts";
import { listedIn } from "./record-ids.ts";
import { placesIn } from "./templates.ts";

const isEmptyList = (exchange: Exchange): boolean =>
  isSuccess(exchange) && listedIn(jsonOf(exchange)).length === 0;

/**
 * Whether a list that is empty for one who made a credential up holds something for the right one: then the server takes
 * any credential for a user of its own.
 */
const isAnotherUser = (exchange: Exchange, right: Exchange<InputTag> | undefined): boolean =>
  right?.call?.tag?.role === "compared" &&
  isSuccess(right) &&
  isEmptyList(exchange) &&
  listedIn(jsonOf(right)).length > 0;

/** Asks for the same with the right credential, where a list is empty for one who made a credential up. */
function* askRightly(
  api: Api,
  callable: Callable,
  asking: Asking,
  answer: Exchange,
): Plan<Exchange<InputTag> | undefined, InputTag> {
  const authorization = api.credentials.authorizationOf(callable.operation);
  if (callable.operation.method !== "GET" || authorization === undefined || !isEmptyList(answer))
    return undefined;
  const { expects: _, ...same } = asking;
  const what = "with the right credential";
  return yield* askFor(api, callable, { ...same, authorization, words: what }, { what, role: "compared" });
}

function* plan(api: Api, callable: Callable): Plan<void, InputTag> {
  const { operation, id } = callable;
  const base = api.records.accepted.get(id);
  if (base === undefined) return;
  const last = placesIn(operation.path).at(-1);
  if (operation.method === "DELETE" && last !== undefined) yield* createOwn(api, last.template);
  const target = yield* targetFor(api, callable);
  if (target === undefined) return;
  const stranger = api.credentials.authorizationOf(operation, "strangers");
  const isOwn = target.record?.origin === "own";
  const all: readonly Intruder[] = [
    ...api.credentials.intruders(operation),
    ...(stranger === undefined || !isOwn || api.credentials.isOpen(operation)
      ? []
      : [{ words: "with a stranger's credential", authorization: stranger }]),
  ];
  for (const { words, authorization, isInvented } of all) {
    if (isInvented === true && api.records.admitsAnybody) continue;
    const made = inputBy(api, callable, base.recipe, api.records.next()) ?? base.input;
    const input = distinctInput(api, callable, made);
    const asking: Asking = { target, input, authorization, words, expects: "refusal" };
    const exchange = yield* askFor(api, callable, asking, { what: words });
    const right = isInvented === true ? yield* askRightly(api, callable, asking, exchange) : undefined;
    if (isAnotherUser(exchange, right)) api.records.admitsAnybody = true;
  }
}

/** Whoever lacks the stated credential is refused. */
export const securityCheck = (
  api: Api,
  callable: Callable,
  effect: ActiveCheck["effect"],
  position: number,
): ActiveCheck<InputTag> => {
  const { operation } = callable;
  const fact = factId(api, callable, "security");
  return {
    id: fact,
    facts: [fact],
    title: `${operation.method} ${operation.path} refuses whoever lacks its credential`,
    why: "The document states who may call it.",
    effect,
    position,
    interfaces: [api.name],
    needs: [],
    plan: () => plan(api, callable),
    *judge(exchanges): Generator<Judgement> {
      const tagged = exchanges.filter(({ call }) => call?.tag !== undefined);
      const asked = tagged.filter(
        (one, index) => one.call?.tag?.role === undefined && !isAnotherUser(one, tagged[index + 1]),
      );
      if (asked.length === 0)
        return yield {
          kind: "not-applicable",
          fact,
          reason: "no accepted request is known that could lack a credential",
        };
      for (const exchange of asked) {
        if (!isSuccess(exchange)) continue;
        yield {
          kind: "violation",
          fact,
          rule: "relation",
          message: `${operation.method} ${operation.path} succeeds ${exchange.call?.tag?.what ?? ""}`,
          exchange,
          expected: "401 or 403",
          actual: shapeWords(exchange),
        };
      }
    },
  };
};
