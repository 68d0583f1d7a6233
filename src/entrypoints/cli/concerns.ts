import type { DriftReport } from "../../core/model/drift.ts";
import type { Finding } from "../../core/model/finding.ts";
import type { ConsumerSummary } from "../../core/model/report.ts";
import type { Palette } from "../../core/output/palette.ts";
import { safe, type SafeText } from "../../core/output/safe-text.ts";
import { concernLines, matrixText } from "../../consumers/usage/verdict/matrix-text.ts";
import type { CommonOptions } from "./command.ts";
import { type CliIo, type Output, paletteFor } from "./io.ts";

/** A finding or change that may affect consumers. */
export interface Concern {
  readonly fingerprint: string;
  /** Kind of a change, or the fact of a finding. */
  readonly what: string;
  readonly message: string;
  /** Location in the contract, in a few words. */
  readonly where: string;
}

/** Concerns from findings. */
export const findingConcerns = (findings: readonly Finding[]): readonly Concern[] =>
  findings.map(({ fingerprint, fact, message, operation, pointer }) => ({
    fingerprint,
    what: fact,
    message: message.replaceAll("`", ""),
    where: [operation, pointer].filter((text) => text !== "").join(" "),
  }));

/** Concerns from a drift run. */
export const driftConcerns = ({ results, findings }: DriftReport): readonly Concern[] => [
  ...results.flatMap(({ groups }) =>
    groups.map(({ fingerprint, kind, message, title }) => ({
      fingerprint,
      what: kind,
      message: message.replaceAll("`", ""),
      where: title.replaceAll("`", ""),
    })),
  ),
  ...findingConcerns(findings),
];

/** Concerns of consumers, ranked, with the affected lines of code. */
const concernsText = (usage: ConsumerSummary, concerns: readonly Concern[], palette: Palette): SafeText => {
  if (usage.safe) return safe`${palette.good("consumers")}  none uses anything that is reported\n`;
  const rows = usage.concerns.flatMap(({ fingerprint, consumers }) => {
    const concern = concerns.find((one) => one.fingerprint === fingerprint);
    return concern === undefined ? [] : [{ ...concern, consumers }];
  });
  const lines = rows.map(
    ({ what, message, consumers }) =>
      safe`  ${palette.strong(what)}  ${message}\n${concernLines(consumers, palette, "    ")}`,
  );
  const consumers = Object.keys(usage.consumers);
  const table = consumers.length > 1 ? safe`\n${matrixText({ consumers, rows }, palette)}` : safe``;
  return safe`${palette.strong("consumers")}\n${lines}${table}`;
};

/** Prints a report's concerns for a person. */
export const printConcerns = (
  usage: ConsumerSummary | undefined,
  concerns: readonly Concern[],
  { json, quiet, color }: CommonOptions,
  stream: Output,
  io: CliIo,
): void => {
  if (usage === undefined || json === true || (quiet === true && usage.safe)) return;
  stream.write(concernsText(usage, concerns, paletteFor({ color }, io, stream)));
};
