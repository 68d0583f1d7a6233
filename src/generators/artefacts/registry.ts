import type { PlatformDocuments } from "../../documents/contract.ts";
import { literal, source } from "./text.ts";

/** `registry.ts`: the facts and unknowns in the order of every report. */
export const generateRegistry = (contract: PlatformDocuments): ReadonlyMap<string, string> => {
  const text = source(
    `import type { Fact, Unknown } from "../../core/model/fact.ts";`,
    `const allFacts = ${literal(contract.facts)} as const satisfies readonly Fact[];`,
    `const allUnknowns = ${literal(contract.unknowns)} as const satisfies readonly Unknown[];`,
    `export type FactId = (typeof allFacts)[number]["id"];`,
    `export type UnknownId = (typeof allUnknowns)[number]["id"];`,
    `/** Every fact a target is held to. */
export const facts: readonly Fact[] = allFacts;`,
    `/** Every question the specification leaves open. */
export const unknowns: readonly Unknown[] = allUnknowns;`,
  );
  return new Map([["registry.ts", text]]);
};
