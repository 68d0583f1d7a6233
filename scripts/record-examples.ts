/**
 * Records minimal examples of checks: a pass from the sandbox, fails from planted faults. `npx node
 * scripts/record-examples.ts [ID …]`; without ids, for the checks that have none. A recorded file is a draft: review it,
 * and move it into the file of its family.
 */
import { execFileSync } from "node:child_process";
import { writeFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { loadJudgingParts } from "../src/inputs/judging-parts.ts";
import { checks } from "../src/contract/generated/checks.ts";
import type { Check } from "../src/harness/model/check.ts";
import { createJudgeTools } from "../src/harness/runner/judge.ts";
import { allExamples } from "../test/checks/kit/all-examples.ts";
import { type Blamed, type Drafts, written } from "./examples/example-draft.ts";
import { recordActive } from "./examples/record-active.ts";
import { recordPassive } from "./examples/record-passive.ts";

const absent = "\u0000absent";

/** Of equal fails, only the first. */
const withoutTwins = <Fail extends Blamed>(fails: readonly Fail[]): readonly Fail[] =>
  [...Map.groupBy(fails, ({ what: _, ...shown }) => JSON.stringify(shown)).values()].flatMap(
    ([first]) => first ?? [],
  );

/** The text of a module, unformatted. */
const textOf = (check: Check, { pass, fails }: Drafts<object>): string => {
  const type = check.effect === "passive" ? "PassiveExamples" : "ActiveExamples";
  const data = JSON.stringify(written({ pass, fails: withoutTwins(fails) }), (key, value: unknown) =>
    value === undefined && key.startsWith("/") ? absent : value,
  );
  return [
    `import type { ${type} } from "../kit/example.ts";`,
    `export const examples: ${type} = ${data.replaceAll(JSON.stringify(absent), "undefined")};`,
  ].join("\n\n");
};

const formatter = fileURLToPath(new URL("../node_modules/oxfmt/bin/oxfmt", import.meta.url));

const write = (file: URL, text: string): void => {
  writeFileSync(file, text);
  execFileSync(process.execPath, [formatter, fileURLToPath(file)], { stdio: "ignore" });
};

const fileOf = (id: string): URL => new URL(`../test/checks/examples/${id}.ts`, import.meta.url);

const named = process.argv.slice(2);
const present = new Set((await allExamples()).map(({ id }) => id));
const wanted = checks.filter(({ id }) => (named.length > 0 ? named.includes(id) : !present.has(id)));
const tools = createJudgeTools((await loadJudgingParts()).validation);

for (const check of wanted) {
  try {
    const drafts =
      check.effect === "passive" ? await recordPassive(check, tools) : await recordActive(check, tools);
    write(fileOf(check.id), textOf(check, drafts));
    process.stdout.write(`${check.id}: recorded\n`);
  } catch (error) {
    process.stdout.write(
      `${check.id}: not recorded: ${error instanceof Error ? error.message : String(error)}\n`,
    );
    process.exitCode = 1;
  }
}
