import type { DriftTarget } from "../core/model/drift.ts";
import type { Problem } from "../core/model/problem.ts";
import { escapeText } from "../core/output/escape.ts";
import { markdownCode, fenced, link, markdownText, markdownProse } from "./markdown-text.ts";
import {
  acceptLine,
  dayText,
  isNew,
  placeText,
  sentenceOf,
  sidesOf,
  sinceOf,
  stateText,
  targetText,
  withoutTicks,
} from "./problem-words.ts";

export interface ProblemContext {
  /** The targets that show it, unless the surrounding text names them. */
  readonly targets?: readonly string[];
  /** The package with the types named in a change. */
  readonly typesPackage?: string;
  /** Address of the report or of the run that made it. */
  readonly reportUrl?: string | undefined;
}

const signs = { error: "❌", warning: "⚠️", info: "ℹ️" } as const;

const row = (name: string, text: string): readonly string[] => (text === "" ? [] : [`| ${name} | ${text} |`]);

const codes = (names: readonly string[]): string => names.map(markdownCode).join(", ");

const mostPlaces = 6;

const placesOf = ({ places }: Problem): string => {
  const all = [...new Set(places.map(placeText))];
  const more = all.length > mostPlaces ? ` and ${all.length - mostPlaces} more` : "";
  return `${codes(all.slice(0, mostPlaces))}${more}`;
};

/** The fingerprints for a baseline or an acceptance. */
const fingerprintsOf = ({ kind, fingerprint, places }: Problem): readonly string[] =>
  kind === "violation" ? [...new Set(places.map((place) => place.fingerprint))].slice(0, 4) : [fingerprint];

const rowsOf = (problem: Problem, context: ProblemContext): readonly string[] => {
  const { types = [], checks, facts, evidence, settledBy, also = [], lastSeen } = problem;
  const { targets = [], typesPackage = "", reportUrl } = context;
  return [
    ...row("target", targets.map(markdownText).join("<br>")),
    ...row(
      "since",
      lastSeen === undefined ? "" : markdownText(`${sinceOf(problem)}; last seen on ${dayText(lastSeen)}`),
    ),
    ...row("evidence", markdownText(evidence)),
    ...row("also", also.map(markdownProse).join("<br>")),
    ...row("open", settledBy === undefined ? "" : markdownText(settledBy)),
    ...row("at", problem.kind === "change" ? markdownCode(withoutTicks(problem.where)) : placesOf(problem)),
    ...row("facts", codes(facts)),
    ...row("checks", codes(checks)),
    ...row("types", types.length === 0 ? "" : `${codes(types)} in ${markdownCode(typesPackage)}`),
    ...row("fingerprint", codes(fingerprintsOf(problem))),
    ...row("report", reportUrl === undefined ? "" : link(reportUrl)),
  ];
};

/** Everything after a problem's sentence, as Markdown. */
export const problemMarkdown = (problem: Problem, context: ProblemContext): string => {
  const { expected, actual, advice, reproduce, kind } = problem;
  const [before, now] = sidesOf(problem);
  const accept = acceptLine(problem);
  return [
    ...(kind === "unjudged"
      ? []
      : [
          `| ${before} | ${now} |`,
          "|---|---|",
          `| ${markdownCode(expected)} | ${markdownCode(actual)} |`,
          "",
        ]),
    ...(advice === undefined ? [] : [`**What to do:** ${markdownProse(advice)}`, ""]),
    "| | |",
    "|---|---|",
    ...rowsOf(problem, context),
    "",
    ...(reproduce.length === 0 ? [] : [`To reproduce it: ${reproduce.map(markdownCode).join("<br>")}`, ""]),
    ...(kind === "violation"
      ? [
          "If it is known, write a baseline and name it under `baseline` in the configuration:",
          "",
          fenced("sh", "tripact check --write-baseline FILE"),
        ]
      : []),
    ...(accept === undefined
      ? []
      : [
          "If the change is intended, accept it permanently or until a day:",
          "",
          fenced("sh", `${accept}\n${accept} --until DATE --note TEXT --by NAME`),
        ]),
  ].join("\n");
};

/** A problem with a heading; a known one as its sentence alone. */
export const problemSection = (
  problem: Problem,
  statements: ReadonlyMap<string, string>,
  context: ProblemContext,
): string => {
  const [fact = ""] = problem.facts;
  const state = stateText(problem);
  const head = `${signs[problem.severity]} ${markdownText(state)}: ${markdownProse(sentenceOf(problem))}`;
  if (!isNew(problem))
    return `- ${head} ${markdownCode(problem.fingerprint)}, since ${markdownText(dayText(problem.since ?? ""))}\n\n`;
  const statement = statements.get(fact);
  return [
    `### ${head}\n\n`,
    statement === undefined ? "" : `${markdownText(fact)}: ${markdownText(statement)}\n\n`,
    `${problemMarkdown(problem, context)}\n\n`,
  ].join("");
};

const longestTitle = 200;

/** @param elsewhere how many other targets showed it in earlier runs */
export const issueText = (
  problem: Problem,
  targets: readonly DriftTarget[],
  elsewhere: number,
  context: ProblemContext,
) => {
  // What could not be judged names its interface.
  const places = problem.kind === "unjudged" ? [] : problem.places;
  const names = [...new Set(places.map((place) => place.interface))];
  const title = [...(names.length === 0 ? [] : [names.join(", ")]), withoutTicks(problem.what)].join(": ");
  const others = elsewhere === 0 ? [] : [`${elsewhere} more, not checked in this run`];
  return {
    title: escapeText(title).replace(/[@#]/g, "?").slice(0, longestTitle),
    body: `${markdownProse(sentenceOf(problem))}\n\n${problemMarkdown(problem, {
      ...context,
      targets: [...targets.map(targetText), ...others],
    })}`,
  };
};
