/** Writes the pages of the site below site/pages, and its sidebar. */
import { mkdirSync, rmSync, writeFileSync } from "node:fs";
import { dirname } from "node:path";
import { fileURLToPath } from "node:url";
import { siteSections } from "./sections.ts";

const root = fileURLToPath(new URL("../pages/", import.meta.url));

rmSync(root, { recursive: true, force: true });
const sections = await siteSections();
for (const { path, text } of sections.flatMap(({ pages }) => pages)) {
  const file = `${root}${path}.md`;
  mkdirSync(dirname(file), { recursive: true });
  writeFileSync(file, text);
}
const sidebar = sections.map(({ title, pages, isOpen }) => ({
  text: title,
  collapsed: !isOpen,
  items: pages.map((page) => ({ text: page.title, link: `/${page.path}` })),
}));
writeFileSync(`${root}sidebar.json`, `${JSON.stringify(sidebar, null, 2)}\n`);
process.stdout.write(`wrote ${sections.flatMap(({ pages }) => pages).length} pages\n`);
