import type { Check } from "../core/model/check.ts";
import type { Fact, Unknown } from "../core/model/fact.ts";
import { UsageError } from "../core/model/usage-error.ts";
import { printable } from "../core/output/escape.ts";
import { suggestionHint } from "../core/output/suggest.ts";
import { choicesOn } from "../inputs/sandbox-choices.ts";
import { checkFile, checksOf, type Suite } from "../inputs/suite.ts";

/** What an id refers to. */
export type Explained =
  | { readonly kind: "fact"; readonly fact: Fact }
  | { readonly kind: "unknown"; readonly unknown: Unknown }
  | { readonly kind: "check"; readonly check: Check };

const sameId = (left: string, right: string): boolean => left.toLowerCase() === right.toLowerCase();

/**
 * The fact, open question or check with this id, in any letter case.
 * @throws UsageError for an unknown id, naming the nearest one.
 */
export const subjectOf = (id: string, suite: Suite): Explained => {
  const fact = suite.facts.find((one) => sameId(one.id, id));
  if (fact !== undefined) return { kind: "fact", fact };
  const unknown = suite.unknowns.find((one) => sameId(one.id, id));
  if (unknown !== undefined) return { kind: "unknown", unknown };
  const check = suite.checks.find((one) => sameId(one.id, id));
  if (check !== undefined) return { kind: "check", check };
  const known = [...suite.facts, ...suite.unknowns, ...suite.checks].map((one) => one.id);
  throw new UsageError(`there is no fact, question or check ${printable(id) || '""'}`, {
    location: "explain",
    hint:
      suggestionHint(id, known) ??
      "tripact facts and tripact unknowns list the ids, tripact faults lists faults",
  });
};

const aboutCheck = (check: Check): object => {
  const { id, title, why, severity = "error", effect, facts, interfaces } = check;
  return {
    id,
    title,
    why,
    severity,
    effect,
    facts,
    interfaces,
    file: checkFile(check),
  };
};

/** The statements of a check's facts, by fact id. */
export const statementsOf = (check: Check, suite: Pick<Suite, "facts">): Readonly<Record<string, string>> =>
  Object.fromEntries(
    check.facts.map((id) => [id, suite.facts.find((fact) => fact.id === id)?.statement ?? ""]),
  );

/** Everything known about a subject, as JSON. */
export const explain = (subject: Explained, suite: Suite): object => {
  switch (subject.kind) {
    case "fact":
      return { kind: "fact", ...subject.fact, checks: checksOf(subject.fact.id, suite).map(aboutCheck) };
    case "unknown":
      return { kind: "unknown", ...subject.unknown, sandbox: choicesOn(subject.unknown.id) };
    case "check":
      return { kind: "check", ...aboutCheck(subject.check), statements: statementsOf(subject.check, suite) };
  }
};

/** Every fact with the ids of its checks. */
export const listFacts = (suite: Suite): readonly (Fact & { readonly checks: readonly string[] })[] =>
  suite.facts.map((fact) => ({ ...fact, checks: checksOf(fact.id, suite).map(({ id }) => id) }));
