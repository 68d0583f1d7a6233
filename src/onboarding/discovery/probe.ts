import type { Call } from "../../core/model/exchange.ts";
import type { Value } from "../../builtin/queries/values/value-types.ts";
import type { TimedExchange } from "./probe-client.ts";
import { idText, isRefusedProbe, donationPageIn, postQuery } from "./donation-calls.ts";
import type { ParameterColumn, RecordSample } from "./sample.ts";

/** The operands of a condition. */
export type Shape = "none" | "single" | "several" | "bounds";

/** One condition without its operator, to be sent with any of the thirty. */
export interface Probe {
  readonly sample: RecordSample;
  readonly column: ParameterColumn;
  readonly shape: Shape;
  /** Type of the operands: the parameter's own, or a number of days. */
  readonly counts: "own" | "days";
  readonly operands: readonly Value[];
}

/** Which records of a sample match: 1 or 0 for each, in order; ? where a prediction leaves it open. */
export type Matches = string;

export type ProbeOutcome =
  | { readonly kind: "refused"; readonly status: number; readonly body: unknown }
  | {
      readonly kind: "answered";
      readonly matches: Matches;
      /** Number of records, from the first, whose match is known. */
      readonly known: number;
      readonly total: number;
    };

/** Outcome of one probe with one operator. */
export interface ProbeResult {
  readonly probe: Probe;
  readonly observed: ProbeOutcome;
  readonly sentAt: number;
  readonly answeredAt: number;
}

const operandsOf = (
  { shape, operands }: Probe,
  singleValueField: string,
): Readonly<Record<string, unknown>> => {
  const [first, second] = operands;
  switch (shape) {
    case "none":
      return {};
    case "single":
      return { [singleValueField]: first };
    case "several":
      return { values: [...operands] };
    case "bounds":
      return { [singleValueField]: first, secondaryValue: second };
  }
};

/** A condition as it is sent. */
export type SentCondition = Readonly<Record<string, unknown>>;

export const conditionOf = (probe: Probe, operator: number, singleValueField: string): SentCondition => ({
  parameter: probe.column.name,
  operator,
  ...operandsOf(probe, singleValueField),
});

/** Requests a sample's records with some conditions, in the sample's order. */
export const sampleProbe = (
  sample: RecordSample,
  conjunct: number,
  conditions: readonly SentCondition[],
  label: string,
): Call =>
  postQuery(
    sample.operation,
    {
      queryType: sample.code,
      skip: 0,
      take: sample.pageSize,
      ...sample.order,
      ...(sample.idColumns === undefined ? {} : { selectedColumns: sample.idColumns }),
      groups: [{ conjunct, conditions }],
    },
    label,
  );

/** The outcome for a sample's records; undefined for a failure, which is no evidence. */
export const probeOutcome = (sample: RecordSample, { exchange }: TimedExchange): ProbeOutcome | undefined => {
  const page = donationPageIn(exchange);
  if (page === undefined) {
    const { outcome } = exchange;
    if (outcome.kind !== "response" || !isRefusedProbe(exchange)) return undefined;
    const body = outcome.body.kind === "json" ? outcome.body.value : undefined;
    return { kind: "refused", status: outcome.status, body };
  }
  const ids = page.items.map(idText);
  const found = new Set(ids);
  const last = sample.ids.indexOf(ids.at(-1) ?? "");
  // A full page may omit later matches, so nothing is known beyond its last record.
  const known = ids.length >= page.total || last === -1 ? sample.ids.length : last + 1;
  return {
    kind: "answered",
    matches: sample.ids.map((id) => (found.has(id) ? "1" : "0")).join(""),
    known,
    total: page.total,
  };
};

/** The result of a probe; undefined for a failure. */
export const probeResult = (probe: Probe, answer: TimedExchange | undefined): ProbeResult | undefined => {
  const observed = answer && probeOutcome(probe.sample, answer);
  if (answer === undefined || observed === undefined) return undefined;
  return { probe, observed, sentAt: answer.sentAt, answeredAt: answer.answeredAt };
};

/** Whether exactly these records match, as far as they are predicted, counted, and shown by the answer. */
export const isAnsweredAs = (
  predicted: Matches,
  observed: ProbeOutcome | undefined,
  counts: (index: number) => boolean = () => true,
): boolean => {
  if (observed?.kind !== "answered") return false;
  for (let index = 0; index < observed.known; index += 1) {
    const match = predicted[index];
    if (match !== "?" && match !== observed.matches[index] && counts(index)) return false;
  }
  return true;
};

/** The matches of a condition that no record, or every record, of a sample matches. */
export const noneOf = ({ ids }: RecordSample): Matches => "0".repeat(ids.length);
export const allMatches = ({ ids }: RecordSample): Matches => "1".repeat(ids.length);

/** Whether some of the records match, and some do not. */
export const isInformative = (matches: Matches): boolean => matches.includes("1") && matches.includes("0");

/** Whether results already show just these records: the same ones by another operand or parameter prove no more. */
export const isShown = (matches: Matches, sample: RecordSample, results: readonly ProbeResult[]): boolean =>
  results.some(
    ({ probe, observed }) =>
      probe.sample === sample && observed.kind === "answered" && observed.matches === matches,
  );

const shapeWords: Readonly<Record<Shape, string>> = {
  none: "no value",
  single: "one value",
  several: "several values",
  bounds: "two bounds",
};

/** A probe in words, with only the number of its operands. */
export const describeProbe = ({ sample, column, shape, counts }: Probe): string =>
  `${sample.kind}.${column.name} (${column.type}), ${counts === "days" ? "a number of days" : shapeWords[shape]}`;
