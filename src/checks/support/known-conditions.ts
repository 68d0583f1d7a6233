import type { ComparableParameter } from "../../builtin/queries/dialect/comparisons.ts";
import { send, type Plan, type PlanContext } from "../../core/model/check.ts";
import type { Call, Exchange } from "../../core/model/exchange.ts";
import { isObject, property, type JsonObject } from "./json.ts";
import type { FoundQueryEndpoint } from "./paged-endpoint.ts";
import { type LearntSecret, learntValue, listedName } from "../../core/model/secret.ts";
import { isPage, recordsOnPage, totalOnPage } from "./paging.ts";
import { optionsIn, unaryOperators, type OptionsContent, type OptionsParameter } from "./query-options.ts";
import { mainBearer, sampleConditions } from "./sample-calls.ts";

/** A condition that a query endpoint accepts, with its form in evidence. */
export interface KnownCondition {
  readonly condition: JsonObject;
  /** The same without names and values from the target. */
  readonly shown: JsonObject;
}

export interface KnownGroup {
  readonly conjunct: number;
  readonly conditions?: readonly KnownCondition[];
  readonly groups?: readonly KnownGroup[];
}

const written = (group: KnownGroup, of: "condition" | "shown"): JsonObject => ({
  conjunct: group.conjunct,
  conditions: (group.conditions ?? []).map((known) => known[of]),
  ...(group.groups === undefined ? {} : { groups: group.groups.map((inner) => written(inner, of)) }),
});

/** A query by groups of known conditions; its evidence holds no learnt value. */
export const filteredCall = (
  endpoint: FoundQueryEndpoint,
  groups: readonly KnownGroup[],
  label: string,
  options: JsonObject = { skip: 0, take: 1 },
): Call => {
  const body = { queryType: endpoint.queryType, ...options };
  const call = endpoint.call(options, label);
  return {
    ...call,
    body: {
      kind: "json",
      value: { ...body, groups: groups.map((group) => written(group, "condition")) },
      shown: { ...body, groups: groups.map((group) => written(group, "shown")) },
    },
  };
};

/** The parameters of a kind of record with their operators, as far as a dialect knows them (tripact discover). */
const discovered = (context: PlanContext, kind: FoundQueryEndpoint["kind"]): readonly OptionsParameter[] => {
  const comparisons = context.setting(`donation.queries.comparisons.${kind}`);
  if (!Array.isArray(comparisons)) return [];
  // No file holds this setting: it is made from a dialect.
  return (comparisons as readonly ComparableParameter[]).map(({ name, operators }) => ({
    name,
    operators: operators.map(({ code, arity }) => ({
      operator: code,
      valueRequired: arity !== "none",
      takesSeveral: arity === "many",
      takesTwo: arity === "two",
      isNamed: true,
      pointer: "",
    })),
    values: [],
  }));
};

const saysWhatIsCompared = ({ parameters = [] }: OptionsContent): boolean =>
  parameters.some(({ operators = [] }) => operators.some(({ valueRequired }) => valueRequired !== undefined));

/**
 * The options of an endpoint's query type, as far as the target lists them in a known shape; completed by a dialect if
 * the target does not say how parameters are compared.
 */
export function* listedOptions(
  context: PlanContext,
  endpoint: FoundQueryEndpoint,
): Plan<OptionsContent | undefined> {
  const exchange = yield* send({
    operation: "getQueryOptions",
    path: { queryType: endpoint.queryType },
    authorization: mainBearer("donation"),
    label: `getQueryOptions of query type ${endpoint.queryType}`,
  });
  const listed = optionsIn(exchange);
  const parameters = discovered(context, endpoint.kind);
  if (parameters.length === 0 || (listed !== undefined && saysWhatIsCompared(listed))) return listed;
  return { operators: [], columns: undefined, ...listed, parameters };
}

/** Number of conditions wanted, and limit of those tried. */
const wanted = 3;
const mostTries = 15;

/** Names a parameter and a value that were learnt for evidence; `nth` distinguishes those of one plan. */
interface Naming {
  readonly parameter: string;
  readonly nth: number;
}

const shownParameter = ({ parameter, nth }: Naming): LearntSecret =>
  listedName(`filter parameter ${nth}`, parameter);

export const withoutValue = (named: Naming, operator: number): KnownCondition => ({
  condition: { parameter: named.parameter, operator },
  shown: { parameter: shownParameter(named), operator },
});

const shownValue = ({ nth, parameter }: Naming, value: unknown): LearntSecret =>
  learntValue(`filter value ${nth}`, value, parameter);

const withSeveral = (named: Naming, operator: number, value: unknown): KnownCondition => ({
  condition: { parameter: named.parameter, operator, values: [value] },
  shown: { parameter: shownParameter(named), operator, values: [shownValue(named, value)] },
});

const withOne = (named: Naming, operator: number, value: unknown, field: string): KnownCondition => ({
  condition: { parameter: named.parameter, operator, [field]: value },
  shown: { parameter: shownParameter(named), operator, [field]: shownValue(named, value) },
});

/** The value of a record's field with that name, ignoring letter case. */
const valueIn = (records: readonly unknown[], name: string): unknown =>
  records
    .filter(isObject)
    .flatMap((record) => Object.entries(record).filter(([key]) => key.toLowerCase() === name.toLowerCase()))
    .map(([, value]) => value)
    .find((value) => typeof value === "string" || typeof value === "number");

/** Operators tried with a value if none is known: which of them take one is open (U-13). */
const blindTries = [0, 1, 2, 3, 4, 5] as const;

/** Material of candidates: records of the target, and the property that holds a single value, if known. */
interface Source {
  readonly records: readonly unknown[];
  readonly singleValueField: string | undefined;
}

const comparing = (
  { operators }: OptionsParameter,
  named: Naming,
  value: unknown,
  field: string | undefined,
): readonly KnownCondition[] => {
  if (operators === undefined) return blindTries.map((operator) => withSeveral(named, operator, value));
  return operators
    .filter(({ valueRequired, takesTwo }) => valueRequired !== false && !takesTwo)
    .flatMap(({ operator, takesSeveral, valueRequired }) => {
      // If the target does not say what an operator takes, the stated list of values may do.
      if (takesSeveral || (field === undefined && valueRequired === undefined))
        return [withSeveral(named, operator, value)];
      return field === undefined ? [] : [withOne(named, operator, value, field)];
    });
};

/** Possible conditions on a parameter, those without a value first. */
const candidates = (
  parameter: OptionsParameter,
  nth: number,
  { records, singleValueField }: Source,
): readonly KnownCondition[] => {
  const named = { parameter: parameter.name, nth };
  const value = parameter.values[0] ?? valueIn(records, parameter.name);
  return [
    ...unaryOperators(parameter).map((operator) => withoutValue(named, operator)),
    ...(value === undefined ? [] : comparing(parameter, named, value, singleValueField)),
  ];
};

/** Whether an answer shows that a condition is accepted and matches some records, but not all. */
const narrows = (exchange: Exchange, everything: number): boolean => {
  const total = totalOnPage(exchange);
  return isPage(exchange) && total !== undefined && total > 0 && total < everything;
};

/** A page long enough for values that only some records have. */
const manyRecords = { skip: 0, take: 20 } as const;

/** Limit of conditions tried on fields that may lack a value. */
const mostGapTries = 3;

/** Whether some of the records have a value in a field, and others null. */
const hasGaps = (records: readonly unknown[], name: string): boolean => {
  const values = records
    .filter(isObject)
    .flatMap((record) => Object.entries(record))
    .filter(([key]) => key.toLowerCase() === name.toLowerCase())
    .map(([, value]) => value);
  return values.includes(null) && values.some((value) => value !== null);
};

/** A condition that compares a field which some records have no value in; undefined if none is known or found. */
export function* conditionWithGaps(
  context: PlanContext,
  endpoint: FoundQueryEndpoint,
  known: readonly KnownCondition[],
): Plan<KnownCondition | undefined> {
  const { operation } = endpoint;
  const page = yield* send(endpoint.call(manyRecords, `${operation} before conditions on gaps`));
  const [everything, records] = [totalOnPage(page) ?? 0, recordsOnPage(page) ?? []];
  const options = everything < 2 ? undefined : yield* listedOptions(context, endpoint);
  const field = context.setting("donation.queries.singleValueField");
  const names = new Set(known.map(({ condition }) => parameterOf(condition)?.toLowerCase()));
  const candidates = (options?.parameters ?? []).flatMap((parameter, index) => {
    const { name } = parameter;
    const value =
      hasGaps(records, name) && !names.has(name.toLowerCase()) ? valueIn(records, name) : undefined;
    const named = { parameter: name, nth: index + 1 };
    const text = typeof field === "string" ? field : undefined;
    return value === undefined ? [] : comparing(parameter, named, value, text).slice(0, 1);
  });
  for (const [index, candidate] of candidates.slice(0, mostGapTries).entries()) {
    const label = `${operation} trying gaps ${index + 1}`;
    const answered = yield* send(filteredCall(endpoint, [{ conjunct: 0, conditions: [candidate] }], label));
    if (narrows(answered, everything)) return candidate;
  }
  return undefined;
}

/** LearntSecret conditions, the narrowest first: what a wider one adds shows in their joint totals. */
function* learn(context: PlanContext, endpoint: FoundQueryEndpoint): Plan<readonly KnownCondition[]> {
  const plain = yield* send(endpoint.call({ skip: 0, take: 5 }, `${endpoint.operation} before learning`));
  const everything = totalOnPage(plain) ?? 0;
  const options = yield* listedOptions(context, endpoint);
  if (everything < 2 || options === undefined) return [];
  const field = context.setting("donation.queries.singleValueField");
  const records = recordsOnPage(plain) ?? [];
  const singleValueField = typeof field === "string" ? field : undefined;
  const found: { readonly known: KnownCondition; readonly total: number }[] = [];
  let tries = 0;
  const narrowestFirst = () =>
    found.toSorted((one, other) => one.total - other.total).map(({ known }) => known);
  for (const [index, parameter] of (options.parameters ?? []).entries()) {
    // Conditions from the same record match much the same records: each takes its value from another record.
    const turned = [...records.slice(found.length), ...records.slice(0, found.length)];
    for (const known of candidates(parameter, index + 1, { records: turned, singleValueField })) {
      if (found.length === wanted || tries === mostTries) return narrowestFirst();
      tries += 1;
      const label = `${endpoint.operation} learning ${tries}`;
      const exchange = yield* send(filteredCall(endpoint, [{ conjunct: 0, conditions: [known] }], label));
      if (!narrows(exchange, everything)) continue;
      found.push({ known, total: totalOnPage(exchange) ?? 0 });
      break;
    }
  }
  return narrowestFirst();
}

/**
 * Conditions that a query endpoint accepts: the configured ones, or else those found from the target's options, with
 * values of its own records. May be empty.
 */
export function* knownConditions(
  context: PlanContext,
  endpoint: FoundQueryEndpoint,
): Plan<readonly KnownCondition[]> {
  const configured = sampleConditions(context, endpoint.kind);
  if (configured.length > 0) return configured.map((condition) => ({ condition, shown: condition }));
  return yield* learn(context, endpoint);
}

type Twins = readonly [KnownCondition, KnownCondition];

const firstOf = (values: unknown): readonly unknown[] => (Array.isArray(values) ? values.slice(0, 1) : []);

/**
 * A condition with several values, and the same with only the first: two conditions on one parameter that may match
 * differently, whatever their operator means. Undefined if no condition has several values.
 */
export const splitIn = (known: readonly KnownCondition[]): Twins | undefined => {
  const several = known.find(({ condition: { values, secondaryValue } }) => {
    return Array.isArray(values) && values.length > 1 && secondaryValue === undefined;
  });
  if (several === undefined) return undefined;
  const { condition, shown } = several;
  const alone = {
    condition: { ...condition, values: firstOf(condition["values"]) },
    shown: { ...shown, values: firstOf(shown["values"]) },
  };
  return [alone, several];
};

/** Two conditions without values on one parameter; undefined if the options list none. */
export const twinsIn = (options: OptionsContent | undefined): Twins | undefined => {
  for (const [index, parameter] of (options?.parameters ?? []).entries()) {
    const named = { parameter: parameter.name, nth: index + 1 };
    const [first, ...others] = unaryOperators(parameter);
    const last = others.at(-1);
    if (first !== undefined && last !== undefined)
      return [withoutValue(named, first), withoutValue(named, last)];
  }
  return undefined;
};

export const parameterOf = (condition: unknown): string | undefined => {
  const parameter = property(condition, "parameter");
  return typeof parameter === "string" ? parameter : undefined;
};
