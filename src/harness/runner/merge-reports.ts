import { createHash } from "node:crypto";
import type { Contract } from "../model/contract.ts";
import type { Fact, Unknown } from "../model/fact.ts";
import type { Finding } from "../model/finding.ts";
import type { FactResult, Report, UnknownResult } from "../model/report.ts";
import type { PartCheck, PartObservation, PartSpan, ReportPart } from "../model/report-part.ts";
import type { RunFooter } from "../model/run-event.ts";
import type { StopReason, Verdict } from "../model/fact-verdict.ts";
import { withSettings } from "../model/settings.ts";
import { UsageError } from "../model/usage-error.ts";
import { problemsOf } from "../problems/problems-of.ts";
import { addParts, isPartial } from "./picked-parts.ts";
import { addRedirects } from "./add-redirects.ts";
import { bothRequirements, type Requirement, shortfallOf } from "./coverage.ts";
import { nothingJudged } from "./nothing-judged.ts";
import { selectionOf } from "./report-part.ts";
import { type KnownFindings, resolvedFindings } from "./resolved.ts";
import type { SavedVerdict } from "./results.ts";
import { bothWrites } from "./saved-run.ts";
import { createVerdictLog } from "./verdict-log.ts";

/** A report with what stands for it in messages. */
export interface NamedReport {
  readonly file: string;
  readonly report: Report;
}

/** Everything that this version knows. */
export type Registry = Pick<Contract, "facts" | "unknowns" | "checks">;

interface Shard extends NamedReport {
  readonly part: ReportPart;
}

const maxExchangesPerFinding = 20;
const maxObservationsPerUnknown = 5;

const refuse = (message: string, hint: string): never => {
  throw new UsageError(message, { location: "report merge", hint });
};

const targetsOf = ({ report }: NamedReport): string =>
  JSON.stringify(Object.entries(report.run.targets).toSorted(([left], [right]) => (left < right ? -1 : 1)));

/** What all shards of one run have in common, by the word that names it. */
const common: Readonly<Record<string, (shard: Shard) => string>> = {
  version: ({ report }) => report.tool.version,
  seed: ({ report }) => String(report.run.seed),
  target: targetsOf,
  "number of shards": ({ part }) => String(part.count),
  "choice of checks": ({ part }) => part.selection,
  baseline: ({ part }) => JSON.stringify(part.baseline),
};

const assertAlike = (shards: readonly Shard[]): void => {
  const [first] = shards;
  for (const shard of shards)
    for (const [name, valueOf] of Object.entries(common))
      if (first !== undefined && valueOf(shard) !== valueOf(first))
        refuse(`${shard.file} is of another ${name} than ${first.file}`, "merge the shards of one run");
};

const assertWhole = (shards: readonly Shard[]): void => {
  const count = shards[0]?.part.count ?? 0;
  const byIndex = Map.groupBy(shards, ({ part }) => part.index);
  for (const [index, same] of byIndex)
    if (same.length > 1)
      refuse(
        `shard ${index} of ${count} is there more than once: ${same.map(({ file }) => file).join(", ")}`,
        "give each once",
      );
  // Not a list of all indexes: a count comes from a file.
  const missing = count - byIndex.size;
  if (missing === 0) return;
  let first = 1;
  while (byIndex.has(first)) first += 1;
  const more = missing === 1 ? "" : ` and ${missing - 1} more`;
  refuse(`shard ${first} of ${count}${more} is missing`, "give the JSON reports of all shards");
};

const shardsOf = (reports: readonly NamedReport[]): readonly Shard[] =>
  reports
    .map((named) => {
      const { part } = named.report;
      return part === undefined
        ? refuse(`${named.file} is not the report of one shard`, "made by tripact check --shard i/n")
        : { ...named, part };
    })
    .toSorted((left, right) => left.part.index - right.part.index);

/** Exchanges of a shard, and the number of the first of them in the whole. */
interface MovedSpan extends PartSpan {
  readonly to: number;
}

/** What one shard reported while a check ran, with the numbers of its exchanges in the whole. */
interface ShardCheck extends Omit<PartCheck, "exchanges"> {
  readonly shard: Shard;
  readonly exchanges: readonly MovedSpan[];
}

/** The checks of all shards in the order of the whole run: the checks were dealt out to the shards one by one. */
const shardChecksOf = (shards: readonly Shard[]): readonly ShardCheck[] => {
  const longest = Math.max(0, ...shards.map(({ part }) => part.checks.length));
  let next = 1;
  const moved = (span: PartSpan): MovedSpan => {
    const to = next;
    next += span.count;
    return { ...span, to };
  };
  return Array.from({ length: longest }, (_, round) => round).flatMap((round) =>
    shards.flatMap((shard) => {
      const check = shard.part.checks[round];
      return check === undefined ? [] : [{ ...check, shard, exchanges: check.exchanges.map(moved) }];
    }),
  );
};

type Renumber = (shard: Shard, number: number) => number;

const renumberBy = (shardChecks: readonly ShardCheck[]): Renumber => {
  const byShard = Map.groupBy(shardChecks, ({ shard }) => shard);
  return (shard, number) => {
    const span = byShard
      .get(shard)
      ?.flatMap(({ exchanges }) => exchanges)
      .find(({ first, count }) => number >= first && number < first + count);
    return span === undefined ? number : span.to + number - span.first;
  };
};

const mergeFindings = (shardChecks: readonly ShardCheck[], renumber: Renumber): readonly Finding[] => {
  const merged = new Map<string, Finding>();
  for (const { shard, findings } of shardChecks) {
    const own = new Map(shard.report.findings.map((finding) => [finding.fingerprint, finding]));
    for (const fingerprint of findings) {
      const finding = own.get(fingerprint);
      if (finding === undefined) continue;
      const known = merged.get(fingerprint);
      const numbers = finding.exchanges.map((number) => renumber(shard, number));
      const exchanges = [...new Set([...(known?.exchanges ?? []), ...numbers])];
      merged.set(fingerprint, {
        ...(known ?? finding),
        exchanges: exchanges.slice(0, maxExchangesPerFinding),
      });
    }
  }
  return [...merged.values()];
};

const renumbered = (one: PartObservation, shard: Shard, renumber: Renumber): PartObservation => ({
  ...one,
  evidence: one.evidence.replace(
    /^exchange (\d+)/,
    (_, number: string) => `exchange ${renumber(shard, Number(number))}`,
  ),
});

const mergeUnknowns = (
  unknowns: readonly Unknown[],
  shardChecks: readonly ShardCheck[],
  shards: readonly Shard[],
  renumber: Renumber,
): readonly UnknownResult[] => {
  const byChecks = shardChecks.flatMap(({ shard, observations }) =>
    observations.map((one) => renumbered(one, shard, renumber)),
  );
  const atEnd = shards.flatMap((shard) =>
    shard.part.observations.map((one) => renumbered(one, shard, renumber)),
  );
  const firsts = (all: readonly PartObservation[]): readonly PartObservation[] =>
    all.filter((one, index) => all.findIndex(({ observed }) => observed === one.observed) === index);
  return unknowns.map(({ id }) => {
    const isOf = ({ unknown }: PartObservation): boolean => unknown === id;
    const seen = firsts([
      ...firsts(byChecks.filter(isOf)).slice(0, maxObservationsPerUnknown),
      ...atEnd.filter(isOf),
    ]);
    if (seen.length === 0) return { id, status: "open" };
    return {
      id,
      status: "observed",
      observed: seen.map(({ observed }) => observed).join("; "),
      evidence: seen.map(({ evidence }) => evidence).join("; "),
      ...withSettings(...seen.map(({ settings }) => settings)),
    };
  });
};

const exchangesOf = (verdict: Verdict): number => ("exchanges" in verdict ? verdict.exchanges : 0);

const ranks = { crashed: 0, failed: 1, passed: 2, "not-applicable": 3 } as const;

/** The result of a passive check, which ran in every shard. */
const bothVerdicts = (one: Verdict, other: Verdict): Verdict => {
  const [graver, lesser] = ranks[one.kind] <= ranks[other.kind] ? [one, other] : [other, one];
  const exchanges = exchangesOf(one) + exchangesOf(other);
  if (graver.kind === "passed") return { ...graver, exchanges };
  if (graver.kind !== "failed") return graver;
  const violations = graver.violations + (lesser.kind === "failed" ? lesser.violations : 0);
  return { ...graver, exchanges, violations };
};

/** The verdicts of the whole run in its order: active checks by their turns, then the passive ones. */
const mergeVerdicts = (
  shardChecks: readonly ShardCheck[],
  shards: readonly Shard[],
): readonly SavedVerdict[] => {
  const active = new Set(shardChecks.map(({ check }) => check));
  const ofActive = shardChecks.flatMap(({ check, shard }) =>
    shard.part.verdicts.filter((verdict) => verdict.check === check),
  );
  const ofPassive = new Map<string, SavedVerdict>();
  for (const one of shards.flatMap(({ part }) => part.verdicts)) {
    if (active.has(one.check)) continue;
    const key = `${one.check} ${one.fact}`;
    const known = ofPassive.get(key);
    ofPassive.set(
      key,
      known === undefined ? one : { ...known, verdict: bothVerdicts(known.verdict, one.verdict) },
    );
  }
  return [...ofActive, ...ofPassive.values()];
};

const mergeFacts = (
  facts: readonly Fact[],
  verdicts: readonly SavedVerdict[],
  shards: readonly Shard[],
): readonly FactResult[] => {
  const log = createVerdictLog();
  for (const one of verdicts) log.add(one);
  const reasons = new Map(shards[0]?.report.facts.map(({ id, reason }) => [id, reason]));
  const parts = Map.groupBy(
    shards.flatMap(({ report }) => report.facts),
    ({ id }) => id,
  );
  return log
    .facts(facts, ({ id }) => (reasons.get(id) ?? "not reached").replace(" in this shard", ""))
    .map((fact) => {
      const part = addParts(parts.get(fact.id)?.flatMap((one) => one.part ?? []) ?? []);
      return fact.status === "passed" && isPartial(part) ? { ...fact, part } : fact;
    });
};

const stopRanks: readonly StopReason[] = ["interrupted", "safety", "budget"];

const mergeStops = (shards: readonly Shard[]): RunFooter["stopped"] => {
  const stops = shards.flatMap(({ part }) => part.stopped ?? []);
  const gravest =
    stopRanks.map((reason) => stops.find((one) => one.reason === reason)).find((one) => one !== undefined) ??
    stops[0];
  if (gravest === undefined) return undefined;
  const messages = stops.filter(({ reason }) => reason === gravest.reason).map(({ message }) => message);
  return { reason: gravest.reason, message: [...new Set(messages)].join("; ") };
};

const mergeRun = (shards: readonly Shard[], stopped: RunFooter["stopped"]): Report["run"] => {
  const runs = shards.map(({ report }) => report.run);
  const starts = runs.map(({ startedAt }) => Date.parse(startedAt));
  const ends = runs.map(({ startedAt, elapsedMs }) => Date.parse(startedAt) + elapsedMs);
  const started = Math.min(...starts);
  const writes = runs.map((run) => run.writes).reduce(bothWrites, undefined);
  const redirects = addRedirects(...runs.map((run) => run.redirects));
  const [first] = runs;
  const portions = Math.max(...runs.map((run) => run.portions ?? 0));
  // Each check has run in one shard.
  const turns = Object.assign({}, ...runs.map((run) => run.turns ?? {})) as Record<string, number>;
  return {
    id: createHash("sha256")
      .update(runs.map(({ id }) => id).join(" "))
      .digest("hex")
      .slice(0, 12),
    seed: first?.seed ?? 0,
    targets: first?.targets ?? {},
    complete: stopped === undefined && runs.every(({ complete }) => complete),
    ...(runs.some(({ sampled }) => sampled === true) ? { sampled: true } : {}),
    ...(first?.turn === undefined ? {} : { turn: first.turn }),
    ...(Object.keys(turns).length === 0 ? {} : { turns }),
    ...(portions === 0 ? {} : { portions }),
    ...(stopped === undefined ? {} : { stopped: stopped.message }),
    startedAt: new Date(started).toISOString(),
    elapsedMs: Math.max(...ends) - started,
    ...(redirects.length === 0 ? {} : { redirects }),
    ...(writes === undefined ? {} : { writes }),
  };
};

const baselineOf = ({ baseline }: ReportPart): KnownFindings =>
  Object.assign(new Set(baseline.map(({ fingerprint }) => fingerprint)), {
    checks: new Map(
      baseline.flatMap(({ fingerprint, check }) =>
        check === undefined ? [] : [[fingerprint, check] as const],
      ),
    ),
  });

const countBy = <Item>(items: readonly Item[], isCounted: (item: Item) => boolean): number =>
  items.filter(isCounted).length;

/** What the configuration of any shard requires, and what is required beside it. */
const requiredOf = (shards: readonly Shard[], required: Requirement): Requirement =>
  shards.map(({ part }) => part.require).reduce<Requirement>(bothRequirements, required);

/**
 * The report of the whole run from the reports of its shards: the same facts, findings, open questions and summary,
 * in the same order. What cannot be the same: the run's id and times; the number of requests and the counts of
 * exchanges behind passive facts, since a read that two shards need is sent by both, and with them the numbers of
 * exchanges; observations that count over all exchanges are listed once for each shard.
 * @throws UsageError for reports that do not make a whole: a missing shard, one that is there twice, another run's.
 */
export const mergeReports = (
  reports: readonly NamedReport[],
  registry: Registry,
  required: Requirement = {},
): RunFooter => {
  const shards = shardsOf(reports);
  assertAlike(shards);
  assertWhole(shards);
  const [first] = shards;
  if (first === undefined) return refuse("there is no report", "name the JSON reports of all shards");
  const shardChecks = shardChecksOf(shards);
  const renumber = renumberBy(shardChecks);
  const findings = mergeFindings(shardChecks, renumber);
  const verdicts = mergeVerdicts(shardChecks, shards);
  const facts = mergeFacts(registry.facts, verdicts, shards);
  const stopped =
    mergeStops(shards) ?? nothingJudged(facts) ?? shortfallOf(facts, requiredOf(shards, required));
  const run = mergeRun(shards, stopped);
  const seen = new Set(findings.map(({ fingerprint }) => fingerprint));
  const report: Report = {
    tool: first.report.tool,
    run,
    summary: {
      facts: {
        passed: countBy(facts, ({ status }) => status === "passed"),
        failed: countBy(facts, ({ status }) => status === "failed"),
        skipped: countBy(facts, ({ status }) => status === "skipped"),
        total: facts.length,
      },
      findings: {
        error: countBy(findings, ({ severity }) => severity === "error"),
        warning: countBy(findings, ({ severity }) => severity === "warning"),
        info: countBy(findings, ({ severity }) => severity === "info"),
      },
      requests: shards.reduce((sum, shard) => sum + shard.report.summary.requests, 0),
    },
    facts,
    findings,
    problems: problemsOf({ findings, stopped: run.stopped }),
    unknowns: mergeUnknowns(registry.unknowns, shardChecks, shards, renumber),
    resolved:
      run.complete && first.part.selection === selectionOf(registry.checks)
        ? resolvedFindings(baselineOf(first.part), seen, verdicts)
        : [],
  };
  return {
    type: "run-ended",
    complete: run.complete,
    ...(stopped === undefined ? {} : { stopped }),
    report,
  };
};
