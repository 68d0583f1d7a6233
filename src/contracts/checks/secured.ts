import type { ActiveCheck, Judgement, Plan } from "../../core/model/check.ts";
import { type AnyCall, type Exchange, isSuccess, jsonOf } from "../../core/model/exchange.ts";
import { type Api, type Callable, factId } from "./api.ts";
import { type Asking, askFor, createOwn, targetFor } from "./asking.ts";
import type { Intruder } from "./credentials.ts";
import { distinctInput } from "./creation-inputs.ts";
import { shapeWords } from "./findings.ts";
import { inputBy } from "./recipes.ts";
import { listedIn } from "./record-ids.ts";
import { placesIn } from "./templates.ts";

/**
 * Whether a list that is empty for one who made a credential up holds something for the right one: then the server takes
 * any credential for a user of its own.
 */
function* isAnotherUser(api: Api, callable: Callable, asking: Asking, answer: Exchange): Plan<boolean> {
  const authorization = api.credentials.authorizationOf(callable.operation);
  if (callable.operation.method !== "GET" || authorization === undefined) return false;
  if (!isSuccess(answer) || listedIn(jsonOf(answer)).length > 0) return false;
  const { expects: _, ...same } = asking;
  const own = yield* askFor(api, callable, { ...same, authorization, words: "with the right credential" });
  return isSuccess(own) && listedIn(jsonOf(own)).length > 0;
}

function* plan(api: Api, callable: Callable, intruders: WeakMap<AnyCall, string>): Plan {
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
    const exchange = yield* askFor(api, callable, asking);
    if (isInvented === true && (yield* isAnotherUser(api, callable, asking, exchange))) {
      api.records.admitsAnybody = true;
      continue;
    }
    if (exchange.call !== undefined) intruders.set(exchange.call, words);
  }
}

/** Whoever lacks the stated credential is refused. */
export const securityCheck = (
  api: Api,
  callable: Callable,
  effect: ActiveCheck["effect"],
  position: number,
): ActiveCheck => {
  const { operation } = callable;
  const fact = factId(api, callable, "security");
  let intruders = new WeakMap<AnyCall, string>();
  return {
    id: fact,
    facts: [fact],
    title: `${operation.method} ${operation.path} refuses whoever lacks its credential`,
    why: "The document states who may call it.",
    effect,
    position,
    interfaces: [api.name],
    needs: [],
    plan: () => {
      intruders = new WeakMap();
      return plan(api, callable, intruders);
    },
    *judge(exchanges): Generator<Judgement> {
      const asked = exchanges.filter(({ call }) => call !== undefined && intruders.has(call));
      if (asked.length === 0)
        return yield {
          kind: "not-applicable",
          fact,
          reason: "no accepted request is known that could lack a credential",
        };
      for (const exchange of asked) {
        const words = exchange.call && intruders.get(exchange.call);
        if (words === undefined || !isSuccess(exchange)) continue;
        yield {
          kind: "violation",
          fact,
          rule: "relation",
          message: `${operation.method} ${operation.path} succeeds ${words}`,
          exchange,
          expected: "401 or 403",
          actual: shapeWords(exchange),
        };
      }
    },
  };
};
