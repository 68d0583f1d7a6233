import { defineDialect } from "../../builtin/queries/dialect/define-dialect.ts";
import type { Dialect, ParameterDialect, QueryTypeDialect } from "../../builtin/queries/dialect/dialect.ts";
import { type OperatorName, operatorNames } from "../../builtin/queries/operators.ts";
import type { ValueType } from "../../builtin/queries/values/value-types.ts";
import { type Posterior, decidedMeaning } from "./posteriors.ts";
import type { DiscoveryState } from "./discovery-state.ts";
import { describeProbe, type ProbeResult } from "./probe.ts";
import type { FoundType, RecordKind } from "./query-types.ts";
import { recordKinds } from "./query-types.ts";
import { operatorCodes, type OperatorObservations } from "./operator-observations.ts";
import type { FoundTraits } from "./traits.ts";

/** The meaning of one of the thirty integers, with the evidence. Contains no value of a record. */
export interface OperatorAnswer {
  readonly operator: number;
  /** Null if undecided. */
  readonly meaning: OperatorName | null;
  /** Of the meaning, or of the most likely one; 0 to 1. */
  readonly confidence: number;
  /** The most likely meanings; `other` for one outside the table. */
  readonly candidates: readonly { readonly meaning: string; readonly confidence: number }[];
  readonly requests: number;
  readonly evidence: readonly string[];
}

/** The answer to an open question of the interface. */
export interface UnknownAnswer {
  readonly unknown: "U-11" | "U-12" | "U-13" | "U-14" | "U-15" | "U-30";
  readonly status: "answered" | "partly" | "undecided";
  readonly answer: string;
  /** 0 to 1. */
  readonly confidence: number;
  readonly evidence: readonly string[];
}

/** The result of a discovery. */
export interface Discovery {
  /** False if it ended before everything was learned. */
  readonly complete: boolean;
  readonly stopped?: { readonly reason: string; readonly message: string };
  readonly answers: readonly UnknownAnswer[];
  readonly operators: readonly OperatorAnswer[];
  /** Statements of the target that tripact could not read. */
  readonly notes: readonly string[];
  readonly dialect: Dialect;
}

const rounded = (confidence: number): number => Math.min(0.999, Math.floor(confidence * 1000) / 1000);

/** Doubt shrinks with each independent sign. */
const sureBy = (signs: number, doubt: number): number => (signs === 0 ? 0 : rounded(1 - doubt ** signs));

/** The decided meanings by integer; several integers may have the same. */
const meaningsOf = (observations: OperatorObservations | undefined): ReadonlyMap<number, OperatorName> => {
  if (observations === undefined) return new Map();
  return new Map(
    operatorCodes.flatMap((code): (readonly [number, OperatorName])[] => {
      const meaning = decidedMeaning(observations.posterior(code));
      return meaning === undefined ? [] : [[code, meaning]];
    }),
  );
};

/** The integers of each meaning, smallest first. */
const integersOf = (
  meanings: ReadonlyMap<number, OperatorName>,
): ReadonlyMap<OperatorName, readonly number[]> => {
  const integers = new Map<OperatorName, number[]>();
  for (const [code, meaning] of meanings) integers.set(meaning, [...(integers.get(meaning) ?? []), code]);
  return integers;
};

const matchText = ({ probe, observed }: ProbeResult): string => {
  if (observed.kind === "refused") return `${describeProbe(probe)}: refused with ${observed.status}`;
  const matching = observed.matches.slice(0, observed.known).split("1").length - 1;
  return `${describeProbe(probe)}: ${matching} of ${observed.known} sampled records match, ${observed.total} in all`;
};

const evidenceFor = (
  posterior: Posterior,
  results: readonly ProbeResult[],
  isDecided: boolean,
): readonly string[] => {
  if (!isDecided) return results.map(matchText);
  const refused = results.filter(({ observed }) => observed.kind === "refused").length;
  return [
    ...posterior.predicted.map((result) => `${matchText(result)}, exactly as predicted`),
    ...(refused === 0 ? [] : [`${refused} conditions that do not fit it are refused`]),
  ];
};

const candidatesOf = (posterior: Posterior): OperatorAnswer["candidates"] =>
  [...posterior.chances]
    .map(([meaning, chance]) => ({ meaning, confidence: rounded(chance) }))
    .filter(({ confidence }) => confidence >= 0.01)
    .toSorted((one, other) => other.confidence - one.confidence)
    .slice(0, 3);

const operatorAnswers = (
  observations: OperatorObservations | undefined,
  meanings: ReadonlyMap<number, OperatorName>,
): readonly OperatorAnswer[] =>
  operatorCodes.map((operator) => {
    const results = observations?.of(operator) ?? [];
    if (observations === undefined || results.length === 0)
      return { operator, meaning: null, confidence: 0, candidates: [], requests: 0, evidence: [] };
    const posterior = observations.posterior(operator);
    const meaning = meanings.get(operator) ?? null;
    return {
      operator,
      meaning,
      confidence: rounded(posterior.confidence),
      candidates: candidatesOf(posterior),
      requests: results.length,
      evidence: evidenceFor(posterior, results, meaning !== null),
    };
  });

const fieldAnswer = ({ field }: DiscoveryState): UnknownAnswer => {
  if (field === undefined)
    return {
      unknown: "U-12",
      status: "undecided",
      answer: "no property was found that holds a single value",
      confidence: 0,
      evidence: [],
    };
  const sources = {
    configured: "the configuration names it",
    "named by a refusal": "the target complains that it is missing",
    guessed: "it was guessed",
  } as const;
  return {
    unknown: "U-12",
    status: "answered",
    answer: `a condition's single value is called ${field.name}`,
    confidence: sureBy(field.effects, 0.05),
    evidence: [
      sources[field.source],
      `${field.effects} conditions are answered otherwise with it than without`,
    ],
  };
};

const synonymTexts = (meanings: ReadonlyMap<number, OperatorName>): readonly string[] =>
  [...integersOf(meanings)]
    .filter(([, codes]) => codes.length > 1)
    .map(([meaning, codes]) => `${codes.join(" and ")} all mean ${meaning}`);

const traitTexts = ({
  ignoresCase,
  emptyMatchesNull,
  negationMatchesNull,
}: FoundTraits): readonly string[] => [
  ...(ignoresCase === undefined ? [] : [`the case of letters is ${ignoresCase ? "ignored" : "exact"}`]),
  ...(emptyMatchesNull === undefined
    ? []
    : [`isEmpty ${emptyMatchesNull ? "matches" : "does not match"} null`]),
  ...(negationMatchesNull === undefined
    ? []
    : [`negations ${negationMatchesNull ? "match" : "do not match"} null`]),
];

const operatorSummary = (
  meanings: ReadonlyMap<number, OperatorName>,
  answers: readonly OperatorAnswer[],
  { traits, changed, clockIsOff, samples }: DiscoveryState,
): UnknownAnswer => {
  const decided = answers.filter(({ meaning }) => meaning !== null);
  const least = decided.reduce((least, { confidence }) => Math.min(least, confidence), 1);
  const sampled = samples.map(({ kind, ids, total }) => `${ids.length} of ${total} ${kind} records`);
  return {
    unknown: "U-13",
    status:
      meanings.size === operatorCodes.length ? "answered" : meanings.size === 0 ? "undecided" : "partly",
    answer: [
      `${meanings.size} of ${operatorNames.length} operators have a meaning`,
      ...synonymTexts(meanings),
      ...traitTexts(traits),
    ].join("; "),
    confidence: decided.length === 0 ? 0 : least,
    evidence: [
      `sampled: ${sampled.join(", ") || "nothing"}`,
      ...(changed === undefined ? [] : [`${changed} sampled records changed meanwhile and were left out`]),
      ...(clockIsOff ? ["the target's clock is not what its answers say; its time was inferred"] : []),
    ],
  };
};

const conjunctAnswer = ({ conjunct }: DiscoveryState): UnknownAnswer => {
  const isDecided = conjunct?.and !== undefined && conjunct.agreeing > 0;
  return {
    unknown: "U-14",
    status: isDecided ? "answered" : "undecided",
    answer: isDecided
      ? `conjunct ${conjunct.and} joins by AND, ${conjunct.and === 0 ? 1 : 0} by OR`
      : "neither conjunct was seen to join by AND while the other joins by OR",
    confidence: isDecided ? sureBy(conjunct.agreeing, 0.02) : 0,
    evidence:
      conjunct === undefined
        ? []
        : [
            `${conjunct.agreeing} of ${conjunct.asked} pairs of conditions match what both match, and what either does`,
          ],
  };
};

const typeEvidence = ({ kind, code, refused, alsoTaken, likeness }: FoundType): string =>
  `${kind}: ${code} is taken${refused.length === 0 ? "" : `, ${refused.join(", ")} refused`}${
    alsoTaken.length === 0 ? "" : `, ${alsoTaken.join(", ")} taken too`
  }; ${Math.round(likeness * 100)} % of its listed parameters are properties of the records`;

const decidedTypes = (types: readonly FoundType[]): readonly FoundType[] => {
  const decided = types.filter(({ isDecided }) => isDecided);
  return decided.filter(({ code }) => decided.filter((other) => other.code === code).length === 1);
};

const typesAnswer = ({ types }: DiscoveryState): UnknownAnswer => {
  const decided = decidedTypes(types);
  const missing = recordKinds.filter((kind) => !decided.some((type) => type.kind === kind));
  const named = decided.map(({ kind, code }) => `${kind} is ${code}`).join(", ");
  return {
    unknown: "U-15",
    status: missing.length === 0 ? "answered" : decided.length === 0 ? "undecided" : "partly",
    answer: [named, missing.length === 0 ? "" : `undecided: ${missing.join(", ")}`]
      .filter(Boolean)
      .join("; "),
    confidence:
      decided.length === 0
        ? 0
        : Math.min(
            ...decided.map(({ refused, likeness }) => sureBy(refused.length + (likeness > 0.3 ? 1 : 0), 0.1)),
          ),
    evidence: types.map(typeEvidence),
  };
};

const pagesAnswer = ({ pages }: DiscoveryState): UnknownAnswer => {
  const parts =
    pages === undefined
      ? []
      : [
          pages.defaultTake === undefined ? undefined : `the default take is ${pages.defaultTake}`,
          pages.beyond?.kind === "cut"
            ? `the maximum is ${pages.beyond.maximum}, more is cut to it`
            : undefined,
          pages.beyond?.kind === "refused"
            ? `the maximum is at least ${pages.largestTaken} and below ${pages.beyond.smallestRefused}, more is refused`
            : undefined,
          pages.beyond === undefined ? `no maximum was seen up to ${pages.largestTaken}` : undefined,
          pages.skipsNothing === true ? "the default skip is 0" : undefined,
          pages.defaultSort === undefined ? undefined : `the default order is by ${pages.defaultSort}`,
        ].filter((part) => part !== undefined);
  const isWhole = pages?.defaultTake !== undefined && pages.beyond !== undefined;
  return {
    unknown: "U-30",
    status: parts.length === 0 ? "undecided" : isWhole ? "answered" : "partly",
    answer: parts.join("; ") || "no page was answered",
    confidence: parts.length === 0 ? 0 : isWhole ? 0.95 : 0.5,
    evidence:
      pages === undefined ? [] : [`the largest page that was seen holds ${pages.largestSeen} records`],
  };
};

const optionsAnswer = ({ options, listed, types }: DiscoveryState): UnknownAnswer => {
  const understood = Object.keys(listed?.queryTypes ?? {}).length;
  return {
    unknown: "U-11",
    status: understood === 0 ? "undecided" : understood < types.length ? "partly" : "answered",
    answer: `Query/options answers for ${options.size} of 10 types; of ${understood} queried kinds it was understood`,
    confidence: understood === 0 ? 0 : 0.9,
    evidence: Object.entries(listed?.queryTypes ?? {}).map(
      ([kind, { parameters, columns }]) =>
        `${kind}: ${Object.keys(parameters).length} parameters, ${columns.length} columns`,
    ),
  };
};

/** The type of a sampled parameter; undefined if its values show none. */
const sampledType = (state: DiscoveryState, kind: RecordKind, name: string): ValueType | undefined =>
  state.samples
    .filter((sample) => sample.kind === kind)
    .flatMap(({ columns }) => columns)
    .find((column) => column.name === name)?.type;

/** A query type with unreadable options, reconstructed from the properties that worked in conditions. */
const typeByExperience = (state: DiscoveryState, { kind, code }: FoundType): QueryTypeDialect => {
  const answered = operatorCodes
    .flatMap((operator) => state.observations?.of(operator) ?? [])
    .filter(({ observed, probe }) => observed.kind === "answered" && probe.sample.kind === kind)
    .map(({ probe: { column } }): [string, ParameterDialect] => [column.name, { type: column.type }]);
  return { code, parameters: Object.fromEntries(answered), columns: [] };
};

const withSampledTypes = (
  state: DiscoveryState,
  kind: RecordKind,
  type: QueryTypeDialect,
): QueryTypeDialect => ({
  ...type,
  parameters: Object.fromEntries(
    Object.entries(type.parameters).map(([name, parameter]) => [
      name,
      parameter.type === "unknown"
        ? { ...parameter, type: sampledType(state, kind, name) ?? "unknown" }
        : parameter,
    ]),
  ),
});

const dialectOf = (state: DiscoveryState, meanings: ReadonlyMap<number, OperatorName>): Dialect => {
  const { field, conjunct, traits, listed } = state;
  const { ignoresCase, emptyMatchesNull, negationMatchesNull } = traits;
  const types = decidedTypes(state.types);
  const queryTypes = types.map((type): [string, QueryTypeDialect] => {
    const known = listed?.queryTypes[type.kind];
    return [
      type.kind,
      known === undefined ? typeByExperience(state, type) : withSampledTypes(state, type.kind, known),
    ];
  });
  const and = conjunct !== undefined && conjunct.agreeing > 0 ? conjunct.and : undefined;
  return defineDialect({
    ...(field === undefined ? {} : { singleValueField: field.name }),
    ...(and === undefined ? {} : { conjunct: and === 0 ? { and: 0, or: 1 } : { and: 1, or: 0 } }),
    ...(ignoresCase === undefined ? {} : { letterCase: ignoresCase ? "ignored" : "exact" }),
    ...(emptyMatchesNull === undefined ? {} : { emptyMatchesNull }),
    ...(negationMatchesNull === undefined ? {} : { negationMatchesNull }),
    operators: Object.fromEntries([...integersOf(meanings)].map(([meaning, [code = 0]]) => [meaning, code])),
    queryTypes: Object.fromEntries(queryTypes),
  });
};

/** Draws conclusions from a state: only what is beyond doubt enters the dialect. */
export const conclude = (state: DiscoveryState): Discovery => {
  const meanings = meaningsOf(state.observations);
  const operators = operatorAnswers(state.observations, meanings);
  return {
    complete: state.cutShort === undefined,
    ...(state.cutShort === undefined ? {} : { stopped: state.cutShort }),
    answers: [
      optionsAnswer(state),
      fieldAnswer(state),
      operatorSummary(meanings, operators, state),
      conjunctAnswer(state),
      typesAnswer(state),
      pagesAnswer(state),
    ],
    operators,
    notes: state.notes,
    dialect: dialectOf(state, meanings),
  };
};
