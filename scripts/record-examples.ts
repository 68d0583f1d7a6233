/**
 * Records minimal examples of checks: a pass from the sandbox, fails from planted faults. `npx node
 * scripts/record-examples.ts [ID …]`; without ids, for the checks that have none. What it records, in a file of its own
 * or for a check of a family as a row of its file, is a draft: review it.
 */
import { contract } from "../src/inputs/contract.ts";
import { execFileSync } from "node:child_process";
import { globSync, readFileSync, writeFileSync } from "node:fs";
import { basename } from "node:path";
import { fileURLToPath } from "node:url";
import { loadJudgingParts } from "../src/inputs/judging-parts.ts";
import { checks } from "../src/checks/generated/checks.ts";
import type { Check } from "../src/core/model/check.ts";
import { createJudgeTools } from "../src/core/run/judge.ts";
import { allExamples } from "../test/checks/kit/all-examples.ts";
import { type Blamed, type Drafts, written } from "./examples/example-draft.ts";
import { withRow } from "./examples/family-row.ts";
import { recordActive } from "./examples/record-active.ts";
import { recordPassive } from "./examples/record-passive.ts";

const absent = "\u0000absent";

/** Of equal fails, only the first. */
const withoutTwins = <Fail extends Blamed>(fails: readonly Fail[]): readonly Fail[] =>
  [...Map.groupBy(fails, ({ what: _, ...shown }) => JSON.stringify(shown)).values()].flatMap(
    ([first]) => first ?? [],
  );

/** The examples as an expression, unformatted. */
const expressionOf = ({ pass, fails }: Drafts<object>): string => {
  const data = JSON.stringify(written({ pass, fails: withoutTwins(fails) }), (key, value: unknown) =>
    value === undefined && key.startsWith("/") ? absent : value,
  );
  return data.replaceAll(JSON.stringify(absent), "undefined");
};

const root = new URL("../", import.meta.url);

/** Names of the families, by the ids of their checks. */
const families = new Map<string, string>();
for (const file of globSync("src/checks/families/*.ts", { cwd: fileURLToPath(root) })) {
  const module = (await import(new URL(file, root).href)) as Readonly<Record<string, unknown>>;
  for (const one of Object.values(module).filter(Array.isArray).flat() as readonly Partial<Check>[])
    if (typeof one.id === "string") families.set(one.id, basename(file, ".ts"));
}

const formatter = fileURLToPath(new URL("../node_modules/oxfmt/bin/oxfmt", import.meta.url));

const write = (file: URL, text: string): void => {
  writeFileSync(file, text);
  execFileSync(process.execPath, [formatter, fileURLToPath(file)], { stdio: "ignore" });
};

/** Writes the examples of a check into its file. */
const record = (check: Check, examples: string): void => {
  const family = families.get(check.id);
  const list = check.effect === "passive" ? "passive" : "active";
  const file = new URL(
    `test/checks/examples/${family === undefined ? check.id : `families/${family}`}.ts`,
    root,
  );
  if (family !== undefined) return write(file, withRow(readFileSync(file, "utf8"), list, check.id, examples));
  const type = list === "passive" ? "PassiveExamples" : "ActiveExamples";
  const lines = [
    `import type { ${type} } from "../kit/example.ts";`,
    `export const examples: ${type} = ${examples};`,
  ];
  write(file, lines.join("\n\n"));
};

const named = process.argv.slice(2);
const present = new Set((await allExamples()).map(({ id }) => id));
const wanted = checks.filter(({ id }) => (named.length > 0 ? named.includes(id) : !present.has(id)));
const tools = createJudgeTools((await loadJudgingParts(contract)).validation);

for (const check of wanted) {
  try {
    const drafts =
      check.effect === "passive" ? await recordPassive(check, tools) : await recordActive(check, tools);
    record(check, expressionOf(drafts));
    process.stdout.write(`${check.id}: recorded\n`);
  } catch (error) {
    process.stdout.write(
      `${check.id}: not recorded: ${error instanceof Error ? error.message : String(error)}\n`,
    );
    process.exitCode = 1;
  }
}
