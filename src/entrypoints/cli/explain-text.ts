import type { Check } from "../../core/model/check.ts";
import type { Fact, Unknown } from "../../core/model/fact.ts";
import { hang } from "../../core/output/wrap.ts";
import { safe, type SafeText } from "../../core/output/safe-text.ts";
import { choiceLine, choicesOn } from "../../inputs/sandbox-choices.ts";
import { statementsOf, type Explained } from "../../app/explain.ts";
import { checkFile, checksOf, type Suite } from "../../inputs/suite.ts";

const sights: Readonly<Record<Fact["see"], string>> = {
  passive: "any recorded or live exchange shows it",
  read: "a call that changes nothing shows it",
  write: "only a call that changes a record shows it",
  auth: "token calls or a second credential show it",
  static: "the OpenAPI documents and the generated files show it",
  sandbox: "only the sandbox can show it",
};

type Row = readonly [name: string, text: string];

const rows = (name: string, texts: readonly string[]): readonly Row[] =>
  texts.map((text, index): Row => [index === 0 ? name : "", text]);

/** Sentences with a table below. */
const layOut = (sentences: readonly string[], parts: readonly Row[], width: number): SafeText => {
  const above = sentences.map((sentence) => hang(safe``, sentence, width));
  const below = parts.map(([name, text]) => hang(safe`  ${name.padEnd(8)} `, text, width));
  return safe`\n${above}\n${below}`;
};

const factText = (fact: Fact, suite: Suite, width: number): SafeText => {
  const checks = checksOf(fact.id, suite).map(({ id, title }) => `${id}: ${title}`);
  const parts: readonly Row[] = [
    ["seen", `${fact.see}: ${sights[fact.see]}`],
    ...rows("stated", fact.places),
    ...rows("held by", fact.test === undefined ? [] : [fact.test]),
    ...rows("checks", checks),
  ];
  return layOut([fact.statement], parts, width);
};

/** Why it cannot be observed, or which checks observe it. */
const seenBy = ({ id, unseen }: Unknown, suite: Suite): readonly string[] => {
  if (unseen !== undefined) return [unseen];
  return suite.observers.filter(({ unknowns }) => unknowns.includes(id)).map((observer) => observer.id);
};

const unknownText = (unknown: Unknown, suite: Suite, width: number): SafeText => {
  const parts: readonly Row[] = [
    ["status", "open: every answer conforms"],
    ...rows("seen", seenBy(unknown, suite)),
    ...rows("about", unknown.places),
    ...rows("sandbox", choicesOn(unknown.id).map(choiceLine)),
  ];
  return layOut([unknown.question], parts, width);
};

const effects: Readonly<Record<Check["effect"], string>> = {
  passive: "sends nothing and judges every exchange",
  read: "sends requests that change nothing",
  write: "changes scratch records only",
  sandbox: "moves the sandbox's clock and reads its logs",
};

const needsOf = (check: Check): readonly string[] => (check.effect === "passive" ? [] : check.needs);

const checkText = (check: Check, suite: Suite, width: number): SafeText => {
  const facts = Object.entries(statementsOf(check, suite)).map(([id, statement]) => `${id}: ${statement}`);
  const parts: readonly Row[] = [
    ...rows("facts", facts),
    ["calls", `${check.interfaces.join(", ")}: ${effects[check.effect]}`],
    ["severity", check.severity ?? "error"],
    ...rows("file", [checkFile(check) ?? []].flat()),
    ...rows("needs", needsOf(check)),
  ];
  return layOut([check.title, check.why], parts, width);
};

/** An id in its usual spelling, and its description. */
export const explanationOf = (
  subject: Explained,
  suite: Suite,
  width: number,
): readonly [id: string, text: SafeText] => {
  switch (subject.kind) {
    case "fact":
      return [subject.fact.id, factText(subject.fact, suite, width)];
    case "unknown":
      return [subject.unknown.id, unknownText(subject.unknown, suite, width)];
    case "check":
      return [subject.check.id, checkText(subject.check, suite, width)];
  }
};
