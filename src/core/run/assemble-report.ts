import type { Check } from "../model/check.ts";
import type { Contract } from "../model/contract.ts";
import type { Fact, Unknown } from "../model/fact.ts";
import type { FactVerdict } from "../model/fact-verdict.ts";
import { type Finding, severityCounts } from "../model/finding.ts";
import type { InterfaceName } from "../model/interface-name.ts";
import type { FactResult, PickedPart, RecordingSummary, Report, UnknownResult } from "../model/report.ts";
import type { RunFooter } from "../model/run-event.ts";
import { withSettings } from "../model/settings.ts";
import {
  byReport,
  evidenceOf,
  type ExchangeRef,
  findingOf,
  numbering,
  type Stop,
  type TalliedObservation,
  type TalliedVerdict,
  type Tally,
} from "../model/tally.ts";
import { byText } from "../model/texts.ts";
import { plural } from "../output/plural.ts";
import { problemsOf } from "../problems/problems-of.ts";
import { type Requirement, shortfallOf } from "./coverage.ts";
import { resolvedFindings } from "./resolved.ts";
import type { RunOptions } from "./run-options.ts";
import type { Shard } from "./selection.ts";

export interface ReportSetting extends Pick<
  RunOptions,
  "seed" | "version" | "shard" | "require" | "baseline"
> {
  readonly id: string;
  readonly targets: Report["run"]["targets"];
  readonly contract: Pick<Contract, "checks" | "facts" | "unknowns">;
  readonly chosen: readonly string[];
  readonly outages?: ReadonlyMap<InterfaceName, string>;
  readonly recording?: RecordingSummary;
}

/** Enough reasons to see what to change; the report has all of them. */
const mostReasons = 3;

/** Why a run that only reads cannot judge a fact. */
const noReadShows = "a run that only reads cannot show it";

const plain: readonly string[] = ["not selected", "no check yet", noReadShows];

/** Reasons of the facts that a run was asked to judge; of all facts if it was asked for none. */
const reasonsOf = (facts: readonly FactResult[]): readonly string[] => {
  const all = facts.map(({ reason }) => reason ?? "no reason given");
  const own = all.filter((reason) => !plain.includes(reason) && !reason.startsWith("static"));
  const left = own.length > 0 ? own : all.filter((reason) => !plain.includes(reason));
  return left.length > 0 ? left : all;
};

/** Stop of a run that ended without a verdict on any fact: the target was not judged. */
const nothingJudged = (facts: readonly FactResult[]): Stop | undefined => {
  if (facts.some(({ status }) => status !== "skipped")) return undefined;
  const counts = [...Map.groupBy(reasonsOf(facts), (reason) => reason)]
    .map(([reason, same]) => ({ reason, count: same.length }))
    .toSorted((left, right) => right.count - left.count);
  const reported = counts.slice(0, mostReasons).map(({ reason }) => reason);
  const more = counts.length > mostReasons ? [plural(counts.length - mostReasons, "more reason")] : [];
  return { reason: "nothing-judged", message: `nothing was judged: ${[...reported, ...more].join("; ")}` };
};

const isWriting = ({ effect }: Check): boolean => effect === "write" || effect === "sandbox";

const withoutVerdict =
  ({ contract: { checks }, chosen, shard, recording }: ReportSetting) =>
  (fact: Fact): string => {
    if (fact.see === "static") return `static: held by ${fact.test ?? "a test of the OpenAPI documents"}`;
    const holders = checks.filter(({ facts }) => facts.includes(fact.id));
    if (holders.length === 0) return checks.some(isWriting) ? "no check yet" : noReadShows;
    if (!holders.some(({ id }) => chosen.includes(id))) return "not selected";
    if (recording !== undefined) return "a recording cannot show it";
    return shard === undefined ? "not reached" : "not reached in this shard";
  };

const statusOf = (verdicts: readonly FactVerdict[]): FactResult["status"] => {
  if (verdicts.some(({ kind }) => kind === "failed" || kind === "crashed")) return "failed";
  return verdicts.some(({ kind }) => kind === "passed") ? "passed" : "skipped";
};

const reasonOf = (verdicts: readonly FactVerdict[], status: FactResult["status"]): string | undefined => {
  const reasons = verdicts.flatMap((verdict) => {
    if (verdict.kind === "crashed") return [`check crashed: ${verdict.message}`];
    return verdict.kind === "not-applicable" && status === "skipped" ? [verdict.reason] : [];
  });
  return reasons.length === 0 ? undefined : [...new Set(reasons)].join("; ");
};

const countExchanges = (verdicts: readonly FactVerdict[]): number =>
  verdicts.reduce((sum, verdict) => sum + ("exchanges" in verdict ? verdict.exchanges : 0), 0);

const addParts = (parts: readonly PickedPart[]): PickedPart => ({
  asked: parts.reduce((sum, { asked }) => sum + asked, 0),
  of: parts.reduce((sum, { of }) => sum + of, 0),
});

/** A passed fact states the share of the candidates that was asked if its checks did not ask all. */
const factResultOf = (id: string, given: readonly TalliedVerdict[], { picked }: Tally): FactResult => {
  const verdicts = given.map(({ verdict }) => verdict);
  const status = statusOf(verdicts);
  const reason = reasonOf(verdicts, status);
  const checks = given.map(({ check }) => check);
  const part = addParts(checks.flatMap((check) => picked[check] ?? []));
  return {
    id,
    status,
    ...(reason === undefined ? {} : { reason }),
    checks,
    exchanges: countExchanges(verdicts),
    ...(status === "passed" && part.asked < part.of ? { part } : {}),
  };
};

const factsOf = (tally: Tally, setting: ReportSetting): readonly FactResult[] => {
  const reasonWithout = withoutVerdict(setting);
  const byFact = Map.groupBy(
    // Resumed runs and shards do not show which check asked first.
    tally.verdicts.toSorted((one, other) => byText(one.check, other.check)),
    ({ fact }) => fact,
  );
  return setting.contract.facts.map((fact) => {
    const given = byFact.get(fact.id);
    return given === undefined
      ? { id: fact.id, status: "skipped", reason: reasonWithout(fact), checks: [], exchanges: 0 }
      : factResultOf(fact.id, given, tally);
  });
};

type NumberOf = (ref: ExchangeRef) => number;

const findingsOf = (tally: Tally, numberOf: NumberOf, baseline: ReadonlySet<string>): readonly Finding[] =>
  tally.findings.toSorted(byReport).map((finding) => findingOf(finding, numberOf, baseline));

/** Observations about all exchanges come last. */
const inOrder = (one: TalliedObservation, other: TalliedObservation): number =>
  Number(one.ofAll) - Number(other.ofAll) || byReport(one, other);

const unknownOf = (id: string, all: readonly TalliedObservation[], numberOf: NumberOf): UnknownResult => {
  const each = new Map(
    all
      .toSorted(inOrder)
      .toReversed()
      .map((one) => [one.observed, one]),
  );
  const seen = [...each.values()].toSorted(inOrder);
  if (seen.length === 0) return { id, status: "open" };
  return {
    id,
    status: "observed",
    observed: seen.map(({ observed }) => observed).join("; "),
    evidence: seen.map((one) => evidenceOf(one, numberOf)).join("; "),
    ...withSettings(...seen.map(({ settings }) => settings)),
  };
};

const unknownsOf = (
  { observations }: Tally,
  unknowns: readonly Unknown[],
  numberOf: NumberOf,
): readonly UnknownResult[] => {
  const byUnknown = Map.groupBy(observations, ({ unknown }) => unknown);
  return unknowns.map(({ id }) => unknownOf(id, byUnknown.get(id) ?? [], numberOf));
};

/** Stop reasons, the gravest first; the gravest of several parts counts. */
const gravest = ["interrupted", "safety", "budget"] as const;

const stopOf = ({ stops }: Tally): Stop | undefined => {
  const reason = gravest.find((one) => stops.some((stop) => stop.reason === one)) ?? stops[0]?.reason;
  if (reason === undefined) return undefined;
  const messages = stops.filter((stop) => stop.reason === reason).map(({ message }) => message);
  return { reason, message: messages.join("; ") };
};

/** Known findings that are gone. A run that was cut short, a part of a run and a recording cannot show that. */
const resolvedOf = (
  { verdicts, findings }: Tally,
  stop: Stop | undefined,
  { contract, chosen, recording, shard, baseline }: ReportSetting,
): readonly string[] => {
  const isWhole =
    stop === undefined &&
    recording === undefined &&
    shard === undefined &&
    contract.checks.every(({ id }) => chosen.includes(id));
  const seen = new Set(findings.map(({ finding }) => finding.fingerprint));
  return isWhole ? resolvedFindings(baseline, seen, verdicts) : [];
};

const writesOf = ({ records, left }: Tally): Pick<Report["run"], "writes"> =>
  records.length + left.length === 0
    ? {}
    : {
        writes: {
          records: records.toSorted(byReport).map(({ at: _at, ...record }) => record),
          left,
        },
      };

const runOf = (
  tally: Tally,
  stop: Stop | undefined,
  { id, seed, targets }: ReportSetting,
): Report["run"] => ({
  id,
  seed,
  targets,
  complete: stop === undefined,
  ...(tally.sampled ? { sampled: true } : {}),
  ...(tally.turn === undefined ? {} : { turn: tally.turn }),
  ...(Object.keys(tally.turns).length === 0 ? {} : { turns: tally.turns }),
  ...(tally.portions === 0 ? {} : { portions: tally.portions }),
  ...(stop === undefined ? {} : { stopped: stop.message }),
  startedAt: new Date(tally.times[0]?.[0] ?? 0).toISOString(),
  elapsedMs: Math.round(tally.times.reduce((sum, [from, to]) => sum + to - from, 0)),
  ...writesOf(tally),
  ...(tally.redirects.length === 0 ? {} : { redirects: tally.redirects }),
});

const countBy = <Item>(items: readonly Item[], isCounted: (item: Item) => boolean): number =>
  items.filter(isCounted).length;

const summaryOf = (
  facts: readonly FactResult[],
  findings: readonly Finding[],
  requests: number,
): Report["summary"] => ({
  facts: {
    passed: countBy(facts, ({ status }) => status === "passed"),
    failed: countBy(facts, ({ status }) => status === "failed"),
    skipped: countBy(facts, ({ status }) => status === "skipped"),
    total: facts.length,
  },
  findings: severityCounts(findings),
  requests,
});

/** The last event of a run, however it ended, with the report that masks what must not be shown. */
export const endOfRun = (tally: Tally, setting: ReportSetting): RunFooter => {
  const { contract, shard, require = {}, baseline, outages, recording } = setting;
  const facts = factsOf(tally, setting);
  const numberOf = numbering(tally.steps);
  const findings = findingsOf(tally, numberOf, baseline);
  // A shard may have nothing to judge and cannot meet the whole run's requirement; the whole run must.
  const stop =
    stopOf(tally) ??
    (shard === undefined ? (nothingJudged(facts) ?? shortfallOf(facts, require)) : undefined);
  return {
    type: "run-ended",
    complete: stop === undefined,
    ...(stop === undefined ? {} : { stopped: stop }),
    ...(outages === undefined || outages.size === 0 ? {} : { outages: Object.fromEntries(outages) }),
    report: {
      tool: { name: "tripact", version: setting.version },
      run: runOf(tally, stop, setting),
      summary: summaryOf(facts, findings, tally.requests),
      facts,
      findings,
      problems: problemsOf({ findings, stopped: stop?.message }),
      unknowns: unknownsOf(tally, contract.unknowns, numberOf),
      resolved: resolvedOf(tally, stop, setting),
      ...(recording === undefined ? {} : { recording }),
      ...(shard === undefined ? {} : { part: partOf(tally, shard, setting) }),
    },
  };
};

const isNothing = ({ minFacts = 0, facts = [] }: Requirement): boolean =>
  minFacts === 0 && facts.length === 0;

const partOf = (
  tally: Tally,
  shard: Shard,
  { chosen, require = {}, baseline }: ReportSetting,
): NonNullable<Report["part"]> => ({
  ...shard,
  chosen: chosen.toSorted(),
  baseline: [...baseline].toSorted().map((fingerprint) => {
    const check = baseline.checks?.get(fingerprint);
    return check === undefined ? { fingerprint } : { fingerprint, check };
  }),
  ...(isNothing(require) ? {} : { require }),
  tally,
});
