import { resolve } from "node:path";
import type { Drift, DriftGroup } from "../core/model/drift.ts";
import { jsonLimits, measureJson } from "../core/model/json-limits.ts";
import { parseJson } from "../core/model/json-object.ts";
import type { Problem, ProblemPlace } from "../core/model/problem.ts";
import type { FactResult, Report } from "../core/model/report.ts";
import { UsageError } from "../core/model/usage-error.ts";
import type { Environment } from "../core/model/environment.ts";
import { readTextFile } from "../core/source/read-file.ts";
import {
  byKind,
  aCount,
  aList,
  listOfLength,
  misfitOf,
  aNumber,
  oneOfThese,
  optional,
  anObject,
  type ValueRule,
  aText,
  aTime,
  aTruth,
  valuesOf,
} from "../core/source/rules.ts";

const severity = oneOfThese("error", "warning", "info");

/** A finding without the fields that depend on exchange numbers and a baseline. */
const foundFields = {
  fingerprint: aText,
  fact: aText,
  check: aText,
  severity,
  interface: aText,
  operation: aText,
  request: optional(aText),
  message: aText,
  cause: optional(anObject({ what: aText, item: aText })),
  rule: optional(aText),
  field: optional(aText),
  parameters: optional(aList(aText)),
  pointer: aText,
  expected: aText,
  actual: aText,
  curl: aText,
  steps: optional(
    aList(
      anObject({
        check: aText,
        label: aText,
        curl: aText,
        does: optional(aText),
        answer: optional(aText),
        wrong: optional(aTruth),
        changes: optional(aText),
      }),
    ),
  ),
  restore: optional(aList(anObject({ record: aText, read: optional(aText), write: aText }))),
  variables: optional(
    aList(anObject({ name: aText, step: optional(aCount), pointer: optional(aText), word: optional(aText) })),
  ),
  onlyReplay: optional(aText),
  orReplay: optional(aText),
  replay: optional(aText),
  portion: optional(aCount),
};

const finding = anObject({ ...foundFields, exchanges: aList(aCount), known: aTruth });

const verdict = byKind({
  passed: anObject({ exchanges: aCount }),
  failed: anObject({ exchanges: aCount, violations: optional(aCount) }),
  "not-applicable": anObject({ reason: aText }),
  crashed: anObject({ message: aText }),
});

const pair = listOfLength(aCount, 2);

const reason = oneOfThese(
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

const pickedPart = anObject({ asked: aCount, of: aCount });

const redirect = anObject({
  interface: aText,
  operation: aText,
  status: aCount,
  to: oneOfThese("the same base address", "another address", "nowhere"),
  times: aCount,
});

const putBack = anObject({
  id: aText,
  interface: aText,
  record: aText,
  state: oneOfThese("as it was", "put back", "not replaced", "not removed", "not put back"),
  reason: optional(aText),
  at: listOfLength(aNumber, 2),
});

/** The results of a part of a run, as in a report and in the store of saved runs. */
export const tallyRule = anObject({
  steps: aList(anObject({ step: aCount, check: aText, exchanges: aCount })),
  findings: aList(
    anObject({ finding: anObject(foundFields), at: pair, about: pair, exchanges: aList(pair) }),
  ),
  observations: aList(
    anObject({ unknown: aText, observed: aText, evidence: aText, at: pair, exchange: pair, ofAll: aTruth }),
  ),
  verdicts: aList(anObject({ check: aText, fact: aText, verdict })),
  done: aList(aText),
  crashed: aList(aText),
  names: aList(aText),
  stops: aList(anObject({ reason, message: aText })),
  times: aList(listOfLength(aNumber, 2)),
  requests: aCount,
  redirects: aList(redirect),
  records: aList(putBack),
  left: aList(anObject({ what: aText, times: aCount })),
  sampled: aTruth,
  turn: optional(aCount),
  turns: valuesOf(aCount),
  portions: aCount,
  picked: valuesOf(pickedPart),
});

const part = anObject({
  index: aCount,
  count: aCount,
  chosen: aList(aText),
  baseline: aList(anObject({ fingerprint: aText, check: optional(aText) })),
  require: optional(anObject({ minFacts: optional(aCount), facts: optional(aList(aText)) })),
  tally: tallyRule,
});

const report = anObject({
  tool: anObject({ name: oneOfThese("tripact"), version: aText }),
  run: anObject({
    id: aText,
    seed: aCount,
    targets: valuesOf(aText),
    complete: aTruth,
    sampled: optional(aTruth),
    turn: optional(aCount),
    turns: optional(valuesOf(aCount)),
    portions: optional(aCount),
    stopped: optional(aText),
    startedAt: aTime,
    elapsedMs: aCount,
  }),
  summary: anObject({
    facts: anObject({ passed: aCount, failed: aCount, skipped: aCount, total: aCount }),
    findings: anObject({ error: aCount, warning: aCount, info: aCount }),
    requests: aCount,
  }),
  facts: aList(
    anObject({
      id: aText,
      status: oneOfThese("passed", "failed", "skipped"),
      reason: optional(aText),
      checks: aList(aText),
      exchanges: aCount,
      part: optional(pickedPart),
    }),
  ),
  findings: aList(finding),
  unknowns: aList(
    anObject({
      id: aText,
      status: oneOfThese("open", "observed"),
      observed: optional(aText),
      evidence: optional(aText),
    }),
  ),
  resolved: aList(aText),
  part: optional(part),
});

/** More than the report of any run holds. Parsed values take many times the memory of their text. */
const mostValues = 500_000;

const readerHint = "tripact check --report json=FILE writes one";

/**
 * The JSON of a file that should be a report; undefined if it is not JSON.
 * @throws UsageError if the file cannot be read or holds too much.
 */
export const readReportJson = async (file: string, { cwd, signal }: Environment): Promise<unknown> => {
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

const change = anObject({
  fingerprint: aText,
  target: anObject({ interface: aText, address: aText, organization: aText }),
  operation: aText,
  pointer: aText,
  message: aText,
});

const group = anObject({ fingerprint: aText, changes: aList(aText) });

const problem = anObject({
  fingerprint: aText,
  kind: oneOfThese("violation", "change", "unjudged"),
  places: aList(anObject({ fingerprint: aText })),
  groups: optional(aList(aText)),
});

const findingsReport = anObject({
  tool: anObject({ name: oneOfThese("tripact"), version: aText }),
  run: anObject({
    seed: aCount,
    sampled: optional(aTruth),
    turn: optional(aCount),
    turns: optional(valuesOf(aCount)),
    targets: optional(valuesOf(aText)),
  }),
  facts: optional(aList(anObject({ reason: optional(aText), checks: aList(aText) }))),
  findings: aList(finding),
  problems: optional(aList(problem)),
  results: optional(aList(anObject({ drift: aList(change), groups: optional(aList(group)) }))),
});

/**
 * The findings of a report, given as a JSON file or as the result of a run.
 * @throws UsageError if the file cannot be read or is no report.
 */
export const readFindings = async (given: string | object, io: Environment): Promise<FindingsReport> => {
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
export const readReport = (file: string, io: Environment): Promise<Report> =>
  readAs<Report>(file, report, io);

/** A shard as earlier versions wrote it. */
const earlierShard = anObject({ part: anObject({ selection: aText, checks: aList(anObject({})) }) });

const readAs = async <Value>(file: string, rule: ValueRule, io: Environment): Promise<Value> => {
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
