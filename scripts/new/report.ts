import { isFormat } from "../../src/report/report-formats.ts";
import { before, camelCase, requireKebabCase, type Scaffold, WrongUse } from "./scaffold.ts";

const usage = "npm run new report FORMAT";

const reporter = (id: string): string => `import type { ReportInput } from "../core/model/report-input.ts";

/** The ${id} report: what it is for. */
export const ${camelCase(id)}Report = ({ report }: ReportInput): string => \`\${report.run.id}\\n\`;
`;

const test = (id: string): string => `import { expect, test } from "vitest";
import { ${camelCase(id)}Report } from "../../src/report/${id}.ts";
import { goodInput, redInput } from "./input.ts";

test("fails what fails the run and nothing else", () => {
  for (const { fact } of redInput.report.findings) expect(${camelCase(id)}Report(redInput)).toContain(fact);
  expect(${camelCase(id)}Report(goodInput)).not.toContain("failed");
});
`;

const entryOf = (id: string): string =>
  `  ${id.includes("-") ? `"${id}"` : id}: { load: async () => (await import("./${id}.ts")).${camelCase(id)}Report, extension: "${id}.txt" },`;

/** Adds an entry to the end of the table of formats. */
const withEntry = (text: string, id: string): string => {
  const end = text.indexOf("\n} as const", text.indexOf("const formats ="));
  return `${text.slice(0, end)}\n${entryOf(id)}${text.slice(end)}`;
};

/**
 * A format of \`--report\`, in the table for help, completion and tests, and in the docs.
 * @throws WrongUse for an existing name.
 */
export const newReport = ([id]: readonly string[]): Scaffold => {
  const name = requireKebabCase(id, usage);
  if (isFormat(name)) throw new WrongUse(`there is a format ${name} already`);
  return {
    files: {
      [`src/report/${name}.ts`]: reporter(name),
      [`test/report/${name}.test.ts`]: test(name),
    },
    edits: {
      "src/report/report-formats.ts": (text) => withEntry(text, name),
      "docs/reference/reports.md": (text) => before(text, "\n\n- **What fails.**", `\n| \`${name}\` | | |`),
      "README.md": (text) =>
        text.replace(/(--report` writes .*?) and ([\w-]+) \(\[reports\]/, `$1, $2 and ${name} ([reports]`),
    },
    left: [
      `src/report/${name}.ts: write it; src/report/fact-outcomes.ts says which fact fails a pipeline; what a target says must not break out of the format (src/core/output/escape.ts)`,
      "src/report/report-formats.ts: the ending of its files, and whether it needs or shows exchanges",
      "docs/reference/reports.md: what it is for, and the schema it is valid against",
      `test/report/${name}.test.ts: a good and a bad run, and the schema; formats.test.ts feeds it hostile texts already`,
    ],
  };
};
