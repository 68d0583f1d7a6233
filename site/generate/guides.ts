import { readdirSync, readFileSync } from "node:fs";
import { linked } from "./links.ts";
import type { Page, Section } from "./page.ts";

const folder = new URL("../../docs/", import.meta.url);

/** Who the guides are for, in the order of the sidebar; a guide that is not named comes last. */
const order = [
  "installation",
  "your-own-target",
  "resources",
  "conformance-gate",
  "continuous-integration",
  "library",
  "coding-agents",
  "develop-against-the-sandbox",
  "extend-the-sandbox",
  "nightly-drift",
  "alerts",
  "proxy",
  "recording",
  "clients",
  "consumers",
  "other-languages",
  "reports",
  "fleet",
];

const positionOf = (name: string): number => {
  const found = order.indexOf(name);
  return found < 0 ? order.length : found;
};

const titleIn = (text: string): string => /^# (.+)$/m.exec(text)?.[1] ?? "";

const pageOf = (name: string): Page => {
  const text = readFileSync(new URL(`${name}.md`, folder), "utf8");
  return { path: `guides/${name}`, title: titleIn(text), text: linked(text, "docs/") };
};

/** The guides of docs/, one for each task. */
export const guideSection = (): Section => ({
  title: "Guides",
  pages: readdirSync(folder)
    .filter((file) => file.endsWith(".md"))
    .map((file) => file.slice(0, -".md".length))
    .toSorted((one, other) => positionOf(one) - positionOf(other) || (one < other ? -1 : 1))
    .map(pageOf),
  isOpen: true,
});
