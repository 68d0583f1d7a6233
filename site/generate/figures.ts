import { existsSync, readdirSync, readFileSync } from "node:fs";
import { measuredRuns } from "../../scripts/measured-runs.ts";
import { code, type Page, plain, table } from "./page.ts";

const reports = new URL("../../reports/", import.meta.url);

/** What a run has left: its date and machine, and its tables. */
interface Measured {
  readonly name: string;
  readonly what: string;
  readonly command: string | undefined;
  readonly text: string | undefined;
}

/** Tables that no run is listed for, by their own titles. */
const others = (folder: URL): readonly Measured[] =>
  (existsSync(folder) ? readdirSync(folder) : [])
    .filter((file) => file.endsWith(".md") && file !== "README.md")
    .map((file) => file.slice(0, -".md".length))
    .filter((name) => !(name in measuredRuns))
    .toSorted()
    .map((name) => {
      const text = textOf(name, folder);
      return { name, what: /^# (.*)$/m.exec(text ?? "")?.[1] ?? name, command: undefined, text };
    });

const textOf = (name: string, folder: URL): string | undefined => {
  const file = new URL(`${name}.md`, folder);
  return existsSync(file) ? readFileSync(file, "utf8").trim() : undefined;
};

const row = ({ name, what, command, text }: Measured): readonly string[] => {
  const [, day, machine] = /^Measured on ([\d-]+): (.+)\.$/m.exec(text ?? "") ?? [];
  const by = command === undefined ? "" : code(command);
  return day === undefined || machine === undefined
    ? [plain(what), "not measured yet", "", by]
    : [`[${plain(what)}](#${name})`, day, plain(machine), by];
};

/** A measured table below the page's own heading, under an anchor that does not depend on its wording. */
const section = ({ name, text = "" }: Measured): string =>
  text
    .replaceAll("{{", "&#123;&#123;")
    .replaceAll(/^##/gm, "###")
    .replace(/^# (.*)$/m, (_, title: string) => `## ${title} {#${name}}`);

/** The tables that measuring scripts have left in reports/, each with its date and its machine; what is missing is said. */
export const figurePage = (folder = reports): Page => {
  const listed = Object.entries(measuredRuns).map(([name, run]) => ({
    name,
    ...run,
    text: textOf(name, folder),
  }));
  const runs: readonly Measured[] = [...listed, ...others(folder)];
  const measured = runs.filter(({ text }) => text !== undefined);
  return {
    path: "figures",
    title: "Figures",
    text: [
      "# Figures",
      "What the last runs of the measuring scripts came to. Each script writes its own table again.",
      table(["what", "measured on", "machine", "by"], runs.map(row)),
      ...measured.map(section),
      "",
    ].join("\n\n"),
  };
};
