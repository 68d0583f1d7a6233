import { describe, expect, test } from "vitest";
import { join } from "node:path";
import { analyzeUsage } from "../../../src/tools/usage/analyze-usage.ts";
import { loadCompiler } from "../../../src/tools/usage/load-compiler.ts";
import { smallProject } from "./small-project.ts";

const contract = `
export interface paths {
  "/api/Gift/list": { get: operations["listGifts"] };
  "/api/Donor/query": { post: operations["queryDonors"] };
}
export interface components {
  schemas: {
    Page: { items: unknown[]; total: number; tags?: string[] };
    GiftPage: components["schemas"]["Page"] & { items?: { id?: number }[] };
    DonorPage: components["schemas"]["Page"] & { items?: { name?: string }[] };
  };
}
export interface operations {
  listGifts: { responses: { 200: { content: { "application/json": components["schemas"]["GiftPage"] } } } };
  queryDonors: { responses: { 200: { content: { "application/json": components["schemas"]["DonorPage"] } } } };
}
`;

const head = `import type { components } from "./contract.ts";
type Page = components["schemas"]["Page"];
type GiftPage = components["schemas"]["GiftPage"];
type DonorPage = components["schemas"]["DonorPage"];
`;

const cases: Readonly<Record<string, readonly [code: string, ...read: string[]]>> = {
  "a page of donors": [
    "export const f = (page: DonorPage): number => page.total;",
    "total of DonorPage Page",
  ],
  "a page of donors that is taken apart": [
    "export const f = ({ total }: DonorPage): number => total;",
    "total of DonorPage Page",
  ],
  "items of a list in a page of donors": [
    "export const f = (page: DonorPage): string => (page.tags ?? []).join();",
    "tags of DonorPage Page",
    "tags/items of DonorPage Page",
  ],
  "any page": ["export const f = (page: Page): number => page.total;", "total of anything"],
  "one page or another": [
    "export const f = (page: DonorPage | GiftPage): number => page.total;",
    "total of DonorPage Page",
    "total of GiftPage Page",
  ],
  "one page or any": [
    "export const f = (page: DonorPage | (Page & { own: 1 })): number => page.total;",
    "total of anything",
  ],
  "a page of gifts that is given where one of donors is wanted": [
    "const g = (page: DonorPage): number => page.total; export const f = (page: GiftPage): number => g(page as GiftPage & { items: [] });",
    "items of GiftPage Page",
    "tags of GiftPage Page",
    "total of DonorPage Page",
    "total of GiftPage Page",
  ],
};

describe("what is read of models that have a part in common", () => {
  test.each(Object.entries(cases))("%s", (_, [code, ...expected]) => {
    const folder = smallProject({ "src/contract.ts": contract, "src/code.ts": head + code });
    const project = join(folder, "tsconfig.json");
    const uses = analyzeUsage(loadCompiler(folder), project);
    const read = uses
      .filter(({ how, location }) => how === "read" && location.startsWith("/components/schemas/Page/"))
      .map(({ location, of }) => {
        const models = of?.map((one) => one.replace("/components/schemas/", "")).join(" ");
        return `${location.replace("/components/schemas/Page/properties/", "")} of ${models ?? "anything"}`;
      });
    expect([...new Set(read)].toSorted()).toEqual(expected);
  });
});
