import { checks } from "../../src/checks/generated/checks.ts";
import type { Check } from "../../src/core/model/check.ts";
import { allExamples } from "../../test/checks/kit/all-examples.ts";
import { repository } from "./links.ts";
import { code, json, type Page, plain, type Section } from "./page.ts";

/** Nine of ten examples are shorter. */
const mostLines = 100;

/** An example, or the beginning of a long one with the way to the rest. */
const shown = (file: string, example: unknown): string => {
  const block = json(example);
  const lines = block.split("\n");
  if (lines.length <= mostLines) return block;
  const link = `[${lines.length - mostLines} more lines](${repository}${file})`;
  return `${lines.slice(0, mostLines).join("\n")}\n\`\`\`\n\n… ${link}`;
};

const effects = {
  passive: "Judges every exchange that passes; sends nothing of its own.",
  read: "Sends requests that read.",
  write: "Sends requests that write to scratch records, and puts them back.",
  sandbox: "Runs on the sandbox alone.",
} as const;

const factLink = (id: string): string => `[${id}](/facts#${id.toLowerCase()})`;

type Found = Awaited<ReturnType<typeof allExamples>>[number];

const pageOf = (
  { id, title, why, facts, severity = "error", effect }: Check,
  { file, examples }: Found,
): Page => {
  const { pass, fails } = examples;
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
      shown(file, pass),
      "## Fails",
      `${plain(what)}: ${factLink(blames)}. The same with:`,
      shown(file, wrong),
      "",
    ].join("\n\n"),
  };
};

/** Every check with its why, an exchange that passes and one that fails. */
export const checkSection = async (): Promise<Section> => {
  const found = await allExamples();
  const pages = checks.flatMap((check) =>
    found.filter(({ id }) => id === check.id).map((examples) => pageOf(check, examples)),
  );
  return { title: "Checks", pages, isOpen: false };
};
