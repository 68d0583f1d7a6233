import type { Contract } from "../model/contract.ts";
import type { Report, ReportPart } from "../model/report.ts";
import type { RunFooter } from "../model/run-event.ts";
import { plus } from "../model/tally.ts";
import { digestOf } from "../model/texts.ts";
import { UsageError } from "../model/usage-error.ts";
import { endOfRun } from "./assemble-report.ts";
import { bothRequirements, type Requirement } from "./coverage.ts";
import type { KnownFindings } from "./resolved.ts";

export interface NamedReport {
  readonly file: string;
  readonly report: Report;
}

/** All facts, unknowns and checks of this version. */
export type Registry = Pick<Contract, "facts" | "unknowns" | "checks">;

interface Shard extends NamedReport {
  readonly part: ReportPart;
}

const refuse = (message: string, hint: string): never => {
  throw new UsageError(message, { location: "report merge", hint });
};

const targetsOf = ({ report }: NamedReport): string =>
  JSON.stringify(Object.entries(report.run.targets).toSorted(([left], [right]) => (left < right ? -1 : 1)));

/** What all shards of one run share, by name. */
const common: Readonly<Record<string, (shard: Shard) => string>> = {
  version: ({ report }) => report.tool.version,
  seed: ({ report }) => String(report.run.seed),
  target: targetsOf,
  "number of shards": ({ part }) => String(part.count),
  "choice of checks": ({ part }) => JSON.stringify(part.chosen),
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
  // Do not list all indexes: the count comes from a file.
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

const runIdOf = (shards: readonly Shard[]): string =>
  digestOf(shards.map(({ report }) => report.run.id).join(" "));

const baselineOf = ({ baseline }: ReportPart): KnownFindings =>
  Object.assign(new Set(baseline.map(({ fingerprint }) => fingerprint)), {
    checks: new Map(
      baseline.flatMap(({ fingerprint, check }) =>
        check === undefined ? [] : [[fingerprint, check] as const],
      ),
    ),
  });

const requiredOf = (shards: readonly Shard[], required: Requirement): Requirement =>
  shards.map(({ part }) => part.require).reduce<Requirement>(bothRequirements, required);

/**
 * The report of the whole run from the reports of its shards: the same facts, findings, open questions and summary, in
 * the same order. These differ: the run's id and times; the number of requests, the exchange counts of passive facts
 * and the exchange numbers, since two shards may send the same read; observations that count over all exchanges are
 * listed once for each shard.
 * @throws UsageError for reports that do not make a whole: a missing shard, one that is there twice, another run's.
 */
export const mergedReport = (
  reports: readonly NamedReport[],
  registry: Registry,
  required: Requirement = {},
): RunFooter => {
  const shards = shardsOf(reports);
  assertAlike(shards);
  assertWhole(shards);
  const [first] = shards;
  if (first === undefined) return refuse("there is no report", "name the JSON reports of all shards");
  const { report, part } = first;
  return endOfRun(shards.map(({ part: { tally } }) => tally).reduce(plus), {
    id: runIdOf(shards),
    seed: report.run.seed,
    version: report.tool.version,
    targets: report.run.targets,
    contract: registry,
    chosen: part.chosen,
    require: requiredOf(shards, required),
    baseline: baselineOf(part),
  });
};
