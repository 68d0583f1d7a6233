import { describe, expect, test } from "vitest";
import type { Use } from "../../../src/consumers/usage/use.ts";
import { usesOfCodes } from "./small-project.ts";

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

const others: Readonly<Record<string, readonly [code: string, ...used: string[]]>> = {
  "the text of a page of donors": [
    "export const f = (page: DonorPage): string => JSON.stringify(page);",
    "whole of DonorPage Page",
  ],
  "the names in a page of donors": [
    "export const f = (page: DonorPage): void => { for (const name in page) console.log(name); };",
    "keys of DonorPage Page",
    "whole of DonorPage Page",
  ],
  "any name of a page of donors": [
    "export const f = (page: DonorPage, name: keyof DonorPage): unknown => page[name];",
    "keys of DonorPage Page",
    "whole of DonorPage Page",
  ],
  "the type of a total": [
    'export const f = (total: DonorPage["total"]): number => total;',
    "name of DonorPage Page",
  ],
  "the text of any page": [
    "export const f = (page: Page): string => JSON.stringify(page);",
    "whole of anything",
  ],
  "the text of a page of gifts that is taken for one of donors": [
    "const g = (page: DonorPage): string => JSON.stringify(page); export const f = (page: GiftPage): string => g(page as GiftPage & { items: [] });",
    "whole of DonorPage Page",
    "whole of GiftPage Page",
  ],
};

const modelsOf = ({ of }: Use): string =>
  of?.map((one) => one.replace("/components/schemas/", "")).join(" ") ?? "anything";

const codes = Object.values({ ...cases, ...others }).map(([code]) => code);
const { usesIn } = usesOfCodes(codes, head, { "src/contract.ts": contract });

describe("what is read of models that have a part in common", () => {
  test.each(Object.entries(cases))("%s", (_, [code, ...expected]) => {
    const read = usesIn(code)
      .filter(({ how, location }) => how === "read" && location.startsWith("/components/schemas/Page/"))
      .map(
        (use) => `${use.location.replace("/components/schemas/Page/properties/", "")} of ${modelsOf(use)}`,
      );
    expect([...new Set(read)].toSorted()).toEqual(expected);
  });

  test.each(Object.entries(others))("%s", (_, [code, ...expected]) => {
    const used = usesIn(code)
      .filter(({ how }) => how !== "read" && how !== "send")
      // Those of the models themselves are named above.
      .filter(({ how, location }) =>
        how === "name" ? location.includes("/Page/properties/") : location.endsWith("/Page"),
      )
      .map((use) => `${use.how} of ${modelsOf(use)}`);
    expect([...new Set(used)].toSorted()).toEqual(expected);
  });
});
