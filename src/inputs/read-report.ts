import { interfaceNames } from "../contract/interface-name.ts";
import { resolve } from "node:path";
import type { Drift, DriftGroup } from "../harness/model/drift.ts";
import { jsonLimits, measureJson } from "../harness/model/json-limits.ts";
import { isObject, parseJson } from "../harness/model/json-object.ts";
import type { Report } from "../harness/model/report.ts";
import { UsageError } from "../harness/model/usage-error.ts";
import type { Surroundings } from "../harness/model/surroundings.ts";
import { readTextFile } from "../harness/source/read-file.ts";

type Test = (value: unknown) => boolean;

const text: Test = (value) => typeof value === "string";
const count: Test = (value) => Number.isSafeInteger(value) && Number(value) >= 0;
const number: Test = (value) => Number.isFinite(value);
const truth: Test = (value) => typeof value === "boolean";
const time: Test = (value) => typeof value === "string" && !Number.isNaN(Date.parse(value));
const optional =
  (test: Test): Test =>
  (value) =>
    value === undefined || test(value);
const listOf =
  (test: Test): Test =>
  (value) =>
    Array.isArray(value) && value.every(test);
const oneOf =
  (...words: readonly string[]): Test =>
  (value) =>
    words.some((word) => word === value);
const record =
  (tests: Readonly<Record<string, Test>>): Test =>
  (value) =>
    isObject(value) && Object.entries(tests).every(([key, test]) => test(value[key]));

const severity = oneOf("error", "warning", "info");

/** A finding without the fields that depend on exchange numbers and a baseline. */
const foundFields = {
  fingerprint: text,
  fact: text,
  check: text,
  severity,
  interface: oneOf(...interfaceNames),
  operation: text,
  request: optional(text),
  message: text,
  cause: optional(record({ what: text, item: text })),
  rule: optional(text),
  field: optional(text),
  parameters: optional(listOf(text)),
  pointer: text,
  expected: text,
  actual: text,
  curl: text,
  steps: optional(
    listOf(
      record({
        check: text,
        label: text,
        curl: text,
        does: optional(text),
        answer: optional(text),
        wrong: optional(truth),
        changes: optional(text),
      }),
    ),
  ),
  restore: optional(listOf(record({ record: text, read: optional(text), write: text }))),
  replay: optional(text),
};

const finding = record({ ...foundFields, exchanges: listOf(count), known: truth });

const verdict: Test = (value) =>
  record({ kind: oneOf("passed", "failed"), exchanges: count, violations: optional(count) })(value) ||
  record({ kind: oneOf("not-applicable"), reason: text })(value) ||
  record({ kind: oneOf("crashed"), message: text })(value);

const pairOf =
  (test: Test): Test =>
  (value) =>
    Array.isArray(value) && value.length === 2 && value.every(test);
const pair = pairOf(count);

const valuesOf =
  (test: Test): Test =>
  (value) =>
    isObject(value) && Object.values(value).every(test);

const reason = oneOf(
  "unreachable",
  "crashed",
  "recording",
  "nothing-judged",
  "coverage",
  "credential",
  "record",
  "safety",
  "budget",
  "interrupted",
);

const pickedPart = record({ asked: count, of: count });

const redirect = record({
  interface: oneOf(...interfaceNames),
  operation: text,
  status: count,
  to: oneOf("the same base address", "another address", "nowhere"),
  times: count,
});

const putBack = record({
  id: text,
  interface: oneOf(...interfaceNames),
  record: text,
  state: oneOf("as it was", "put back", "not replaced", "not put back"),
  reason: optional(text),
  at: pairOf(number),
});

const tally = record({
  steps: listOf(record({ step: count, check: text, exchanges: count })),
  findings: listOf(record({ finding: record(foundFields), at: pair, about: pair, exchanges: listOf(pair) })),
  observations: listOf(
    record({ unknown: text, observed: text, evidence: text, at: pair, exchange: pair, ofAll: truth }),
  ),
  verdicts: listOf(record({ check: text, fact: text, verdict })),
  done: listOf(text),
  crashed: listOf(text),
  names: listOf(text),
  stops: listOf(record({ reason, message: text })),
  times: listOf(pairOf(number)),
  requests: count,
  redirects: listOf(redirect),
  records: listOf(putBack),
  left: listOf(record({ what: text, times: count })),
  sampled: truth,
  turn: optional(count),
  turns: valuesOf(count),
  portions: count,
  picked: valuesOf(pickedPart),
});

const part = record({
  index: count,
  count,
  chosen: listOf(text),
  baseline: listOf(record({ fingerprint: text, check: optional(text) })),
  require: optional(record({ minFacts: optional(count), facts: optional(listOf(text)) })),
  tally,
});

const report = record({
  tool: record({ name: oneOf("tripact"), version: text }),
  run: record({
    id: text,
    seed: count,
    targets: valuesOf(text),
    complete: truth,
    sampled: optional(truth),
    turn: optional(count),
    turns: optional(valuesOf(count)),
    portions: optional(count),
    stopped: optional(text),
    startedAt: time,
    elapsedMs: count,
  }),
  summary: record({
    facts: record({ passed: count, failed: count, skipped: count, total: count }),
    findings: record({ error: count, warning: count, info: count }),
    requests: count,
  }),
  facts: listOf(
    record({
      id: text,
      status: oneOf("passed", "failed", "skipped"),
      reason: optional(text),
      checks: listOf(text),
      exchanges: count,
      part: optional(pickedPart),
    }),
  ),
  findings: listOf(finding),
  unknowns: listOf(
    record({
      id: text,
      status: oneOf("open", "observed"),
      observed: optional(text),
      evidence: optional(text),
    }),
  ),
  resolved: listOf(text),
  part: optional(part),
});

const isReport = (value: unknown): value is Report => report(value);

/** More than the report of any run holds. Parsed values take many times the memory of their text. */
const mostValues = 500_000;

const readerHint = "tripact check --report json=FILE writes one";

/**
 * The JSON of a file that should be a report; undefined if it is not JSON.
 * @throws UsageError if the file cannot be read or holds too much.
 */
export const readReportJson = async (file: string, { cwd, signal }: Surroundings): Promise<unknown> => {
  const json = await readTextFile(resolve(cwd, file), { location: file, signal });
  const { values, depth } = measureJson(json);
  if (values > mostValues || depth > jsonLimits.depth)
    throw new UsageError("contains more than a report of tripact", { location: file, hint: readerHint });
  return parseJson(json);
};

/** The properties needed to replay a change. */
export type ReportedChange = Pick<Drift, "fingerprint" | "target" | "operation" | "pointer" | "message">;

/** The properties needed to replay a finding, in the report of a check and in the output of `drift --json`. */
export type FindingsReport = Pick<Report, "findings"> & {
  readonly run: Pick<Report["run"], "seed" | "sampled" | "turn" | "turns" | "portions"> &
    Partial<Pick<Report["run"], "targets">>;
  /** Only in the output of `drift --json`. */
  readonly results?: readonly {
    readonly drift: readonly ReportedChange[];
    /** Absent in the output of earlier versions. */
    readonly groups?: readonly Pick<DriftGroup, "fingerprint" | "changes">[];
  }[];
};

const change = record({
  fingerprint: text,
  target: record({ interface: oneOf(...interfaceNames), address: text, organization: text }),
  operation: text,
  pointer: text,
  message: text,
});

const group = record({ fingerprint: text, changes: listOf(text) });

const findingsReport = record({
  tool: record({ name: oneOf("tripact"), version: text }),
  run: record({
    seed: count,
    sampled: optional(truth),
    turn: optional(count),
    turns: optional(valuesOf(count)),
    portions: optional(count),
    targets: optional(valuesOf(text)),
  }),
  findings: listOf(finding),
  results: optional(listOf(record({ drift: listOf(change), groups: optional(listOf(group)) }))),
});

const isFindingsReport = (value: unknown): value is FindingsReport => findingsReport(value);

/**
 * The findings of a report, given as a JSON file or as the result of a run.
 * @throws UsageError if the file cannot be read or is no report.
 */
export const readFindings = async (given: string | object, io: Surroundings): Promise<FindingsReport> => {
  if (typeof given === "string") return readAs(given, isFindingsReport, io);
  if (isFindingsReport(given)) return given;
  throw new UsageError("not a report of tripact", { option: "report", hint: "pass what a run returned" });
};

/**
 * Reads a JSON report from a file.
 * @throws UsageError if the file cannot be read or is no report.
 */
export const readReport = (file: string, io: Surroundings): Promise<Report> => readAs(file, isReport, io);

/** A shard as earlier versions wrote it. */
const isEarlierShard = record({ part: record({ selection: text, checks: listOf(isObject) }) });

const readAs = async <Value>(
  file: string,
  isOne: (value: unknown) => value is Value,
  io: Surroundings,
): Promise<Value> => {
  const value = await readReportJson(file, io);
  if (isOne(value)) return value;
  if (isEarlierShard(value))
    throw new UsageError("is the report of a shard that an earlier version of tripact has written", {
      location: file,
      hint: "run tripact check --shard i/n again",
    });
  throw new UsageError(value === undefined ? "not valid JSON" : "not a JSON report of tripact", {
    location: file,
    hint: readerHint,
  });
};
