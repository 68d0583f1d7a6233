import { readFileSync } from "node:fs";
import { checks, observers } from "../../src/checks/generated/checks.ts";
import { facts, unknowns } from "../../src/builtin/generated/registry.ts";
import { type BuiltinInterface, interfaceNames } from "../../src/builtin/interface-name.ts";
import { interfaces } from "../../src/builtin/interfaces.ts";
import { repository } from "./links.ts";
import { code, type Page, plain, type Section } from "./page.ts";

const folder = new URL("../../src/builtin/generated/reference/", import.meta.url);

/** The generated reference as it is, with its links to sources led to the repository. */
const referencePage = (name: BuiltinInterface): Page => ({
  path: `interfaces/${name}`,
  title: interfaces[name].title.replace(/ interface$/, ""),
  text: readFileSync(new URL(`${name}.md`, folder), "utf8")
    .replaceAll(/\]\((?:\.\.\/)+specs\//g, `](${repository}specs/`)
    .replaceAll("{{", "&#123;&#123;"),
});

/** `crm.yaml#/components/schemas/Contact` as a link to the interface's page. */
const locationLink = (location: string): string => {
  const name = location.split(".")[0] ?? "";
  const schema = /#\/components\/schemas\/(\w+)/.exec(location)?.[1];
  return `[${schema ?? name}](/interfaces/${name}${schema === undefined ? "" : `#${schema.toLowerCase()}`})`;
};

const links = (ids: readonly string[]): string => ids.map((id) => `[${id}](/checks/${id})`).join(", ");

const factText = ({ id, statement, places, see }: (typeof facts)[number]): string => {
  const judges = checks.filter((check) => check.facts.some((one) => one === id)).map((check) => check.id);
  return [
    `## ${id}`,
    plain(statement),
    `- Stated at: ${[...new Set(places.map(locationLink))].join(", ")}`,
    judges.length > 0
      ? `- Judged by: ${links(judges)}`
      : `- ${see === "static" ? "Held by a test of the documents." : "Not judged."}`,
  ].join("\n\n");
};

const factPage: Page = {
  path: "facts",
  title: "Facts",
  text: `# Facts\n\nWhat the specification states, numbered. Every finding blames one of them.\n\n${facts.map(factText).join("\n\n")}\n`,
};

const unknownText = ({ id, question, places, unseen }: (typeof unknowns)[number]): string => {
  const seers = observers.filter((one) => one.unknowns.some((unknown) => unknown === id));
  return [
    `## ${id}`,
    plain(question),
    ...(places.length > 0 ? [`- Open at: ${[...new Set(places.map(locationLink))].join(", ")}`] : []),
    ...(seers.length > 0 ? [`- Observed by: ${seers.map((one) => code(one.id)).join(", ")}`] : []),
    ...(unseen === undefined ? [] : [`- Never observed: ${plain(unseen)}`]),
  ].join("\n\n");
};

const unknownPage: Page = {
  path: "open-questions",
  title: "Open questions",
  text: `# Open questions\n\nWhat the specification leaves open. tripact never asserts it; a run reports what it observed.\n\n${unknowns.map(unknownText).join("\n\n")}\n`,
};

/** The interfaces, the facts and the open questions, linked to each other. */
export const interfaceSection = (): Section => ({
  title: "Interfaces",
  pages: [...interfaceNames.map(referencePage), factPage, unknownPage],
  isOpen: true,
});
