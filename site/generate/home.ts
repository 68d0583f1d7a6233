import { readFileSync } from "node:fs";
import { linked } from "./links.ts";
import type { Page } from "./page.ts";

/** README.md. */
export const homePage = (): Page => ({
  path: "index",
  title: "Start here",
  text: linked(readFileSync(new URL("../../README.md", import.meta.url), "utf8")),
});
