import { existsSync, readdirSync, readFileSync } from "node:fs";
import type { Page } from "./page.ts";

const folder = new URL("../../reports/", import.meta.url);

/** The tables that measuring scripts have left in reports/, each with its date and its machine. */
export const figurePage = (): Page => {
  const files = existsSync(folder) ? readdirSync(folder).filter((file) => file.endsWith(".md")) : [];
  const measured = files
    .filter((file) => file !== "README.md")
    .toSorted()
    .map((file) => readFileSync(new URL(file, folder), "utf8").trim())
    .map((text) => text.replace(/^# /m, "## "));
  const none = "Nothing was measured here. `npm run bench` and `npm run faults` do.";
  return {
    path: "figures",
    title: "Figures",
    text: `# Figures\n\nWhat the last runs of the measuring scripts came to.\n\n${measured.length === 0 ? none : measured.join("\n\n")}\n`,
  };
};
