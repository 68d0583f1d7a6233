import type { Plan } from "../../harness/model/check.ts";
import { takenFields } from "../../contract/queries/dialect/dialect.ts";
import { type ProbeClient } from "./probe-client.ts";
import { property } from "./donation-calls.ts";
import { isObject } from "../../harness/model/json-object.ts";
import { filteredCall, isTelling, type Observation, type Observed, observedIn, type Probe } from "./probe.ts";
import { observe, operatorCodes, type OperatorObservations } from "./operator-observations.ts";

/** The property of a condition that holds a single value (U-12), and how it was found. */
export interface FoundField {
  readonly name: string;
  /** How many conditions were answered otherwise with it than without. */
  readonly effects: number;
  readonly source: "configured" | "named by a refusal" | "guessed";
}

/** Names that such a property has elsewhere. */
const guesses = [
  "value",
  "singleValue",
  "primaryValue",
  "firstValue",
  "filterValue",
  "conditionValue",
  "parameterValue",
  "searchValue",
  "compareValue",
  "comparisonValue",
  "operand",
  "val",
  "text",
  "data",
  "criteria",
] as const;

const isName = (name: string): boolean => /^[A-Za-z_]\w{0,63}$/.test(name) && !takenFields.includes(name);

const camelCase = (name: string): string => name.charAt(0).toLowerCase() + name.slice(1);

/** Names of a condition's properties that a refusal complains of: keys of `errors` such as `groups[0].conditions[0].x`. */
export const namesInRefusal = (body: unknown): readonly string[] => {
  const errors = property(body, "errors");
  if (!isObject(errors)) return [];
  return Object.keys(errors).flatMap((key) => {
    const name = /conditions\[\d+\]\.(\w+)$/i.exec(key)?.[1] ?? "";
    return [...new Set([camelCase(name), name])].filter(isName);
  });
};

/** How many integers are tried at a time. */
const atOnce = 6;
const effectsEnough = 2;

const differs = (without: Observed | undefined, withIt: Observed): boolean => {
  if (without === undefined || withIt.kind === "refused") return false;
  return without.kind === "refused" || without.matches !== withIt.matches;
};

interface Search {
  readonly desk: ProbeClient;
  readonly trials: OperatorObservations;
  /** Without a value, and with one. */
  readonly bare: Probe;
  readonly filled: Probe;
  /** What each integer was answered without a value. */
  readonly without: Map<number, Observed>;
}

function* askBare(search: Search, codes: readonly number[]): Plan<readonly string[]> {
  const wanted = codes.filter((code) => !search.without.has(code));
  const observations = yield* observe(
    search.desk,
    search.trials,
    wanted.map((code) => ({ code, probe: search.bare })),
    "",
  );
  return observations.flatMap((observation, index) => {
    const code = wanted[index];
    if (observation === undefined || code === undefined) return [];
    search.without.set(code, observation.observed);
    return observation.observed.kind === "refused" ? namesInRefusal(observation.observed.body) : [];
  });
}

/** What an integer was answered with a value, and whether the value had an effect. */
interface Effect {
  readonly code: number;
  readonly observation: Observation;
  readonly isThere: boolean;
}

/** Asks with the same value under several names, to see whether any of the names is looked at. */
function* effectsOf(
  search: Search,
  names: readonly string[],
  codes: readonly number[],
): Plan<readonly Effect[]> {
  const { bare, filled, desk } = search;
  const [value] = filled.operands;
  const shared = Object.fromEntries(names.map((name) => [name, value]));
  const answers = yield* desk.ask(
    codes.map((operator) =>
      filteredCall(
        bare.sample,
        0,
        [{ parameter: bare.column.name, operator, ...shared }],
        `operator ${operator} with a single value as ${names.join(", ")}`,
      ),
    ),
  );
  return answers.flatMap((answer, index): Effect[] => {
    const code = codes[index];
    const observed = observedIn(bare.sample, answer);
    if (code === undefined || observed === undefined) return [];
    const { sentAt, answeredAt } = answer;
    const isThere = differs(search.without.get(code), observed);
    return [{ code, observation: { probe: filled, observed, sentAt, answeredAt }, isThere }];
  });
}

const thatAreThere = (effects: readonly Effect[]): readonly Effect[] =>
  effects.filter(({ isThere }) => isThere);

/** Asks integers a few at a time until enough show an effect of any of the names; tells of all that were asked. */
function* seekEffects(
  search: Search,
  names: readonly string[],
  codes: readonly number[],
  enough: number,
): Plan<readonly Effect[]> {
  const asked: Effect[] = [];
  for (let start = 0; start < codes.length; start += atOnce) {
    const some = codes.slice(start, start + atOnce);
    yield* askBare(search, some);
    asked.push(...(yield* effectsOf(search, names, some)));
    if (thatAreThere(asked).length >= enough) break;
  }
  return asked;
}

/** Halves the names until one is left that has an effect. */
function* narrowDown(search: Search, names: readonly string[], code: number): Plan<string | undefined> {
  let left = names;
  while (left.length > 1) {
    const half = left.slice(0, Math.ceil(left.length / 2));
    const effects = yield* effectsOf(search, half, [code]);
    left = thatAreThere(effects).length > 0 ? half : left.slice(half.length);
  }
  const [name] = left;
  if (name === undefined) return undefined;
  return thatAreThere(yield* effectsOf(search, [name], [code])).length > 0 ? name : undefined;
}

/** Integers that compare with one value stand first, as far as the target tells. */
type Order = (codes: readonly number[]) => readonly number[];

/**
 * Finds the property by what it does: a condition that is refused, or matches other records, without it. Its name is
 * learnt from the configuration, from what refusals complain of, or guessed.
 */
export function* findSingleValueField(
  desk: ProbeClient,
  trials: OperatorObservations,
  probes: readonly Probe[],
  configured: string | undefined,
  order: Order,
): Plan<FoundField | undefined> {
  const pair = pairOf(probes, trials);
  if (pair === undefined) return undefined;
  const search: Search = { desk, trials, ...pair, without: new Map() };
  const codes = order(operatorCodes);
  const tried = new Set<string>();
  const test = function* (name: string, source: FoundField["source"]): Plan<FoundField | undefined> {
    if (tried.has(name)) return undefined;
    tried.add(name);
    const asked = yield* seekEffects(search, [name], codes, effectsEnough);
    const effects = thatAreThere(asked).length;
    if (effects < effectsEnough) return undefined;
    for (const { code, observation } of asked) trials.add(code, observation);
    return { name, effects, source };
  };
  if (configured !== undefined && isName(configured)) {
    const found = yield* test(configured, "configured");
    if (found !== undefined) return found;
  }
  for (let start = 0; start < codes.length; start += atOnce) {
    for (const name of new Set(yield* askBare(search, codes.slice(start, start + atOnce)))) {
      const found = yield* test(name, "named by a refusal");
      if (found !== undefined) return found;
    }
  }
  const [effect] = thatAreThere(yield* seekEffects(search, guesses, codes, 1));
  const guessed = effect === undefined ? undefined : yield* narrowDown(search, guesses, effect.code);
  return guessed === undefined ? undefined : yield* test(guessed, "guessed");
}

/** A parameter that can be asked with and without a value, where the value tells much. */
const pairOf = (
  probes: readonly Probe[],
  trials: OperatorObservations,
): { readonly bare: Probe; readonly filled: Probe } | undefined => {
  const pairs = probes.flatMap((filled) => {
    if (filled.shape !== "single" || filled.counts !== "own") return [];
    const equals = trials.predictions.of("equals", filled);
    if (equals.kind !== "matches" || !isTelling(equals.matches)) return [];
    const known = probes.find(({ shape, column }) => shape === "none" && column === filled.column);
    return [{ bare: known ?? { ...filled, shape: "none" as const, operands: [] }, filled }];
  });
  // Most operators that take one value are of moments.
  return (
    pairs.find(({ filled }) => filled.column.type === "instant") ??
    pairs.find(({ filled }) => filled.column.type === "text") ??
    pairs[0]
  );
};
