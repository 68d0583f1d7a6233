import { existsSync, readFileSync } from "node:fs";
import { describe, expect, test } from "vitest";
import { operations } from "../../../src/builtin/generated/operations.ts";
import { interfaceNames } from "../../../src/builtin/interface-name.ts";
import type { Operation } from "../../../src/core/model/operation.ts";

const folder = new URL("../../../src/builtin/generated/reference/", import.meta.url);

const read = (name: string): string => readFileSync(new URL(`${name}.md`, folder), "utf8");

const anchors = (page: string): readonly string[] =>
  [...page.matchAll(/^#+ (.+)$/gm)].map(([, heading = ""]) =>
    heading
      .toLowerCase()
      .replace(/[^\w -]/g, "")
      .replaceAll(" ", "-"),
  );

const cells = (row: string): number => row.replaceAll("\\|", "").split("|").length;

describe.for(interfaceNames)("the reference page of %s", (name) => {
  const page = read(name);

  test("has no link that points to nothing", () => {
    const links = [...page.matchAll(/\]\(([^)]+)\)/g)].map(([, link = ""]) => link);
    const broken = links.filter((link) =>
      link.startsWith("#")
        ? !anchors(page).includes(link.slice(1))
        : !existsSync(new URL(link.split("#")[0] ?? "", folder)),
    );
    expect(links.length).toBeGreaterThan(10);
    expect(broken).toEqual([]);
  });

  test("has no heading twice, so that every link leads where it says", () => {
    expect(anchors(page).length).toBe(new Set(anchors(page)).size);
  });

  test("describes every operation with its method, path and statuses", () => {
    for (const operation of Object.values<Operation>(operations).filter((each) => each.interface === name)) {
      const section = page.split(`### ${operation.id}\n`)[1]?.split("\n### ")[0] ?? "";
      expect(section).toContain(`\`${operation.method} ${operation.path}\``);
      for (const status of Object.keys(operation.responses)) expect(section).toContain(`| ${status} |`);
      for (const { name: parameter } of operation.parameters)
        expect(section).toContain(`| \`${parameter}\` |`);
    }
  });

  test("has tables whose rows all have as many cells as their head", () => {
    const tables = page.split("\n\n").filter((block) => block.startsWith("| "));
    const ragged = tables.flatMap((block) => {
      const [head = "", ...rows] = block.split("\n");
      return rows.filter((row) => cells(row) !== cells(head));
    });
    expect(ragged).toEqual([]);
  });
});
