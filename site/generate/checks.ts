import { checks } from "../../src/contract/generated/checks.ts";
import type { Check } from "../../src/harness/model/check.ts";
import { repository } from "./links.ts";
import { code, json, type Page, plain, type Section } from "./page.ts";

/** As much of a file of test/checks/examples as is shown. */
interface Examples {
  readonly pass: object;
  readonly fails: Readonly<Record<string, object>>;
}

const examplesOf = async (id: string): Promise<Examples> => {
  const file = new URL(`../../test/checks/examples/${id}.ts`, import.meta.url);
  return ((await import(file.href)) as { examples: Examples }).examples; // held by the compiler in each file
};

/** Nine of ten examples are shorter. */
const mostLines = 100;

/** An example, or the beginning of a long one with the way to the rest. */
const shown = (id: string, example: unknown): string => {
  const block = json(example);
  const lines = block.split("\n");
  if (lines.length <= mostLines) return block;
  const link = `[${lines.length - mostLines} more lines](${repository}test/checks/examples/${id}.ts)`;
  return `${lines.slice(0, mostLines).join("\n")}\n\`\`\`\n\n… ${link}`;
};

const effects = {
  passive: "Judges every exchange that passes; sends nothing of its own.",
  read: "Sends requests that read.",
  write: "Sends requests that write to scratch records, and puts them back.",
  sandbox: "Runs on the sandbox alone.",
} as const;

const factLink = (id: string): string => `[${id}](/facts#${id.toLowerCase()})`;

const pageOf = async (check: Check): Promise<Page> => {
  const { id, title, why, facts, severity, effect } = check;
  const { pass, fails } = await examplesOf(id);
  const [[key, wrong] = ["", {}]] = Object.entries(fails);
  const [, blames = "", what = ""] = /^(\S+?)(?: \/\S*)?: (.*)$/s.exec(key) ?? [];
  return {
    path: `checks/${id}`,
    title: id,
    text: [
      `# ${id}`,
      `**${plain(title)}.** ${plain(why)}`,
      `- Facts: ${facts.map(factLink).join(", ")}\n- Severity: ${severity}\n- ${effects[effect]}`,
      `Run it alone: ${code(`tripact check --check ${id}`)}.`,
      "## Passes",
      shown(id, pass),
      "## Fails",
      `${plain(what)}: ${factLink(blames)}. The same with:`,
      shown(id, wrong),
      "",
    ].join("\n\n"),
  };
};

/** Every check with its why, an exchange that passes and one that fails. */
export const checkSection = async (): Promise<Section> => ({
  title: "Checks",
  pages: await Promise.all(checks.map(pageOf)),
  isOpen: false,
});
