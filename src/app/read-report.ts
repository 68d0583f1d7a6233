import { interfaceNames } from "../contract/interface-name.ts";
import { resolve } from "node:path";
import type { Drift, DriftGroup } from "../harness/model/drift.ts";
import { jsonLimits, measureJson } from "../harness/model/json-limits.ts";
import { isObject, parseJson } from "../harness/model/json-object.ts";
import type { Report } from "../harness/model/report.ts";
import { UsageError } from "../harness/model/usage-error.ts";
import type { Surroundings } from "./surroundings.ts";
import { readTextFile } from "./read-file.ts";

type Test = (value: unknown) => boolean;

const text: Test = (value) => typeof value === "string";
const count: Test = (value) => Number.isSafeInteger(value) && Number(value) >= 0;
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

const finding = record({
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
  exchanges: listOf(count),
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
  known: truth,
});

const observation = record({ unknown: text, observed: text, evidence: text });

const verdict: Test = (value) =>
  record({ kind: oneOf("passed", "failed"), exchanges: count, violations: optional(count) })(value) ||
  record({ kind: oneOf("not-applicable"), reason: text })(value) ||
  record({ kind: oneOf("crashed"), message: text })(value);

const part = record({
  index: count,
  count,
  selection: text,
  checks: listOf(
    record({
      check: text,
      exchanges: listOf(record({ first: count, count })),
      findings: listOf(text),
      observations: listOf(observation),
    }),
  ),
  observations: listOf(observation),
  verdicts: listOf(record({ check: text, fact: text, verdict })),
  require: optional(record({ minFacts: optional(count), facts: optional(listOf(text)) })),
  baseline: listOf(record({ fingerprint: text, check: optional(text) })),
  stopped: optional(
    record({
      reason: oneOf(
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
      ),
      message: text,
    }),
  ),
});

const report = record({
  tool: record({ name: oneOf("tripact"), version: text }),
  run: record({
    id: text,
    seed: count,
    targets: (value) => isObject(value) && Object.values(value).every(text),
    complete: truth,
    sampled: optional(truth),
    turn: optional(count),
    turns: optional((value) => isObject(value) && Object.values(value).every(count)),
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
      part: optional(record({ asked: count, of: count })),
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

/** More than the report of any run holds. What is read takes many times the memory of its text. */
const mostValues = 500_000;

const readerHint = "tripact check --report json=FILE writes one";

/**
 * The JSON of a file that should be a report; undefined when it is none.
 * @throws UsageError when the file cannot be read or holds too much.
 */
export const readReportJson = async (file: string, { cwd, signal }: Surroundings): Promise<unknown> => {
  const json = await readTextFile(resolve(cwd, file), { location: file, signal });
  const { values, depth } = measureJson(json);
  if (values > mostValues || depth > jsonLimits.depth)
    throw new UsageError("contains more than a report of tripact", { location: file, hint: readerHint });
  return parseJson(json);
};

/** What a change is asked for again by. */
export type ReportedChange = Pick<Drift, "fingerprint" | "target" | "operation" | "pointer" | "message">;

/** What a finding is asked for again by, in the report of a check and in what `drift --json` prints. */
export type FindingsReport = Pick<Report, "findings"> & {
  readonly run: Pick<Report["run"], "seed" | "sampled" | "turn" | "turns" | "portions"> &
    Partial<Pick<Report["run"], "targets">>;
  /** Only in what `drift --json` prints. */
  readonly results?: readonly {
    readonly drift: readonly ReportedChange[];
    /** Absent in what an earlier version has printed. */
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
    turns: optional((value) => isObject(value) && Object.values(value).every(count)),
    portions: optional(count),
    targets: optional((value) => isObject(value) && Object.values(value).every(text)),
  }),
  findings: listOf(finding),
  results: optional(listOf(record({ drift: listOf(change), groups: optional(listOf(group)) }))),
});

const isFindingsReport = (value: unknown): value is FindingsReport => findingsReport(value);

/**
 * The findings of a report: of a JSON file that a run has left, or of what a run returned.
 * @throws UsageError when the file cannot be read or is not one.
 */
export const readFindings = async (given: string | object, io: Surroundings): Promise<FindingsReport> => {
  if (typeof given === "string") return readAs(given, isFindingsReport, io);
  if (isFindingsReport(given)) return given;
  throw new UsageError("not a report of tripact", { option: "report", hint: "pass what a run returned" });
};

/**
 * A JSON report that a run has left.
 * @throws UsageError when the file cannot be read or is not one.
 */
export const readReport = (file: string, io: Surroundings): Promise<Report> => readAs(file, isReport, io);

const readAs = async <Value>(
  file: string,
  isOne: (value: unknown) => value is Value,
  io: Surroundings,
): Promise<Value> => {
  const value = await readReportJson(file, io);
  if (isOne(value)) return value;
  throw new UsageError(value === undefined ? "not valid JSON" : "not a JSON report of tripact", {
    location: file,
    hint: readerHint,
  });
};
