import { existsSync, readFileSync } from "node:fs";
import { linked } from "./links.ts";
import type { Page } from "./page.ts";

const files = {
  SECURITY: "Security",
  SUPPORT: "Support",
  ARCHITECTURE: "Architecture",
  CONTRIBUTING: "Contributing",
  CHANGELOG: "Changelog",
  CODE_OF_CONDUCT: "Code of conduct",
};

const root = new URL("../../", import.meta.url);

/** The pages at the root of the repository that people read before they trust it. */
export const trustPages = (): readonly Page[] =>
  Object.entries(files).flatMap(([file, title]) => {
    const url = new URL(`${file}.md`, root);
    if (!existsSync(url)) return [];
    return [
      { path: file.toLowerCase().replaceAll("_", "-"), title, text: linked(readFileSync(url, "utf8")) },
    ];
  });
