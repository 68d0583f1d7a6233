import type { DriftGroup, DriftReport, DriftResult } from "../model/drift.ts";
import { annotation, maxPerLevel } from "./annotation.ts";
import { type EntryContext, entryMarkdown } from "./drift-markdown.ts";
import { day, targetText, withoutTicks } from "./drift-words.ts";
import { code, plain, prose } from "./markdown-text.ts";

const isShown = ({ state }: DriftGroup): boolean =>
  state === "new" || state === "standing" || state === "back";

const levels = { error: "error", warning: "warning", info: "notice" } as const;

const annotationOf = ({
  severity,
  interface: name,
  title,
  message,
  advice,
  impact,
  confidence,
  fingerprint,
}: DriftGroup): string =>
  annotation(levels[severity], `${name}: ${withoutTicks(title)}`, [
    `${withoutTicks(message)} ${withoutTicks(advice)}`,
    `${impact}, ${confidence}; fingerprint ${fingerprint}`,
  ]);

/** Annotations as workflow commands of GitHub Actions, ten of a level at most, and one for each failed run. */
export const driftAnnotations = ({ results }: DriftReport): string => {
  const all = results.flatMap(({ groups }) => groups.filter(isShown));
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

const isFresh = ({ state }: DriftGroup): boolean => state === "new" || state === "back";

const row = (group: DriftGroup): string =>
  `| ${group.state === "standing" ? "known" : group.state} | ${prose(group.message)} | ${code(group.before)} | ${code(group.now)} | ` +
  `${group.impact}, ${group.confidence} | ${plain(day(group.firstSeen))} | ${code(group.fingerprint)} |`;

const maxRows = 200;

/** The summary of a step is cut at a mebibyte: more entries than these are rows only. */
const maxEntries = 30;

const signs = { error: "❌", warning: "⚠️", info: "ℹ️" } as const;

const entry = (group: DriftGroup, context: EntryContext): readonly string[] => [
  `#### ${signs[group.severity]} ${group.state}: ${prose(group.message)}`,
  "",
  entryMarkdown(group, context),
  "",
];

const table = (groups: readonly DriftGroup[]): readonly string[] =>
  groups.length === 0
    ? []
    : [
        "| | what | before | now | impact | since | fingerprint |",
        "|---|---|---|---|---|---|---|",
        ...groups.slice(0, maxRows).map(row),
        "",
      ];

const section = ({ target, night, groups }: DriftResult, context: EntryContext): readonly string[] => {
  const head = `### ${plain(targetText(target))}`;
  if (night.status === "failed")
    return [head, "", `Failed run: ${prose(night.reason ?? "nothing was sampled")}`, ""];
  if (night.status === "baseline") return [head, "", "The first run: later ones are compared with it.", ""];
  const reported = groups.filter(({ state }) => state !== "inconclusive");
  const open = groups.length - reported.length;
  const rest = open === 0 ? [] : [`${open} more inconclusive: the samples so far are too few.`, ""];
  if (reported.length === 0) return [head, "", "No drift.", "", ...rest];
  const full = reported.filter(isFresh).slice(0, maxEntries);
  return [
    head,
    "",
    ...full.flatMap((group) => entry(group, context)),
    ...table(reported.filter((group) => !full.includes(group))),
    ...rest,
  ];
};

/** The summary of a step, in Markdown. */
export const driftSummary = (report: DriftReport, context: Omit<EntryContext, "targets">): string =>
  `${[
    "## Drift",
    "",
    ...report.results.flatMap((result) => section(result, { ...context, targets: [] })),
    ...(report.run.stopped === undefined ? [] : [`Not complete: ${prose(report.run.stopped)}`, ""]),
  ].join("\n")}\n`;
