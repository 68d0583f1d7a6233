import { facts } from "../../src/builtin/generated/registry.ts";
import { faults } from "../../src/builtin/faults/generated/faults.ts";
import { type Grade, grades } from "../../src/builtin/faults/fault.ts";
import { before, requireKebabCase, requireOneOf, type Scaffold, WrongUse } from "./scaffold.ts";

const usage = "npm run new fault ID FACT [gross|structural|behavioural]";

/** A fault that does not break anything yet, so the matrix misses it until it is written. */
const rowOf = (id: string): string => `    "${id}": ["", (next) => next],\n`;

/** Adds a row to the end of a grade of a fact's faults. */
const withFault = (text: string, id: string, grade: Grade): string => {
  const start = text.indexOf(`\n  ${grade}: {\n`);
  if (start < 0) return before(text, "});", `  ${grade}: {\n${rowOf(id)}  },\n`);
  const end = text.indexOf("\n  },", start) + 1;
  return `${text.slice(0, end)}${rowOf(id)}${text.slice(end)}`;
};

const pathOf = (fact: string): string => `src/builtin/faults/${fact.toLowerCase()}.ts`;

/** The file with the first fault of a fact. */
export const faultFile = (fact: string, id: string, grade: Grade): Readonly<Record<string, string>> => ({
  [pathOf(fact)]: withFault(
    `import { faultsOf } from "./fault.ts";\n\nexport const faults = faultsOf("${fact}", {\n});\n`,
    id,
    grade,
  ),
});

/**
 * A planted fault that breaks a fact; the fault matrix is its test.
 * @throws WrongUse for an existing id, or an unknown fact or grade.
 */
export const newFault = ([id, fact, grade = "structural"]: readonly string[]): Scaffold => {
  const name = requireKebabCase(id, usage);
  if (faults.some((fault) => fault.id === name)) throw new WrongUse(`a fault is called ${name} already`);
  const breakable = facts.filter(({ see }) => see !== "static").map((one) => one.id);
  const of = requireOneOf(fact, breakable, usage);
  const kind = requireOneOf(grade, grades, usage);
  const path = pathOf(of);
  const isThere = faults.some((fault) => fault.fact === of);
  return {
    files: isThere ? {} : faultFile(of, name, kind),
    edits: isThere ? { [path]: (text) => withFault(text, name, kind) } : {},
    left: [
      `${path}: write what ${name} breaks; docs/contributing/sandbox.md shows how, verbs are in src/builtin/faults/support`,
      `npx tripact check --fault ${name} --fact ${of} must blame ${of}; without --fact it must blame nothing else (else name the reason in alsoBreaks)`,
      "npm run faults brings the table and the totals of README.md up to date",
    ],
  };
};
