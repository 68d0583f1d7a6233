import { basename } from "node:path";
import type { UsageFileOptions } from "./usage-options.ts";
import type { Fact } from "../../core/model/fact.ts";
import type { DriftReport } from "../../core/model/drift.ts";
import type { Finding } from "../../core/model/finding.ts";
import { type InterfaceDocuments, targetsOf } from "./interface-document.ts";
import { isSameOrInside } from "./use.ts";
import type { Usage } from "./usage-file.ts";
import { createSeenJudge, type SeenJudge } from "./verdict/judge-seen.ts";
import { type ConsumerVerdict, worst } from "./verdict/judge-documents.ts";
import { concernedOf, isSafe, matrixOf, verdictsOf } from "./verdict/matrix.ts";
import { seenInDrift, seenInFinding } from "./verdict/seen-changes.ts";
import { isFailingDrift } from "../../monitoring/drift/change-tracker.ts";
import type { RunFooter } from "../../core/model/run-event.ts";
import { exitCodes } from "../../core/run/exit-code.ts";
import type { Environment } from "../../core/model/environment.ts";
import { readUsages } from "./read-usages.ts";

/** Consumers whose use decides how a target is judged. */
export interface Consumers {
  readonly usages: readonly Usage[];
  readonly documents: InterfaceDocuments;
  readonly judge: SeenJudge;
  /** Whether nothing fails that no consumer uses. */
  readonly onlyUsed: boolean;
}

/**
 * The consumers of usage files; undefined without any.
 * @param documentsOf the OpenAPI documents of the interfaces that are judged
 * @throws UsageError
 */
export const readConsumers = async (
  options: UsageFileOptions,
  environment: Environment,
  documentsOf: () => Promise<InterfaceDocuments>,
): Promise<Consumers | undefined> => {
  const usages = await readUsages(options, environment);
  if (usages.length === 0) return undefined;
  const documents = await documentsOf();
  return {
    usages,
    documents,
    judge: createSeenJudge(usages, documents),
    onlyUsed: options.onlyUsed === true,
  };
};

/** An entry for reports, with the consumers it concerns. */
interface Row {
  readonly fingerprint: string;
  readonly consumers: readonly ConsumerVerdict[];
}

/** What findings and changes mean for consumers. */
type Concerns = ReturnType<typeof concernsOf>;

/** One entry per consumer, with the worst verdict and every use. */
const merged = (all: readonly ConsumerVerdict[]): readonly ConsumerVerdict[] =>
  [...Map.groupBy(all, ({ consumer }) => consumer)].map(([consumer, found]) => ({
    consumer,
    verdict: worst(found.map(({ verdict }) => verdict)),
    uses: found.flatMap(({ uses }) => uses),
  }));

const concernsOf = ({ usages }: Consumers, rows: readonly Row[]) => {
  const matrix = matrixOf(
    usages.map(({ consumer }) => consumer),
    rows,
  );
  return {
    /** Fingerprints of rows that concern a consumer. */
    fingerprints: new Set(matrix.rows.map(({ fingerprint }) => fingerprint)),
    summary: {
      safe: isSafe(matrix),
      consumers: verdictsOf(matrix),
      concerns: matrix.rows.map(({ fingerprint, consumers }) => ({
        fingerprint,
        consumers: concernedOf(consumers),
      })),
    },
  };
};

const rowsOf = ({ judge }: Consumers, findings: readonly Finding[]): readonly Row[] =>
  findings.map((finding) => {
    const seen = seenInFinding(finding, judge);
    return { fingerprint: finding.fingerprint, consumers: seen === undefined ? [] : judge.judge(seen) };
  });

/** What a drift run means for consumers: open changes, and findings. */
const concernsOfDrift = (consumers: Consumers, { results, findings }: DriftReport): Concerns => {
  const rows = results.flatMap(({ drift, groups }) =>
    groups
      .filter(({ state }) => state !== "gone" && state !== "inconclusive")
      .map(({ fingerprint, changes }): Row => {
        const seen = drift
          .filter((one) => changes.includes(one.fingerprint))
          .flatMap((one) => seenInDrift(one) ?? []);
        return { fingerprint, consumers: merged(seen.flatMap((one) => consumers.judge.judge(one))) };
      }),
  );
  return concernsOf(consumers, [...rows, ...rowsOf(consumers, findings)]);
};

/** Ids of the facts that are stated where consumers use something; a run with few requests asks them first. */
export const usedFacts = ({ documents, judge }: Consumers, facts: readonly Fact[]): ReadonlySet<string> => {
  const used = [...documents].map(([name, document]) => ({
    file: basename(document.file),
    locationsOf: targetsOf(document).locationsOf,
    locations: judge
      .usagesOf(name)
      .flatMap(({ uses }) => uses.flatMap(({ location }) => targetsOf(document).locationsOf(location))),
  }));
  const meets = (place: string): boolean => {
    const [file = "", pointer] = place.split("#");
    return used.some(
      (one) =>
        pointer !== undefined &&
        one.file === basename(file) &&
        one
          .locationsOf(pointer)
          .some((stated) =>
            one.locations.some(
              (location) => isSameOrInside(location, stated) || isSameOrInside(stated, location),
            ),
          ),
    );
  };
  return new Set(facts.filter(({ places }) => places.some(meets)).map(({ id }) => id));
};

/** The results of a run, judged by what consumers use. */
interface JudgedRun {
  /** With the consumers that each finding concerns. */
  readonly footer: RunFooter;
  /** The same for the verdict: with `onlyUsed`, findings that concern no consumer count as known. */
  readonly failing: RunFooter;
}

/** Judges the findings of a run by what consumers use. */
export const judgeByUse = (footer: RunFooter, consumers: Consumers | undefined): JudgedRun => {
  if (consumers === undefined) return { footer, failing: footer };
  const concerns = concernsOf(consumers, rowsOf(consumers, footer.report.findings));
  const report = { ...footer.report, usage: concerns.summary };
  const findings = report.findings.map((finding) =>
    concerns.fingerprints.has(finding.fingerprint) ? finding : { ...finding, known: true },
  );
  const judged = { ...footer, report };
  return {
    footer: judged,
    failing: consumers.onlyUsed ? { ...footer, report: { ...report, findings } } : judged,
  };
};

/** Judges a drift run by what consumers use; with `onlyUsed`, nothing else fails it. */
export const judgeDriftByUse = (report: DriftReport, consumers: Consumers | undefined): DriftReport => {
  if (consumers === undefined) return report;
  const concerns = concernsOfDrift(consumers, report);
  const { fingerprints } = concerns;
  const failing = report.results.flatMap(({ drift, groups }) => {
    const heavy = new Set(drift.filter(isFailingDrift).map(({ fingerprint }) => fingerprint));
    return groups.filter(({ changes }) => changes.some((one) => heavy.has(one)));
  });
  const isConcerning =
    failing.some(({ fingerprint }) => fingerprints.has(fingerprint)) ||
    report.findings.some(
      (one) => one.severity === "error" && !one.known && fingerprints.has(one.fingerprint),
    );
  const isQuiet = consumers.onlyUsed && report.exitCode === exitCodes.findings && !isConcerning;
  const exitCode = isQuiet ? exitCodes.conformant : report.exitCode;
  return { ...report, usage: concerns.summary, exitCode };
};
