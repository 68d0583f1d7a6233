import { readdirSync, readFileSync } from "node:fs";
import { describe, expect, test } from "vitest";
import { interfaceNames } from "../../../src/builtin/interface-name.ts";
import { checks } from "../../../src/checks/generated/checks.ts";
import { operations } from "../../../src/builtin/generated/operations.ts";
import { facts, unknowns } from "../../../src/builtin/generated/registry.ts";
import { schemaFacts } from "../../../src/builtin/generated/schema-facts.ts";
import type { Operation } from "../../../src/core/model/operation.ts";

const all: readonly Operation[] = Object.values(operations);
const factIds = facts.map(({ id }) => id);
const unknownIds = unknowns.map(({ id }) => id);

describe("the registry", () => {
  test("is in the order of families and numbers, each id once", () => {
    const families = ["GEN", "CRM", "DON", "VOL", "EVT"];
    const rank = (id: string): number => families.indexOf(id.slice(0, 3)) * 100 + Number(id.slice(4));
    expect(factIds).toEqual([...new Set(factIds)].toSorted((a, b) => rank(a) - rank(b)));
    expect(unknownIds).toEqual(unknowns.map((_, index) => `U-${String(index + 1).padStart(2, "0")}`));
  });

  test("has every id that operations and schemas name", () => {
    const named = [
      ...all.flatMap((operation) => operation.facts),
      ...Object.values(schemaFacts).flatMap((table) => Object.values(table).flat()),
    ];
    expect(named.filter((id) => !factIds.includes(id))).toEqual([]);
    expect(all.flatMap((operation) => operation.unknowns).filter((id) => !unknownIds.includes(id))).toEqual(
      [],
    );
  });
});

describe("the index of checks", () => {
  const root = new URL("../../../", import.meta.url);
  const sourcesIn = (folder: string): readonly string[] =>
    readdirSync(new URL(folder, root)).filter((file) => file.endsWith(".ts"));

  test("names each check by its file or by the row of its family or model, in the order of ids", () => {
    const ids = checks.map(({ id }) => id);
    expect(ids).toEqual(ids.toSorted());
    expect(new Set(ids).size).toBe(ids.length);
    const files = ["src/checks/", "src/checks/models/"].flatMap((folder) =>
      sourcesIn(folder).map((file) => file.slice(0, -".ts".length)),
    );
    const rows = sourcesIn("src/checks/families/").flatMap((file) =>
      readFileSync(new URL(`src/checks/families/${file}`, root), "utf8")
        .matchAll(/^ {4,6}id: "([^"]+)"/gm)
        .toArray()
        .flatMap(([, id]) => id ?? []),
    );
    // A row of equal requests is one for each interface and effect.
    const equal = interfaceNames.flatMap((of) =>
      ["read", "write"].map((effect) => `${of}-${effect}s-are-answered-alike`),
    );
    expect([...files, ...rows, ...equal].toSorted()).toEqual(ids);
  });

  test("says what each check is about and why", () => {
    for (const { title, why } of checks) {
      expect(title).not.toBe("");
      expect(why).toMatch(/\.$/);
    }
  });
});
