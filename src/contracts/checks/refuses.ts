import type { ActiveCheck, Judgement, Plan, PlanContext } from "../../core/model/check.ts";
import { isSuccess } from "../../core/model/exchange.ts";
import { unreadReason } from "../../core/model/unread-body.ts";
import { type Api, type Callable, factId, validatorKeys } from "./api.ts";
import { askKnowing, type InputTag, targetFor } from "./asking.ts";
import { distinctInput } from "./creation-inputs.ts";
import { shapeWords } from "./findings.ts";
import { fewOfEach } from "./few-of-each.ts";
import { type Input, unwritableType } from "./input.ts";
import { plainId } from "./run-records.ts";
import type { PathTarget } from "./targets.ts";
import { placesIn } from "./templates.ts";
import { wrongVariations } from "./variations.ts";

const shareOfDefects = 0.5;

/** A path whose last parameter is of another type than stated. */
const wrongPath = (api: Api, { operation, id }: Callable, target: PathTarget): readonly PathTarget[] => {
  const last = placesIn(operation.path).at(-1);
  if (last === undefined) return [];
  const key = validatorKeys.parameter(id, "path", last.name);
  const text = ["tripact", "!"].find((one) => !api.fits(key, one) && !api.fits(key, Number.NaN));
  if (text === undefined) return [];
  const path = { ...target.path, [last.name]: text };
  api.records.invent(
    last.template,
    placesIn(operation.path).map(({ name }) => plainId(path[name])),
  );
  return [{ path }];
};

function* plan(api: Api, callable: Callable, context: PlanContext): Plan<void, InputTag> {
  const base = api.records.fullest.get(callable.id) ?? api.records.accepted.get(callable.id);
  const authorization = api.credentials.authorizationOf(callable.operation);
  if (base === undefined || authorization === undefined) return;
  const target = yield* targetFor(api, callable);
  if (target === undefined) return;
  const few = Math.max(4, Math.floor(api.effort * shareOfDefects));
  const all = wrongVariations(api, callable, base.input, api.records.next());
  const ask = function* (what: string, at: PathTarget, input: Input): Plan<void, InputTag> {
    const asking = { target: at, input, authorization, words: what, expects: "refusal" } as const;
    yield* askKnowing(api, callable, asking, { what });
  };
  for (const { what, input, about } of fewOfEach(all, few, context.seed)) {
    // A key that is taken would be refused in any case: the wrong value goes into texts of its own.
    const distinct = distinctInput(api, callable, base.input, about);
    const own = distinct === base.input ? [] : wrongVariations(api, callable, distinct, api.records.next());
    yield* ask(what, target, own.find((one) => one.what === what)?.input ?? input);
  }
  for (const wrong of wrongPath(api, callable, target))
    yield* ask("an id of another type in the path", wrong, base.input);
}

const acceptedWords = "inputs that contradict their schemas are accepted";

/** Inputs that contradict the document are refused. */
export const refusesCheck = (
  api: Api,
  callable: Callable,
  effect: ActiveCheck["effect"],
  position: number,
): ActiveCheck<InputTag> => {
  const { name, operation } = callable;
  const fact = factId(api, callable, "refuses");
  return {
    id: fact,
    facts: [fact],
    severity: "warning",
    title: `${operation.method} ${operation.path} refuses what contradicts its schema`,
    why: "Whatever is accepted by mistake is stored, and read by others.",
    effect,
    position,
    interfaces: [api.name],
    needs: [],
    plan: (context) => plan(api, callable, context),
    *judge(exchanges): Generator<Judgement> {
      const asked = exchanges.filter(({ call }) => call?.tag !== undefined);
      const unwritable = unwritableType(operation);
      if (asked.length === 0)
        return yield {
          kind: "not-applicable",
          fact,
          reason:
            unwritable === undefined
              ? "no accepted input is known, or its schema allows everything"
              : unreadReason(unwritable),
        };
      for (const exchange of asked) {
        if (!isSuccess(exchange)) continue;
        api.records.takesAnything.add(callable.id);
        const { what = "" } = exchange.call?.tag ?? {};
        yield {
          kind: "violation",
          fact,
          severity: "warning",
          rule: "status",
          message: `${operation.method} ${operation.path} accepts an input that contradicts its schema: ${what}`,
          cause: { what: acceptedWords, item: `${name}: ${what}` },
          exchange,
          expected: "a refusal (4xx)",
          actual: shapeWords(exchange),
        };
      }
    },
  };
};
