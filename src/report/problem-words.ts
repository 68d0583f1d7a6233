import type { DriftTarget } from "../core/model/drift.ts";
import type { Problem, ProblemPlace } from "../core/model/problem.ts";
import type { ReportInput } from "../core/model/report-input.ts";
import { problemsOf } from "../core/problems/problems-of.ts";

/** The problems of a report; those of earlier versions list none. */
export const problemsIn = ({ report }: Pick<ReportInput, "report">): readonly Problem[] =>
  report.problems ?? problemsOf({ findings: report.findings, stopped: report.run.stopped });

/** The same without those that are gone. */
export const problemsThere = (input: Pick<ReportInput, "report">): readonly Problem[] =>
  problemsIn(input).filter(isThere);

export const dayText = (iso: string): string => iso.slice(0, 10);

/** Removes the backticks around names, for output that cannot show code. */
export const withoutTicks = (text: string): string => text.replaceAll("`", "");

const moment = (iso: string): string => `${dayText(iso)} at ${iso.slice(11, 19)} UTC`;

/** When a change was first seen, and the last run without it; with times if both are on one day. */
export const sinceOf = ({ since, lastGood }: Pick<Problem, "since" | "lastGood">): string => {
  if (since === undefined) return "";
  if (lastGood === undefined) return dayText(since);
  const when = dayText(since) === dayText(lastGood) ? moment : dayText;
  return `${when(since)}; the last run without it was on ${when(lastGood)}`;
};

/** The interface, the address and, unless it is the default, the organization. */
export const targetText = ({ interface: name, address, organization }: DriftTarget): string =>
  `${name} ${address}${organization === "default" ? "" : ` (${organization})`}`;

/** Whose history shows a problem. */
export type ProblemOwner = "drift" | "fleet";

/** The command that accepts a change; undefined for other problems. */
export const acceptLine = ({ kind, fingerprint }: Problem, of: ProblemOwner = "drift"): string | undefined =>
  kind === "change" ? `tripact ${of} accept ${fingerprint}` : undefined;

export const placeText = ({ interface: name, operation, pointer }: ProblemPlace): string =>
  [name, operation === "*" ? "" : operation, pointer].filter((part) => part !== "").join(" ");

/** What is wrong and where, as a sentence; a change includes its location already. */
export const sentenceOf = ({ kind, what, where, actual }: Problem): string => {
  if (kind === "unjudged") return `${what}: ${actual}`;
  return kind === "change" ? `${what} ${where}` : what;
};

/** Labels of a problem's two sides. */
export const sidesOf = ({ kind }: Problem): readonly [expected: string, actual: string] =>
  kind === "change" ? ["before", "now"] : ["expected", "actual"];

/** `new`, `back`, `known since 2025-01-06`, `gone`. */
export const stateText = ({ state, isBack, since }: Problem): string => {
  if (isBack === true) return "back";
  return state === "open" && since !== undefined ? `known since ${dayText(since)}` : state;
};

/** Needs action: present, and listed by no earlier run or baseline. */
export const isNew = ({ state }: Problem): boolean => state === "new";

/** Whether it is present, accepted or not. */
export const isThere = ({ state }: Problem): boolean => state !== "gone";

/** A complete problem as lines without markup. */
export const linesOf = (problem: Problem): readonly string[] => {
  const { kind, where, places, expected, actual, also = [], advice, evidence, reproduce, checks } = problem;
  const [before, now] = sidesOf(problem);
  const [first = "", ...more] = reproduce;
  return [
    `${withoutTicks(sentenceOf(problem))}${places.length === 1 ? "" : ` (at ${places.length} places)`}`,
    ...(kind === "unjudged"
      ? []
      : [`at: ${withoutTicks(where)}`, `${before}: ${expected}`, `${now}: ${actual}`]),
    ...also.map(withoutTicks),
    ...(advice === undefined ? [] : [withoutTicks(advice), evidence]),
    ...(first === "" ? [] : more.length === 0 ? [`reproduce: ${first}`] : ["reproduce:", ...reproduce]),
    ...(checks.length === 0 ? [] : [`check: ${checks.join(", ")}`]),
    `fingerprint: ${problem.fingerprint}`,
  ];
};

/** Whether it is about the whole run: that it is incomplete. */
export const isOfRun = ({ places: [first] }: Problem): boolean => first?.interface === "*";
