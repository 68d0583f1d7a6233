import { mkdirSync, mkdtempSync, realpathSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { analyzeUsage } from "../../../src/consumers/usage/analyze-usage.ts";
import { loadCompiler } from "../../../src/consumers/usage/load-compiler.ts";
import { contract } from "../../../src/inputs/contract.ts";
import { documentsOf } from "../../../src/inputs/interface-documents.ts";
import type { Use } from "../../../src/consumers/usage/use.ts";

/** A small part of the donation interface's types, as openapi-typescript writes them. */
export const smallContract = `
export interface paths {
  "/api/Gift/list": { get: operations["listGifts"]; post?: never };
  "/api/Donor/query": { get?: never; post: operations["queryDonors"] };
}
export interface components {
  schemas: {
    Gift: { id: number; amount?: string; method: "card" | "bank"; tags?: string[]; donor?: components["schemas"]["Donor"] };
    Donor: { name?: string; mail?: string } & { [key: string]: unknown };
    Query: { queryType: number; take?: number; order?: "name" | "date" };
  };
}
export interface operations {
  listGifts: {
    parameters: { query?: { take?: number } };
    responses: { 200: { content: { "application/json": { items?: components["schemas"]["Gift"][]; total: number } } } };
  };
  queryDonors: {
    requestBody: { content: { "application/json": components["schemas"]["Query"] } };
    responses: { 200: { content: { "application/json": components["schemas"]["Donor"][] } } };
  };
}
`;

const documents = await documentsOf(contract);

const config = {
  compilerOptions: {
    target: "es2023",
    lib: ["es2023"],
    module: "nodenext",
    types: [],
    strict: true,
    noEmit: true,
    allowJs: true,
    checkJs: true,
    allowImportingTsExtensions: true,
  },
  include: ["src"],
};

/** A project of these files, with the small contract at \`src/contract.ts\` unless they bring one of their own. */
export const smallProject = (files: Readonly<Record<string, string>>): string => {
  const folder = realpathSync(mkdtempSync(join(tmpdir(), "tripact-project-")));
  const all = { "tsconfig.json": JSON.stringify(config), "src/contract.ts": smallContract, ...files };
  for (const [path, text] of Object.entries(all)) {
    mkdirSync(dirname(join(folder, path)), { recursive: true });
    writeFileSync(join(folder, path), text);
  }
  return folder;
};

/**
 * What each of some pieces of code uses. One program has all of them, each below a head and beside further files: making
 * one takes longer than to follow a hundred uses.
 */
export const usesOfCodes = (
  codes: readonly string[],
  head: string,
  files: Readonly<Record<string, string>> = {},
) => {
  const fileOf = (code: string): string => `src/case-${codes.indexOf(code)}.ts`;
  const folder = smallProject({
    ...files,
    ...Object.fromEntries(codes.map((code) => [fileOf(code), `${head}${code}\n`])),
  });
  const analyze = (): readonly Use[] =>
    analyzeUsage(loadCompiler(folder), join(folder, "tsconfig.json"), documents);
  const uses = analyze();
  const usesIn = (code: string): readonly Use[] =>
    uses.filter(({ at }) => at.some((location) => location.startsWith(`${fileOf(code)}:`)));
  return { analyze, uses, usesIn };
};
