import type { Drift, DriftReport, DriftResult } from "../model/drift.ts";
import { annotation, maxPerLevel } from "./annotation.ts";
import { code, plain, prose } from "./markdown-text.ts";

const isShown = ({ state }: Drift): boolean => state === "new" || state === "standing" || state === "back";

const levels = { error: "error", warning: "warning", info: "notice" } as const;

const titleOf = ({ kind, operation, status, pointer }: Drift): string =>
  [kind, operation === "*" ? "" : operation, status ?? "", pointer].filter((part) => part !== "").join(" ");

const annotationOf = (drift: Drift): string =>
  annotation(levels[drift.severity], titleOf(drift), [
    `${drift.message} ${drift.impact}, ${drift.confidence}; fingerprint ${drift.fingerprint}`,
  ]);

/** Annotations as workflow commands of GitHub Actions, ten of a level at most, and one for each failed run. */
export const driftAnnotations = ({ results }: DriftReport): string => {
  const all = results.flatMap(({ drift }) => drift.filter(isShown));
  const failed = results.filter(({ night }) => night.status === "failed");
  return [
    ...failed.map(({ target, night }) =>
      annotation("error", `failed run of ${target.interface}`, [night.reason ?? "nothing was sampled"]),
    ),
    ...(["error", "warning", "info"] as const).flatMap((severity) =>
      all
        .filter((one) => one.severity === severity)
        .slice(0, maxPerLevel)
        .map(annotationOf),
    ),
  ].join("");
};

const placeOf = ({ operation, status, pointer }: Drift): string =>
  [operation === "*" ? "every operation" : operation, status ?? "", pointer]
    .filter((part) => part !== "")
    .join(" ");

const row = (drift: Drift): string =>
  `| ${drift.state} | ${drift.kind} | ${drift.impact} | ${drift.confidence} | ${code(placeOf(drift))} | ` +
  `${prose(drift.message)} | ${plain(drift.firstSeen.slice(0, 10))} | ${code(drift.fingerprint)} |`;

const maxRows = 200;

const section = ({ target, night, drift }: DriftResult): readonly string[] => {
  const head = `### ${target.interface}: ${plain(target.address)}`;
  if (night.status === "failed")
    return [head, "", `Failed run: ${plain(night.reason ?? "nothing was sampled")}`, ""];
  if (night.status === "baseline") return [head, "", "The first run: later ones are compared with it.", ""];
  const reported = drift.filter(({ state }) => state !== "inconclusive");
  const open = drift.length - reported.length;
  const rest = open === 0 ? [] : [`${open} more inconclusive: the samples so far are too few.`, ""];
  if (reported.length === 0) return [head, "", "No drift.", "", ...rest];
  return [
    head,
    "",
    "| | kind | impact | confidence | place | what | since | fingerprint |",
    "|---|---|---|---|---|---|---|---|",
    ...reported.slice(0, maxRows).map(row),
    "",
    ...rest,
  ];
};

/** The summary of a step, in Markdown. */
export const driftSummary = (report: DriftReport): string =>
  `${[
    "## Drift",
    "",
    ...report.results.flatMap(section),
    ...(report.run.stopped === undefined ? [] : [`Not complete: ${plain(report.run.stopped)}`, ""]),
  ].join("\n")}\n`;
