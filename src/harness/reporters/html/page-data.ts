import { releasesIn } from "../../model/drift-releases.ts";
import { type FieldHistory, fieldName, type FieldRun, type RunSummary } from "../../model/drift.ts";
import type { ReportHistory } from "../../model/report-input.ts";
import { escapeText } from "../../output/escape.ts";
import { targetName } from "./problems.ts";

/** Every text as a person may see it: nothing in it is invisible or turns the line around. */
const visible = (value: unknown): unknown => {
  if (typeof value === "string") return escapeText(value);
  if (Array.isArray(value)) return value.map(visible);
  if (typeof value !== "object" || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([key, inner]) => [escapeText(key), visible(inner)]));
};

const inScript: Readonly<Record<string, string>> = { "<": "\\u003c", ">": "\\u003e", "&": "\\u0026" };

const secondsOf = ({ startedAt }: { readonly startedAt: string }): number => Date.parse(startedAt) / 1000;

const percent = (count: number, of: number): number => (of === 0 ? 0 : Math.round((1000 * count) / of) / 10);

/** Types that a field had in any run, but for null. */
const typesOf = ({ nights }: FieldHistory): readonly string[] => [
  ...new Set(nights.flatMap(({ types }) => Object.keys(types).filter((type) => type !== "null"))),
];

/** Shares of a field by run, in percent; a run that says nothing of it is a gap. */
const fieldChartOf = (field: FieldHistory, nights: readonly RunSummary[]) => {
  const runs = new Map(field.nights.map((run) => [run.night, run]));
  const shares = (countOf: (run: FieldRun) => number, of: (run: FieldRun) => number) =>
    nights.map(({ night }) => {
      const run = runs.get(night);
      return run === undefined ? null : percent(countOf(run), of(run));
    });
  const seen = (run: FieldRun): number => run.seen;
  const types = typesOf(field);
  return {
    name: fieldName(field),
    present: shares(seen, ({ parents }) => parents),
    nulls: shares((run) => run.types["null"] ?? 0, seen),
    // A single type is no more than what is neither absent nor null.
    types:
      types.length < 2
        ? []
        : types.map((type) => ({ type, shares: shares((run) => run.types[type] ?? 0, seen) })),
  };
};

/** The runs of one target as columns of numbers; a failed run says nothing of drift: it is a gap. */
const chartOf = (history: ReportHistory) => {
  const nights = history.nights.filter(({ night, status }) => night > 0 || status !== "failed");
  const column = (of: (night: RunSummary) => number) =>
    nights.map((night) => (night.status === "failed" ? null : of(night)));
  return {
    name: targetName(history.target),
    times: nights.map(secondsOf),
    releases: releasesIn(history.nights).map((one) => ({ time: secondsOf(one), version: one.version })),
    standing: column(({ drift }) => drift.new + drift.standing + drift.back),
    breaking: column(({ drift }) => drift.breaking),
    inconclusive: column(({ drift }) => drift.inconclusive),
    errors: column(({ findings }) => findings.error),
    warnings: column(({ findings }) => findings.warning),
    fields: (history.fields ?? []).map((field) => fieldChartOf(field, nights)),
  };
};

const dataOf = (histories: readonly ReportHistory[]) => ({ history: histories.map(chartOf) });

/** What the page's script draws. */
export type PageData = ReturnType<typeof dataOf>;

/** The charts of histories as JSON that no text in it can break out of. */
export const pageData = (histories: readonly ReportHistory[]): string =>
  JSON.stringify(visible(dataOf(histories))).replace(/[<>&]/g, (character) => inScript[character] ?? "");
