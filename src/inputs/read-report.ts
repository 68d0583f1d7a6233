import { resolve } from "node:path";
import type { Drift, DriftGroup } from "../core/model/drift.ts";
import { jsonLimits, measureJson } from "../core/model/json-limits.ts";
import { parseJson } from "../core/model/json-object.ts";
import type { Problem, ProblemPlace } from "../core/model/problem.ts";
import type { FactResult, Report } from "../core/model/report.ts";
import { UsageError } from "../core/model/usage-error.ts";
import type { Surroundings } from "../core/model/surroundings.ts";
import { readTextFile } from "../core/source/read-file.ts";
import {
  byKind,
  count,
  list,
  listOf,
  misfitOf,
  number,
  oneOf,
  optional,
  record,
  type Rule,
  text,
  time,
  truth,
  valuesOf,
} from "../core/source/rules.ts";

const severity = oneOf("error", "warning", "info");

/** A finding without the fields that depend on exchange numbers and a baseline. */
const foundFields = {
  fingerprint: text,
  fact: text,
  check: text,
  severity,
  interface: text,
  operation: text,
  request: optional(text),
  message: text,
  cause: optional(record({ what: text, item: text })),
  rule: optional(text),
  field: optional(text),
  parameters: optional(list(text)),
  pointer: text,
  expected: text,
  actual: text,
  curl: text,
  steps: optional(
    list(
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
  restore: optional(list(record({ record: text, read: optional(text), write: text }))),
  variables: optional(
    list(record({ name: text, step: optional(count), pointer: optional(text), word: optional(text) })),
  ),
  onlyReplay: optional(text),
  orReplay: optional(text),
  replay: optional(text),
  portion: optional(count),
};

const finding = record({ ...foundFields, exchanges: list(count), known: truth });

const verdict = byKind({
  passed: record({ exchanges: count }),
  failed: record({ exchanges: count, violations: optional(count) }),
  "not-applicable": record({ reason: text }),
  crashed: record({ message: text }),
});

const pair = listOf(count, 2);

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
  interface: text,
  operation: text,
  status: count,
  to: oneOf("the same base address", "another address", "nowhere"),
  times: count,
});

const putBack = record({
  id: text,
  interface: text,
  record: text,
  state: oneOf("as it was", "put back", "not replaced", "not put back"),
  reason: optional(text),
  at: listOf(number, 2),
});

/** The results of a part of a run, as in a report and in the store of saved runs. */
export const tallyRule = record({
  steps: list(record({ step: count, check: text, exchanges: count })),
  findings: list(record({ finding: record(foundFields), at: pair, about: pair, exchanges: list(pair) })),
  observations: list(
    record({ unknown: text, observed: text, evidence: text, at: pair, exchange: pair, ofAll: truth }),
  ),
  verdicts: list(record({ check: text, fact: text, verdict })),
  done: list(text),
  crashed: list(text),
  names: list(text),
  stops: list(record({ reason, message: text })),
  times: list(listOf(number, 2)),
  requests: count,
  redirects: list(redirect),
  records: list(putBack),
  left: list(record({ what: text, times: count })),
  sampled: truth,
  turn: optional(count),
  turns: valuesOf(count),
  portions: count,
  picked: valuesOf(pickedPart),
});

const part = record({
  index: count,
  count,
  chosen: list(text),
  baseline: list(record({ fingerprint: text, check: optional(text) })),
  require: optional(record({ minFacts: optional(count), facts: optional(list(text)) })),
  tally: tallyRule,
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
  facts: list(
    record({
      id: text,
      status: oneOf("passed", "failed", "skipped"),
      reason: optional(text),
      checks: list(text),
      exchanges: count,
      part: optional(pickedPart),
    }),
  ),
  findings: list(finding),
  unknowns: list(
    record({
      id: text,
      status: oneOf("open", "observed"),
      observed: optional(text),
      evidence: optional(text),
    }),
  ),
  resolved: list(text),
  part: optional(part),
});

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
  readonly run: Pick<Report["run"], "seed" | "sampled" | "turn" | "turns"> &
    Partial<Pick<Report["run"], "targets">>;
  /** Absent in reports of drift. */
  readonly facts?: readonly Pick<FactResult, "reason" | "checks">[];
  /** Absent in reports of earlier versions. */
  readonly problems?: readonly (Pick<Problem, "fingerprint" | "kind" | "groups"> & {
    readonly places: readonly Pick<ProblemPlace, "fingerprint">[];
  })[];
  /** Only in the output of `drift --json`. */
  readonly results?: readonly {
    readonly drift: readonly ReportedChange[];
    /** Absent in the output of earlier versions. */
    readonly groups?: readonly Pick<DriftGroup, "fingerprint" | "changes">[];
  }[];
};

const change = record({
  fingerprint: text,
  target: record({ interface: text, address: text, organization: text }),
  operation: text,
  pointer: text,
  message: text,
});

const group = record({ fingerprint: text, changes: list(text) });

const problem = record({
  fingerprint: text,
  kind: oneOf("violation", "change", "unjudged"),
  places: list(record({ fingerprint: text })),
  groups: optional(list(text)),
});

const findingsReport = record({
  tool: record({ name: oneOf("tripact"), version: text }),
  run: record({
    seed: count,
    sampled: optional(truth),
    turn: optional(count),
    turns: optional(valuesOf(count)),
    targets: optional(valuesOf(text)),
  }),
  facts: optional(list(record({ reason: optional(text), checks: list(text) }))),
  findings: list(finding),
  problems: optional(list(problem)),
  results: optional(list(record({ drift: list(change), groups: optional(list(group)) }))),
});

/**
 * The findings of a report, given as a JSON file or as the result of a run.
 * @throws UsageError if the file cannot be read or is no report.
 */
export const readFindings = async (given: string | object, io: Surroundings): Promise<FindingsReport> => {
  if (typeof given === "string") return readAs<FindingsReport>(given, findingsReport, io);
  const misfit = misfitOf(given, findingsReport);
  // Checked by the rule.
  if (misfit === undefined) return given as FindingsReport;
  throw new UsageError(`not a report of tripact: ${misfit}`, {
    option: "report",
    hint: "pass what a run returned",
  });
};

/**
 * Reads a JSON report from a file.
 * @throws UsageError if the file cannot be read or is no report.
 */
export const readReport = (file: string, io: Surroundings): Promise<Report> =>
  readAs<Report>(file, report, io);

/** A shard as earlier versions wrote it. */
const earlierShard = record({ part: record({ selection: text, checks: list(record({})) }) });

const readAs = async <Value>(file: string, rule: Rule, io: Surroundings): Promise<Value> => {
  const value = await readReportJson(file, io);
  const misfit = misfitOf(value, rule);
  // The rule is that of the value's type.
  if (misfit === undefined) return value as Value;
  if (misfitOf(value, earlierShard) === undefined)
    throw new UsageError("is the report of a shard that an earlier version of tripact has written", {
      location: file,
      hint: "run tripact check --shard i/n again",
    });
  throw new UsageError(value === undefined ? "not valid JSON" : `not a JSON report of tripact: ${misfit}`, {
    location: file,
    hint: readerHint,
  });
};
