import type { Plan } from "../../core/model/check.ts";
import { takenFields } from "../../builtin/queries/dialect/dialect.ts";
import { type ProbeClient } from "./probe-client.ts";
import { anyCase, isObject } from "../../core/model/json-object.ts";
import {
  sampleProbe,
  isInformative,
  type ProbeResult,
  type ProbeOutcome,
  probeResult,
  type Probe,
} from "./probe.ts";
import { observeOperators, operatorCodes, type OperatorObservations } from "./operator-observations.ts";

/** The property of a condition that holds a single value (U-12), and the evidence. */
export interface FoundField {
  readonly name: string;
  /** Number of conditions whose answer it changed. */
  readonly effects: number;
  readonly source: "configured" | "named by a refusal" | "guessed";
}

/** Names of such a property elsewhere, most likely first. */
const guesses: readonly string[] = [
  "value",
  "singleValue",
  "primaryValue",
  "firstValue",
  "filterValue",
  "operand",
  "compareValue",
  "comparisonValue",
  "conditionValue",
  "parameterValue",
  "searchValue",
  "val",
  "text",
  "data",
  "criteria",
];

const isName = (name: string): boolean => /^[A-Za-z_]\w{0,63}$/.test(name) && !takenFields.includes(name);

const camelCase = (name: string): string => name.charAt(0).toLowerCase() + name.slice(1);

/** The property names in a refusal, from keys of `errors` such as `groups[0].conditions[0].x`. */
const complaintsIn = (body: unknown): readonly string[] => {
  const errors = anyCase(body, "errors");
  if (!isObject(errors)) return [];
  return Object.keys(errors).flatMap((key) => /conditions\[\d+\]\.(\w+)$/i.exec(key)?.[1] ?? []);
};

/** Possible names of a condition's property, from a refusal. */
export const namesInRefusal = (body: unknown): readonly string[] =>
  complaintsIn(body).flatMap((name) => [...new Set([camelCase(name), name])].filter(isName));

/** A refusal without property names, so that refusals for the same reason are equal. */
const reasonOf = ({ status, body }: Refused, name: string): string =>
  `${status} ${JSON.stringify(body ?? null).replaceAll(new RegExp(`\\b${name}\\b`, "gi"), "$NAME")}`;

type Refused = Extract<ProbeOutcome, { kind: "refused" }>;

/** Number of integers to try at a time: any number of them may take no single value. */
const atOnce = 6;
const effectsEnough = 2;

const differs = (without: ProbeOutcome | undefined, withIt: ProbeOutcome): boolean => {
  if (without === undefined || withIt.kind === "refused") return false;
  return without.kind === "refused" || without.matches !== withIt.matches;
};

/** The answer to an integer with a value, and whether the value had an effect. */
interface Effect {
  readonly code: number;
  readonly result: ProbeResult;
  readonly isThere: boolean;
}

const thatAreThere = (effects: readonly Effect[]): readonly Effect[] =>
  effects.filter(({ isThere }) => isThere);

/** The names in a refusal. */
const complainedOf = (names: readonly string[], { result: { observed } }: Effect): readonly string[] => {
  if (observed.kind !== "refused") return [];
  const complaints = complaintsIn(observed.body).map((name) => name.toLowerCase());
  return names.filter((name) => complaints.includes(name.toLowerCase()));
};

/** The effect whose refusal names the fewest properties: an operator without operands also objects to the right one. */
const mildest = (names: readonly string[], effects: readonly Effect[]): Effect | undefined =>
  effects
    .map((effect) => ({ effect, count: complainedOf(names, effect).length }))
    .filter(({ count }) => count > 0)
    .toSorted((one, other) => one.count - other.count)[0]?.effect;

/** The names that are refused for a different reason, if all others share one. */
const oddOnes = (effects: readonly (readonly [string, Effect])[]): readonly string[] => {
  const byReason = new Map<string, string[]>();
  for (const [name, { result }] of effects) {
    const { observed } = result;
    const reason = observed.kind === "refused" ? reasonOf(observed, name) : "answered";
    byReason.set(reason, [...(byReason.get(reason) ?? []), name]);
  }
  const groups = [...byReason.values()].toSorted((one, other) => one.length - other.length);
  return groups.length < 2 ? [] : groups.slice(0, -1).flat();
};

/** Puts integers first that compare with one value, as far as the target lists them. */
type Order = (codes: readonly number[]) => readonly number[];

/** Maximum number of integers to try with each name alone. */
const mostApart = 3;

/** A parameter to query with and without a value, if the value is informative. */
const pairOf = (
  probes: readonly Probe[],
  observations: OperatorObservations,
): { readonly bare: Probe; readonly filled: Probe } | undefined => {
  const pairs = probes.flatMap((filled) => {
    if (filled.shape !== "single" || filled.counts !== "own") return [];
    const equals = observations.predictions.of("equals", filled);
    if (equals.kind !== "fit" || !isInformative(equals.matches)) return [];
    const known = probes.find(({ shape, column }) => shape === "none" && column === filled.column);
    return [{ bare: known ?? { ...filled, shape: "none" as const, operands: [] }, filled }];
  });
  // Most operators with one value are for moments.
  return (
    pairs.find(({ filled }) => filled.column.type === "instant") ??
    pairs.find(({ filled }) => filled.column.type === "text") ??
    pairs[0]
  );
};

/** What is asked of a target, and what it has answered. */
interface Search {
  readonly client: ProbeClient;
  readonly observations: OperatorObservations;
  /** A parameter to query without and with a value. */
  readonly bare: Probe;
  readonly filled: Probe;
  /** The integers to try, in order. */
  readonly codes: readonly number[];
  /** Answers to each integer without a value. */
  readonly without: Map<number, ProbeOutcome>;
  readonly tried: Set<string>;
}

const askBare = function* (search: Search, codes: readonly number[]): Plan<readonly string[]> {
  const wanted = codes.filter((code) => !search.without.has(code));
  const results = yield* observeOperators(
    search.client,
    search.observations,
    wanted.map((code) => ({ code, probe: search.bare })),
    "",
  );
  return results.flatMap((result, index) => {
    const code = wanted[index];
    if (result === undefined || code === undefined) return [];
    search.without.set(code, result.observed);
    return result.observed.kind === "refused" ? namesInRefusal(result.observed.body) : [];
  });
};

/** Sends the same value under several names, to see whether any of the names has an effect. */
const effectsOf = function* (
  search: Search,
  names: readonly string[],
  codes: readonly number[],
): Plan<readonly Effect[]> {
  const [value] = search.filled.operands;
  const shared = Object.fromEntries(names.map((name) => [name, value]));
  const answers = yield* search.client.ask(
    codes.map((operator) =>
      sampleProbe(
        search.bare.sample,
        0,
        [{ parameter: search.bare.column.name, operator, ...shared }],
        `operator ${operator} with a single value as ${names.join(", ")}`,
      ),
    ),
  );
  return answers.flatMap((answer, index): Effect[] => {
    const code = codes[index];
    const result = probeResult(search.filled, answer);
    if (code === undefined || result === undefined) return [];
    return [{ code, result, isThere: differs(search.without.get(code), result.observed) }];
  });
};

/** Tries a few integers at a time until enough show an effect; returns all results. */
const seekEffects = function* (
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
};

/** A binary search for the name that has an effect. */
const narrowDown = function* (
  search: Search,
  names: readonly string[],
  code: number,
): Plan<string | undefined> {
  let left = names;
  while (left.length > 1) {
    const half = left.slice(0, Math.ceil(left.length / 2));
    const effects = yield* effectsOf(search, half, [code]);
    left = thatAreThere(effects).length > 0 ? half : left.slice(half.length);
  }
  return left[0];
};

/**
 * Sends all names at once, with one integer after another. If the target ignores unknown properties, the answer to one
 * that takes a single value changes, and a binary search finds the right name. If it refuses them by name, the names
 * that it does not mention are left.
 */
const askTogether = function* (search: Search, codes: readonly number[]): Plan<readonly string[]> {
  // A refusal may name the right one, whose value does not fit the operator: only an effect ends the search.
  const effects = yield* seekEffects(search, guesses, codes, 1);
  const [effect] = thatAreThere(effects);
  if (effect !== undefined) {
    const name = yield* narrowDown(search, guesses, effect.code);
    return name === undefined ? [] : [name];
  }
  let left: readonly string[] = guesses;
  let complaint = mildest(left, effects);
  while (complaint !== undefined) {
    const wrong = complainedOf(left, complaint);
    const fewer = left.filter((name) => !wrong.includes(name));
    if (fewer.length === 0) break;
    left = fewer;
    if (left.length === 1) break;
    complaint = mildest(left, yield* effectsOf(search, left, [complaint.code]));
  }
  return left;
};

/**
 * Sends one name at a time. The right one has an effect, or is refused for another reason than all others, since the
 * operator may take no single value.
 */
const askApart = function* (
  search: Search,
  names: readonly string[],
  codes: readonly number[],
): Plan<readonly string[]> {
  for (const code of codes) {
    const effects: (readonly [string, Effect])[] = [];
    for (const name of names) {
      const [effect] = yield* effectsOf(search, [name], [code]);
      if (effect?.isThere === true) return [name];
      if (effect !== undefined) effects.push([name, effect]);
    }
    const odd = oddOnes(effects);
    if (odd.length > 0) return odd;
  }
  return [];
};

/** Integers that are refused or match nothing without a value come first. */
const takingValues = (search: Search, codes: readonly number[]): readonly number[] => {
  const wants = (code: number): boolean => {
    const observed = search.without.get(code);
    return observed === undefined || observed.kind === "refused" || observed.total === 0;
  };
  return [...codes.filter(wants), ...codes.filter((code) => !wants(code))];
};

/** Tries one name; undefined if it has no effect. */
const tryName = function* (
  search: Search,
  name: string,
  source: FoundField["source"],
): Plan<FoundField | undefined> {
  if (search.tried.has(name)) return undefined;
  search.tried.add(name);
  const asked = yield* seekEffects(search, [name], takingValues(search, search.codes), effectsEnough);
  const effects = thatAreThere(asked).length;
  if (effects < effectsEnough) return undefined;
  for (const { code, result } of asked) search.observations.add(code, result);
  return { name, effects, source };
};

/** Tries the names in the refusals of conditions without a value. */
const tryRefusals = function* (search: Search): Plan<FoundField | undefined> {
  const { codes } = search;
  for (let start = 0; start < codes.length; start += atOnce)
    for (const name of new Set(yield* askBare(search, codes.slice(start, start + atOnce)))) {
      const found = yield* tryName(search, name, "named by a refusal");
      if (found !== undefined) return found;
    }
  return undefined;
};

const tryGuesses = function* (search: Search): Plan<FoundField | undefined> {
  const likely = takingValues(search, search.codes);
  const together = yield* askTogether(search, likely);
  const names =
    together.length === 1 ? together : yield* askApart(search, together, likely.slice(0, mostApart));
  for (const name of names) {
    const found = yield* tryName(search, name, "guessed");
    if (found !== undefined) return found;
  }
  return undefined;
};

/**
 * Finds the property by its effect: without it, a condition is refused, or matches other records. Names come from the
 * configuration, from refusals, or are guessed.
 */
export function* findSingleValueField(
  client: ProbeClient,
  observations: OperatorObservations,
  probes: readonly Probe[],
  configured: string | undefined,
  order: Order,
): Plan<FoundField | undefined> {
  const pair = pairOf(probes, observations);
  if (pair === undefined) return undefined;
  const codes = order(operatorCodes);
  const search: Search = { client, observations, ...pair, codes, without: new Map(), tried: new Set() };
  const isGiven = configured !== undefined && isName(configured);
  const found = isGiven ? yield* tryName(search, configured, "configured") : undefined;
  return found ?? (yield* tryRefusals(search)) ?? (yield* tryGuesses(search));
}
