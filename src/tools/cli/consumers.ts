import type { Fact } from "../../harness/model/fact.ts";
import type { DriftReport } from "../../harness/model/drift.ts";
import type { Finding } from "../../harness/model/finding.ts";
import type { ConsumerSummary } from "../../harness/model/report.ts";
import { safe, type SafeText } from "../../harness/output/safe-text.ts";
import type { Usage } from "../usage/usage-file.ts";
import { describeUse } from "../usage/verdict/describe-use.ts";
import { createSeenJudge, type SeenJudge } from "../usage/verdict/judge-seen.ts";
import { type ConsumerVerdict, worst } from "../usage/verdict/judge-documents.ts";
import {
  isSafe,
  type Matrix,
  matrixOf,
  locationsOf,
  verdictsOf,
  type MatrixRow,
} from "../usage/verdict/matrix.ts";
import { concernLines, matrixText } from "../usage/verdict/matrix-text.ts";
import { seenInDrift, seenInFinding } from "../usage/verdict/seen-changes.ts";
import { readUsages } from "../../app/read-usages.ts";
import { isFailing } from "../../harness/drift/change-tracker.ts";
import type { RunFooter } from "../../harness/model/run-event.ts";
import { createPalette, type Palette } from "../../harness/output/palette.ts";
import { exitCodes } from "../../harness/runner/exit-code.ts";
import { usesColor } from "./color.ts";
import type { CommonOptions } from "./definition.ts";
import type { CliIo, Output } from "./io.ts";
import { listOf } from "./option-values.ts";
import type { UsageFileOptions } from "./usage-files.ts";

/** Consumers by whose use a target is judged. */
export interface Consumers {
  readonly usages: readonly Usage[];
  readonly judge: SeenJudge;
}

/** The consumers of `--usage`; undefined without the option. */
export const readConsumers = async (options: UsageFileOptions, io: CliIo): Promise<Consumers | undefined> => {
  const { onlyUsed = false } = options;
  const usages = await readUsages({ usages: listOf(options.usage) ?? [], onlyUsed }, io);
  return usages.length === 0 ? undefined : { usages, judge: createSeenJudge(usages) };
};

/** A row of the matrix that a report can name. */
interface NamedRow extends MatrixRow {
  readonly fingerprint: string;
}

/** What findings and changes mean for consumers. */
interface Concerns {
  readonly matrix: Matrix;
  /** Fingerprints of what concerns somebody. */
  readonly fingerprints: ReadonlySet<string>;
  readonly summary: ConsumerSummary;
}

/** One entry for each consumer, with the worst verdict and every use. */
const merged = (all: readonly ConsumerVerdict[]): readonly ConsumerVerdict[] =>
  [...Map.groupBy(all, ({ consumer }) => consumer)].map(([consumer, found]) => ({
    consumer,
    verdict: worst(found.map(({ verdict }) => verdict)),
    uses: found.flatMap(({ uses }) => uses),
  }));

const concernsOf = ({ usages }: Consumers, rows: readonly NamedRow[]): Concerns => {
  const names = usages.map(({ consumer }) => consumer);
  const concerned = rows.filter((row) => row.consumers.length > 0);
  const byRow = new Map<MatrixRow, string>(concerned.map((row) => [row, row.fingerprint]));
  const matrix = matrixOf(names, concerned);
  return {
    matrix,
    fingerprints: new Set(byRow.values()),
    summary: {
      safe: isSafe(matrix),
      consumers: verdictsOf(matrix),
      concerns: matrix.rows.map((row) => ({
        fingerprint: byRow.get(row) ?? "",
        consumers: row.consumers.flatMap(({ consumer, verdict, uses }) =>
          verdict === "safe"
            ? []
            : [
                {
                  consumer,
                  verdict,
                  places: locationsOf(uses).map(({ location, use }) => `${location} ${describeUse(use)}`),
                },
              ],
        ),
      })),
    },
  };
};

const findingRows = ({ judge }: Consumers, findings: readonly Finding[]): readonly NamedRow[] =>
  findings.map((finding) => {
    const seen = seenInFinding(finding, judge);
    return {
      fingerprint: finding.fingerprint,
      what: finding.fact,
      message: finding.message.replaceAll("`", ""),
      where: [finding.operation, finding.pointer].filter((text) => text !== "").join(" "),
      consumers: seen === undefined ? [] : judge.judge(seen),
    };
  });

/** What the findings of a run mean for consumers. */
const concernsOfFindings = (consumers: Consumers, findings: readonly Finding[]): Concerns =>
  concernsOf(consumers, findingRows(consumers, findings));

/** What a drift run means for consumers: changes that are open, and findings. */
const concernsOfDrift = (consumers: Consumers, { results, findings }: DriftReport): Concerns => {
  const rows = results.flatMap(({ drift, groups }) =>
    groups
      .filter(({ state }) => state !== "gone" && state !== "inconclusive")
      .map((group): NamedRow => {
        const changes = drift.filter(({ fingerprint }) => group.changes.includes(fingerprint));
        const seen = changes.flatMap((one) => seenInDrift(one) ?? []);
        return {
          fingerprint: group.fingerprint,
          what: group.kind,
          message: group.message.replaceAll("`", ""),
          where: group.title.replaceAll("`", ""),
          consumers: merged(seen.flatMap((one) => consumers.judge.judge(one))),
        };
      }),
  );
  return concernsOf(consumers, [...rows, ...findingRows(consumers, findings)]);
};

/** What concerns consumers, ranked, with the lines that it concerns. */
const concernsText = ({ matrix }: Concerns, palette: Palette): SafeText => {
  const { rows, consumers } = matrix;
  if (rows.length === 0) return safe`${palette.good("consumers")}  none uses anything that is reported\n`;
  const lines = rows.flatMap((row) => [
    safe`  ${palette.strong(row.what)}  ${row.message}\n`,
    ...concernLines(row.consumers, palette, "    "),
  ]);
  const table = consumers.length > 1 ? safe`\n${matrixText(matrix, palette)}` : safe``;
  return safe`${palette.strong("consumers")}\n${lines}${table}`;
};

/** Ids of the facts that are stated where consumers use something: what a run with few requests asks first. */
export const usedFacts = ({ usages }: Consumers, facts: readonly Fact[]): ReadonlySet<string> => {
  const locations = usages.flatMap(({ uses }) =>
    uses.map(({ interface: name, location }) => `${name}.yaml#${location}`),
  );
  const meets = (place: string): boolean =>
    locations.some(
      (location) =>
        location === place || location.startsWith(`${place}/`) || place.startsWith(`${location}/`),
    );
  return new Set(facts.filter(({ places }) => places.some(meets)).map(({ id }) => id));
};

/** What a run comes to by what consumers use. */
interface JudgedRun {
  /** With whom its findings concern. */
  readonly footer: RunFooter;
  /** The same for the exit code: with `--only-used`, what concerns nobody is known. */
  readonly failing: RunFooter;
  readonly concerns: Concerns | undefined;
}

/** Judges the findings of a run by what consumers use. */
export const judgeByUse = (
  footer: RunFooter,
  consumers: Consumers | undefined,
  { onlyUsed }: UsageFileOptions,
): JudgedRun => {
  if (consumers === undefined) return { footer, failing: footer, concerns: undefined };
  const concerns = concernsOfFindings(consumers, footer.report.findings);
  const report = { ...footer.report, usage: concerns.summary };
  const findings = report.findings.map((finding) =>
    concerns.fingerprints.has(finding.fingerprint) ? finding : { ...finding, known: true },
  );
  const judged = { ...footer, report };
  return {
    footer: judged,
    failing: onlyUsed === true ? { ...footer, report: { ...report, findings } } : judged,
    concerns,
  };
};

/** Judges a drift run by what consumers use; with `--only-used`, it fails on nothing else. */
export const judgeDriftByUse = (
  report: DriftReport,
  consumers: Consumers | undefined,
  { onlyUsed }: UsageFileOptions,
): { readonly report: DriftReport; readonly concerns: Concerns | undefined } => {
  if (consumers === undefined) return { report, concerns: undefined };
  const concerns = concernsOfDrift(consumers, report);
  const { fingerprints } = concerns;
  const failing = report.results.flatMap(({ drift, groups }) => {
    const heavy = new Set(drift.filter(isFailing).map(({ fingerprint }) => fingerprint));
    return groups.filter(({ changes }) => changes.some((one) => heavy.has(one)));
  });
  const isConcerning =
    failing.some(({ fingerprint }) => fingerprints.has(fingerprint)) ||
    report.findings.some(
      (one) => one.severity === "error" && !one.known && fingerprints.has(one.fingerprint),
    );
  const isQuiet = onlyUsed === true && report.exitCode === exitCodes.findings && !isConcerning;
  const exitCode = isQuiet ? exitCodes.conformant : report.exitCode;
  return { report: { ...report, usage: concerns.summary, exitCode }, concerns };
};

/** Prints what concerns consumers, where a person reads. */
export const printConcerns = (
  concerns: Concerns | undefined,
  { json, quiet, color }: CommonOptions,
  stream: Output,
  io: CliIo,
): void => {
  if (concerns === undefined || json === true) return;
  if (quiet === true && concerns.fingerprints.size === 0) return;
  stream.write(concernsText(concerns, createPalette(usesColor(color, io.env, stream))));
};
