import { beforeAll, describe, expect, it } from "vitest";
import { linked } from "../../site/generate/links.ts";
import type { Page } from "../../site/generate/page.ts";
import { siteSections } from "../../site/generate/sections.ts";

let pages: readonly Page[] = [];
beforeAll(async () => {
  pages = (await siteSections()).flatMap((section) => section.pages);
});

/** As VitePress makes ids of headings. */
const anchorOf = (heading: string): string =>
  /\{#([\w-]+)\}$/.exec(heading)?.[1] ??
  heading
    .replaceAll(/<[^>]+>|`/g, "")
    .replaceAll("&lt;", "<")
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N}_ -]+/gu, "")
    .trim()
    .replaceAll(/\s+/g, "-");

const withoutCode = (text: string): string => text.replaceAll(/^```[\s\S]*?^```/gm, "");

const anchorsIn = ({ text }: Page): ReadonlySet<string> =>
  new Set([...withoutCode(text).matchAll(/^#{1,6} (.+)$/gm)].map(([, heading = ""]) => anchorOf(heading)));

describe("the site", () => {
  it("has a page for every command, check, interface, guide and file, each at an address of its own", () => {
    const paths = pages.map(({ path }) => path);
    expect(new Set(paths).size).toBe(paths.length);
    expect(paths).toEqual(
      expect.arrayContaining([
        "index",
        "commands/check",
        "commands/drift",
        "checks/contact-fields",
        "interfaces/donation",
        "guides/your-own-target",
        "files/config",
        "facts",
        "open-questions",
      ]),
    );
  });

  it("has no link to a page or a heading that is not there", () => {
    const anchors = new Map(pages.map((page) => [page.path === "index" ? "" : page.path, anchorsIn(page)]));
    const dead = pages.flatMap(({ path, text }) =>
      [...withoutCode(text).matchAll(/\]\((\/[^)#\s]*)?(?:#([^)\s]+))?\)/g)].flatMap(([, to, anchor]) => {
        const found = anchors.get(to === undefined ? (path === "index" ? "" : path) : to.slice(1));
        const isThere = found !== undefined && (anchor === undefined || found.has(anchor));
        return isThere ? [] : [`${path}: ${to ?? ""}#${anchor ?? ""}`];
      }),
    );
    expect(dead).toEqual([]);
  });

  it("describes every option of a command", () => {
    const check = pages.find(({ path }) => path === "commands/check")?.text ?? "";
    expect(check).toContain("--fail-on &lt;severity&gt;");
    expect(check).toMatch(/one of .*error.*warning.*; default/);
  });

  it("shows of every check what passes and what fails", () => {
    for (const { path, text } of pages.filter((page) => page.path.startsWith("checks/")))
      expect([path, text]).toEqual([
        path,
        expect.stringMatching(/## Passes[\s\S]*```json[\s\S]*## Fails[\s\S]*\[[A-Z]+-\d+\]/),
      ]);
  });
});

describe("links of files in the repository", () => {
  it("lead to the site where it has the page, and else to the repository", () => {
    expect(
      linked(
        "[a](your-own-target.md#b) [c](../../src/index.ts) [d](#e) [f](https://example.org)",
        "docs/guides/",
      ),
    ).toBe(
      "[a](/guides/your-own-target#b) [c](https://github.com/tripact/tripact/blob/main/src/index.ts) [d](#e) [f](https://example.org)",
    );
  });
});
