import type { Plan } from "../../core/model/check.ts";
import { takenFields } from "../../builtin/queries/dialect/dialect.ts";
import { type ProbeClient } from "./probe-client.ts";
import { anyCase, isObject } from "../../core/model/json-object.ts";
import {
  filteredCall,
  isInformative,
  type ProbeResult,
  type ProbeOutcome,
  probeResult,
  type Probe,
} from "./probe.ts";
import { observe, operatorCodes, type OperatorObservations } from "./operator-observations.ts";

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
  const { bare, filled } = pair;
  /** Answers to each integer without a value. */
  const without = new Map<number, ProbeOutcome>();

  const askBare = function* (codes: readonly number[]): Plan<readonly string[]> {
    const wanted = codes.filter((code) => !without.has(code));
    const results = yield* observe(
      client,
      observations,
      wanted.map((code) => ({ code, probe: bare })),
      "",
    );
    return results.flatMap((result, index) => {
      const code = wanted[index];
      if (result === undefined || code === undefined) return [];
      without.set(code, result.observed);
      return result.observed.kind === "refused" ? namesInRefusal(result.observed.body) : [];
    });
  };

  /** Sends the same value under several names, to see whether any of the names has an effect. */
  const effectsOf = function* (names: readonly string[], codes: readonly number[]): Plan<readonly Effect[]> {
    const [value] = filled.operands;
    const shared = Object.fromEntries(names.map((name) => [name, value]));
    const answers = yield* client.ask(
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
      const result = probeResult(filled, answer);
      if (code === undefined || result === undefined) return [];
      return [{ code, result, isThere: differs(without.get(code), result.observed) }];
    });
  };

  /** Tries a few integers at a time until enough show an effect; returns all results. */
  const seekEffects = function* (
    names: readonly string[],
    codes: readonly number[],
    enough: number,
  ): Plan<readonly Effect[]> {
    const asked: Effect[] = [];
    for (let start = 0; start < codes.length; start += atOnce) {
      const some = codes.slice(start, start + atOnce);
      yield* askBare(some);
      asked.push(...(yield* effectsOf(names, some)));
      if (thatAreThere(asked).length >= enough) break;
    }
    return asked;
  };

  /** A binary search for the name that has an effect. */
  const narrowDown = function* (names: readonly string[], code: number): Plan<string | undefined> {
    let left = names;
    while (left.length > 1) {
      const half = left.slice(0, Math.ceil(left.length / 2));
      const effects = yield* effectsOf(half, [code]);
      left = thatAreThere(effects).length > 0 ? half : left.slice(half.length);
    }
    return left[0];
  };

  /**
   * Sends all names at once, with one integer after another. If the target ignores unknown properties, the answer to one
   * that takes a single value changes, and a binary search finds the right name. If it refuses them by name, the names
   * that it does not mention are left.
   */
  const askTogether = function* (codes: readonly number[]): Plan<readonly string[]> {
    // A refusal may name the right one, whose value does not fit the operator: only an effect ends the search.
    const effects = yield* seekEffects(guesses, codes, 1);
    const [effect] = thatAreThere(effects);
    if (effect !== undefined) {
      const name = yield* narrowDown(guesses, effect.code);
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
      complaint = mildest(left, yield* effectsOf(left, [complaint.code]));
    }
    return left;
  };

  /**
   * Sends one name at a time. The right one has an effect, or is refused for another reason than all others, since the
   * operator may take no single value.
   */
  const askApart = function* (names: readonly string[], codes: readonly number[]): Plan<readonly string[]> {
    for (const code of codes) {
      const effects: (readonly [string, Effect])[] = [];
      for (const name of names) {
        const [effect] = yield* effectsOf([name], [code]);
        if (effect?.isThere === true) return [name];
        if (effect !== undefined) effects.push([name, effect]);
      }
      const odd = oddOnes(effects);
      if (odd.length > 0) return odd;
    }
    return [];
  };

  /** Integers that are refused or match nothing without a value come first. */
  const takingValues = (codes: readonly number[]): readonly number[] => {
    const wants = (code: number): boolean => {
      const observed = without.get(code);
      return observed === undefined || observed.kind === "refused" || observed.total === 0;
    };
    return [...codes.filter(wants), ...codes.filter((code) => !wants(code))];
  };

  const codes = order(operatorCodes);
  const tried = new Set<string>();
  const test = function* (name: string, source: FoundField["source"]): Plan<FoundField | undefined> {
    if (tried.has(name)) return undefined;
    tried.add(name);
    const asked = yield* seekEffects([name], takingValues(codes), effectsEnough);
    const effects = thatAreThere(asked).length;
    if (effects < effectsEnough) return undefined;
    for (const { code, result } of asked) observations.add(code, result);
    return { name, effects, source };
  };
  if (configured !== undefined && isName(configured)) {
    const found = yield* test(configured, "configured");
    if (found !== undefined) return found;
  }
  for (let start = 0; start < codes.length; start += atOnce) {
    for (const name of new Set(yield* askBare(codes.slice(start, start + atOnce)))) {
      const found = yield* test(name, "named by a refusal");
      if (found !== undefined) return found;
    }
  }
  const likely = takingValues(codes);
  const together = yield* askTogether(likely);
  const names = together.length === 1 ? together : yield* askApart(together, likely.slice(0, mostApart));
  for (const name of names) {
    const found = yield* test(name, "guessed");
    if (found !== undefined) return found;
  }
  return undefined;
}
