import { existsSync, readdirSync, readFileSync } from "node:fs";
import { linked } from "./links.ts";
import type { Page, Section } from "./page.ts";

const folder = new URL("../../docs/", import.meta.url);

interface Kind {
  /** Its folder below docs/. */
  readonly name: string;
  readonly title: string;
  /** Pages in the order of the sidebar; one that is not named comes last. */
  readonly order: readonly string[];
}

/** The four kinds of documentation (https://diataxis.fr). */
const kinds: readonly Kind[] = [
  { name: "tutorial", title: "Tutorial", order: [] },
  {
    name: "guides",
    title: "Guides",
    order: [
      "installation",
      "check-your-own-api",
      "your-own-target",
      "conformance-gate",
      "continuous-integration",
      "library",
      "coding-agents",
      "develop-against-the-sandbox",
      "extend-the-sandbox",
      "serve-a-document",
      "nightly-drift",
      "alerts",
      "proxy",
      "recording",
      "consumers",
      "other-languages",
      "fleet",
    ],
  },
  { name: "reference", title: "Reference", order: ["resources", "reports", "clients"] },
  {
    name: "explanation",
    title: "Explanation",
    order: ["what-is-judged", "how-certain-a-run-is", "how-privacy-is-kept", "how-it-compares"],
  },
];

const titleIn = (text: string): string => /^# (.+)$/m.exec(text)?.[1] ?? "";

const pageOf = (kind: string, name: string): Page => {
  const text = readFileSync(new URL(`${kind}/${name}.md`, folder), "utf8");
  return { path: `${kind}/${name}`, title: titleIn(text), text: linked(text, `docs/${kind}/`) };
};

const namesIn = (kind: string): readonly string[] => {
  const url = new URL(`${kind}/`, folder);
  return existsSync(url)
    ? readdirSync(url)
        .filter((file) => file.endsWith(".md"))
        .map((file) => file.slice(0, -".md".length))
    : [];
};

const pagesOf = ({ name, order }: Kind): readonly Page[] => {
  const positionOf = (page: string): number => {
    const found = order.indexOf(page);
    return found < 0 ? order.length : found;
  };
  return namesIn(name)
    .toSorted((one, other) => positionOf(one) - positionOf(other) || (one < other ? -1 : 1))
    .map((page) => pageOf(name, page));
};

/** The pages of docs/, by what a reader wants: to learn, to get a task done, to look something up, to understand. */
export const docSections = (): readonly Section[] =>
  kinds
    .map((kind) => ({ title: kind.title, pages: pagesOf(kind), isOpen: true }))
    .filter(({ pages }) => pages.length > 0);
