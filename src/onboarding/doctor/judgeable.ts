import type { Contract } from "../../core/model/contract.ts";
import { modelInstances } from "../../builtin/generated/model-instances.ts";
import { operations } from "../../builtin/generated/operations.ts";
import type { ActiveCheck, PlanContext } from "../../core/model/check.ts";
import type { AnyCall } from "../../core/model/exchange.ts";
import { atPath } from "../../core/run/at-path.ts";
import type { Fact } from "../../core/model/fact.ts";
import type { BuiltinInterface } from "../../builtin/interface-name.ts";

/** The keys that a configuration gives to the checks, including `safety.writes`. */
export interface GivenKeys {
  readonly interfaces: readonly BuiltinInterface[];
  has(path: string): boolean;
  setting(path: string): unknown;
  /** Whether the target serves an operation; if absent, it serves all. */
  serves?(operation: string): boolean;
}

/** The checks and facts of the contract. */
export type JudgeableContract = Pick<Contract, "checks" | "facts">;

export const writesKey = "safety.writes";

const contextOf = (given: GivenKeys): PlanContext => ({
  seed: 1,
  // A getter, so that only plans that read it depend on the key.
  get allowWrites() {
    return given.has(writesKey);
  },
  interfaces: given.interfaces,
  setting: (path) => given.setting(path),
  has: (path) => given.has(path),
  secretMatches: () => false,
  sample: (items) => items,
});

/** The missing keys of a check's needs; undefined if no key makes the check run. */
export const lackingNeeds = (check: ActiveCheck, given: GivenKeys): readonly string[] | undefined => {
  if (check.effect === "sandbox") return undefined;
  const names: readonly string[] = given.interfaces;
  if (check.interfaces.some((name) => !names.includes(name))) return undefined;
  const writes = check.effect === "write" ? [writesKey] : [];
  return [...check.needs, ...writes].filter((path) => !given.has(path));
};

/** The first calls of a check's plan, which depend on no answer; empty if the plan has nothing to ask. */
const firstCalls = (check: ActiveCheck, given: GivenKeys): readonly AnyCall[] => {
  if (lackingNeeds(check, given)?.length !== 0) return [];
  const plan = check.plan(contextOf(given));
  // A plan may begin with an empty batch.
  for (let step = plan.next([]); step.done !== true; step = plan.next([]))
    if (step.value.length > 0) return step.value.filter(({ operation }) => given.serves?.(operation) ?? true);
  return [];
};

/** The first calls of a check, their facts, and the keys that the check looked up before them. */
type Beginning = ReturnType<typeof beginningOf>;

const beginningOf = (check: ActiveCheck, given: GivenKeys) => {
  const keys = new Set<string>();
  const seen = <Value>(look: (path: string) => Value) => {
    return (path: string): Value => {
      keys.add(path);
      return look(path);
    };
  };
  const has = seen((path) => given.has(path));
  const setting = seen((path) => given.setting(path));
  const watched = { ...given, has, setting };
  const calls = firstCalls(check, watched);
  const facts = calls.length === 0 ? [] : (check.factsWith?.(contextOf(watched)) ?? check.facts);
  return { calls, facts, keys };
};

/** How each active check begins. */
type Beginnings = ReadonlyMap<ActiveCheck, Beginning>;

const beginningsOf = ({ checks }: JudgeableContract, given: GivenKeys): Beginnings =>
  new Map(
    checks
      .filter((check) => check.effect !== "passive")
      .map((check) => [check, beginningOf(check, given)] as const),
  );

/** A documented answer of an operation, and whether it is a refusal. */
interface DocumentedAnswer {
  readonly operation: string;
  readonly isRefusal: boolean;
}

/**
 * Where the OpenAPI documents state a fact: at answers of operations, or anywhere in its interface. Statements about
 * headers and general answers, such as those to a spent hour, cannot be expected to show.
 */
type FactAnswers = { readonly answers: readonly DocumentedAnswer[] } | { readonly anywhereIn: string };

const documentedAnswer = (operation: string, status: string): readonly DocumentedAnswer[] =>
  // Overload and failures of a server cannot be expected.
  /^(?:429|5)/.test(status) ? [] : [{ operation, isRefusal: !/^[2d]/.test(status) }];

const answersWith = (model: string): readonly DocumentedAnswer[] =>
  Object.entries(modelInstances)
    .filter(([, models]) => Object.hasOwn(models, model))
    .flatMap(([answer]) => {
      const [operation = "", status = ""] = answer.split(".");
      return documentedAnswer(operation, status);
    });

const answersAt = (pathAndMethod: string, status = "200"): readonly DocumentedAnswer[] =>
  Object.values(operations)
    .filter(({ method, path }) => `${path.replaceAll("/", "~1")}/${method.toLowerCase()}` === pathAndMethod)
    .flatMap(({ id }) => documentedAnswer(id, status));

const readLocation = (location: string): FactAnswers => {
  const [interfaceName = "", pointer = ""] = location.split(".yaml#");
  const model = /^\/components\/schemas\/([^/]+)/.exec(pointer)?.[1];
  if (model !== undefined) return { answers: answersWith(model) };
  const path = /^\/paths\/([^/]+\/[a-z]+)(?:\/responses\/(\w+))?/.exec(pointer);
  if (path?.[1] !== undefined) return { answers: answersAt(path[1], path[2]) };
  return /^\/components\/(?:headers|responses)\//.test(pointer)
    ? { answers: [] }
    : { anywhereIn: interfaceName };
};

const byLocation = new Map<string, FactAnswers>();

/** Cached: the gains of dozens of keys ask for it, once per fact. */
const answersOf = (location: string): FactAnswers => {
  const answers = byLocation.get(location) ?? readLocation(location);
  byLocation.set(location, answers);
  return answers;
};

/** The operations that answer plans, those that refuse them, and the interfaces of both. */
type Traffic = ReturnType<typeof trafficOf>;

const interfaceOf = new Map<string, string>(
  Object.values(operations).map(({ id, interface: name }) => [id, name]),
);

const trafficOf = (calls: readonly AnyCall[]) => ({
  answered: new Set(calls.filter(({ expects }) => expects !== "refusal").map(({ operation }) => operation)),
  refused: new Set(calls.filter(({ expects }) => expects === "refusal").map(({ operation }) => operation)),
  interfaces: new Set(calls.map(({ operation }) => interfaceOf.get(operation))),
});

const isShown = (fact: FactAnswers, { answered, refused, interfaces }: Traffic): boolean => {
  if ("anywhereIn" in fact) return interfaces.has(fact.anywhereIn);
  return fact.answers.some(
    ({ operation, isRefusal }) => answered.has(operation) || (isRefusal && refused.has(operation)),
  );
};

const judgeableBy = ({ checks, facts }: JudgeableContract, beginnings: Beginnings): ReadonlySet<string> => {
  const asking = [...beginnings.values()];
  const traffic = trafficOf(asking.flatMap(({ calls }) => calls));
  const passive = new Set(
    checks.flatMap((check) =>
      check.effect === "passive" && check.comparesCallers !== true ? check.facts : [],
    ),
  );
  const isSeen = ({ id, places }: Fact): boolean =>
    passive.has(id) && places.some((location) => isShown(answersOf(location), traffic));
  return new Set([
    ...asking.flatMap(({ facts: shown }) => shown),
    ...facts.filter(isSeen).map(({ id }) => id),
  ]);
};

/**
 * The facts that a run with a configuration can judge: those of active checks whose needs it has and whose plans send
 * something, and of passive checks that can see something in these exchanges according to the OpenAPI documents. An
 * estimate: a target's answers may show less.
 */
export const judgeableFacts = (catalogue: JudgeableContract, given: GivenKeys): ReadonlySet<string> =>
  judgeableBy(catalogue, beginningsOf(catalogue, given));

/** The gain of one more key. */
export interface KeyGain {
  readonly path: string;
  /** Keys that it needs as well; empty if it adds facts by itself. */
  readonly others: readonly string[];
  /** Ids of the facts that become judgeable. */
  readonly facts: readonly string[];
}

/** A key of the configuration, with a placeholder value. */
export interface StandIn {
  readonly path: string;
  readonly value: unknown;
}

const isAtOrBelow = (path: string, key: string): boolean => path === key || path.startsWith(`${key}.`);

const valueIn = ({ path: key, value }: StandIn, path: string): unknown =>
  path === key ? value : atPath(value, path.slice(key.length + 1));

const withKeys = (given: GivenKeys, keys: readonly StandIn[]): GivenKeys => ({
  ...given,
  has: (path) => given.has(path) || keys.some(({ path: key }) => isAtOrBelow(path, key)),
  setting: (path) => {
    const key = keys.find((one) => isAtOrBelow(path, one.path));
    return given.setting(path) ?? (key === undefined ? undefined : valueIn(key, path));
  },
});

/** The beginnings with further keys: those of checks that looked up none of them stay the same. */
const beginningsWith = (before: Beginnings, given: GivenKeys, keys: readonly StandIn[]): Beginnings => {
  const more = withKeys(given, keys);
  const looksFor = ({ keys: looked }: Beginning): boolean =>
    [...looked].some((path) => keys.some(({ path: key }) => isAtOrBelow(path, key)));
  return new Map(
    [...before].map(([check, known]) => [check, looksFor(known) ? beginningOf(check, more) : known]),
  );
};

/** The keys that checks need together with one, the fewest first. */
const companionsOf = (
  { path }: StandIn,
  { checks }: JudgeableContract,
  given: GivenKeys,
  keys: readonly StandIn[],
): readonly (readonly StandIn[])[] => {
  const keyAt = (need: string): StandIn | undefined =>
    need === writesKey ? { path: writesKey, value: true } : keys.find((key) => isAtOrBelow(need, key.path));
  const sets = checks
    .filter((check) => check.effect !== "passive")
    .map((check) => lackingNeeds(check, given) ?? [])
    .filter((lacking) => lacking.some((need) => isAtOrBelow(need, path)))
    .map((lacking) =>
      [...new Set(lacking.map(keyAt))].filter((key) => key !== undefined && key.path !== path),
    );
  const known = sets.map((set) => set.filter((key) => key !== undefined));
  return [...known, [{ path: writesKey, value: true }]].toSorted((one, other) => one.length - other.length);
};

/**
 * The gain of each missing key: by itself, or else with the fewest others that checks need with it. A key that adds no
 * fact adds evidence for facts that are judged already.
 */
export const gainsOf = (
  catalogue: JudgeableContract,
  given: GivenKeys,
  keys: readonly StandIn[],
): readonly KeyGain[] => {
  const beginnings = beginningsOf(catalogue, given);
  const now = judgeableBy(catalogue, beginnings);
  const known = new Map<string, ReadonlySet<string>>();
  // Many keys are combined with the same others.
  const judgeableWith = (added: readonly StandIn[]): ReadonlySet<string> => {
    const key = added
      .map(({ path }) => path)
      .toSorted()
      .join();
    const facts = known.get(key) ?? judgeableBy(catalogue, beginningsWith(beginnings, given, added));
    known.set(key, facts);
    return facts;
  };
  const gainWith = (added: readonly StandIn[], base: ReadonlySet<string>): readonly string[] =>
    [...judgeableWith(added)].filter((id) => !base.has(id));
  return keys
    .filter(({ path }) => !given.has(path))
    .map((key): KeyGain => {
      const alone = gainWith([key], now);
      if (alone.length > 0) return { path: key.path, others: [], facts: alone };
      for (const others of companionsOf(key, catalogue, given, keys)) {
        // The gain of the others alone does not count.
        const facts = gainWith([key, ...others], judgeableWith(others));
        if (facts.length > 0) return { path: key.path, others: others.map(({ path }) => path), facts };
      }
      return { path: key.path, others: [], facts: [] };
    });
};
