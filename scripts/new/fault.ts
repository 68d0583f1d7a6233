import { facts } from "../../src/generated/registry.ts";
import { faults } from "../../src/generated/faults.ts";
import { before, requireKebabCase, requireOneOf, type Scaffold, WrongUse } from "./scaffold.ts";

const usage = "npm run new fault ID FACT [gross|structural|behavioural]";

const grades = ["gross", "structural", "behavioural"] as const;

type Grade = (typeof grades)[number];

/** A row that breaks nothing yet, so that the matrix misses it until it is written. */
const rowOf = (id: string): string => `    "${id}": ["", (next) => next],\n`;

/** The file with a row at the end of its grade, which is added where there is none. */
const withRow = (text: string, grade: Grade, id: string): string => {
  const start = text.indexOf(`\n  ${grade}: {\n`);
  if (start < 0) return before(text, "});", `  ${grade}: {\n${rowOf(id)}  },\n`);
  const end = text.indexOf("\n  },", start) + 1;
  return `${text.slice(0, end)}${rowOf(id)}${text.slice(end)}`;
};

const fresh = (fact: string): string => `import { faultsOf } from "./fault.ts";

export const faults = faultsOf("${fact}", {
});
`;

/**
 * A planted fault that breaks a fact; the fault matrix is its test.
 * @throws WrongUse for an id that is taken, a fact or a grade that is none.
 */
export const newFault = ([id, fact, grade = "structural"]: readonly string[]): Scaffold => {
  const name = requireKebabCase(id, usage);
  if (faults.some((fault) => fault.id === name)) throw new WrongUse(`a fault is called ${name} already`);
  const breakable = facts.filter(({ see }) => see !== "static").map((one) => one.id);
  const of = requireOneOf(fact, breakable, usage);
  const kind = requireOneOf(grade, grades, usage);
  const path = `src/sandbox/faults/${of.toLowerCase()}.ts`;
  const isThere = faults.some((fault) => fault.fact === of);
  return {
    files: isThere ? {} : { [path]: withRow(fresh(of), kind, name) },
    edits: isThere ? { [path]: (text) => withRow(text, kind, name) } : {},
    left: [
      `${path}: write what ${name} breaks; wrappers are in src/sandbox/faults/support`,
      `npx tripact check --fault ${name} --fact ${of} must blame ${of}; without --fact it must blame nothing else (else name the reason in alsoBreaks)`,
      "npm run faults brings the table and the totals of README.md up to date",
    ],
  };
};
