import type { DriftHistory } from "../../model/drift.ts";
import type { ReportInput } from "../../model/report-input.ts";
import { type Defect, defectsByFact } from "../defects.ts";
import { escapeText } from "../../output/escape.ts";
import { scriptOf } from "../reproduce.ts";
import { targetName } from "./drift.ts";

/** Every text as a person may see it: nothing in it is invisible or turns the line around. */
const visible = (value: unknown): unknown => {
  if (typeof value === "string") return escapeText(value);
  if (Array.isArray(value)) return value.map(visible);
  if (typeof value !== "object" || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([key, inner]) => [escapeText(key), visible(inner)]));
};

/** All findings of a defect, the one that is shown in full first. */
const inFront = ({ message, finding, findings }: Defect) => [
  { ...finding, message },
  ...findings.filter((one) => one !== finding),
];

const inScript: Readonly<Record<string, string>> = { "<": "\\u003c", ">": "\\u003e", "&": "\\u0026" };

/** The runs of one target as columns of numbers, without failed runs: they say nothing of drift. */
const chartOf = (history: DriftHistory) => {
  const nights = history.nights.filter(({ status }) => status !== "failed");
  return {
    name: targetName(history.target),
    times: nights.map(({ startedAt }) => Date.parse(startedAt) / 1000),
    standing: nights.map(({ drift }) => drift.new + drift.standing + drift.back),
    breaking: nights.map(({ drift }) => drift.breaking),
    inconclusive: nights.map(({ drift }) => drift.inconclusive),
    errors: nights.map(({ findings }) => findings.error),
    warnings: nights.map(({ findings }) => findings.warning),
  };
};

const dataOf = ({ report, catalogue, exchanges, history }: ReportInput) => {
  const titles = new Map(catalogue.checks.map(({ id, title }) => [id, title]));
  const used = new Set(report.findings.map(({ check }) => check));
  const statements = new Map(catalogue.facts.map(({ id, statement }) => [id, statement]));
  const facts = new Set(report.findings.map(({ fact }) => fact));
  return {
    findings: [...defectsByFact(report.findings).values()].flat().flatMap((defect, index) =>
      inFront(defect).map((finding) => {
        const { steps: _, restore: __, ...shown } = finding;
        return { ...shown, defect: index, script: scriptOf(finding) };
      }),
    ),
    statements: Object.fromEntries([...facts].map((id) => [id, statements.get(id) ?? ""])),
    titles: Object.fromEntries([...used].map((id) => [id, titles.get(id) ?? ""])),
    exchanges: exchanges?.entries ?? [],
    history: (history ?? []).map(chartOf),
  };
};

/** What the page's script draws. */
export type PageData = ReturnType<typeof dataOf>;

/** The same as JSON that no text in it can break out of. */
export const pageData = (input: ReportInput): string =>
  JSON.stringify(visible(dataOf(input))).replace(/[<>&]/g, (character) => inScript[character] ?? "");
