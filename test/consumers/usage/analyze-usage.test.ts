import { describe, expect, test } from "vitest";
import { usesOfCodes } from "./small-project.ts";

const head = `import type { components, operations, paths } from "./contract.ts";
type Gift = components["schemas"]["Gift"];
type Donor = components["schemas"]["Donor"];
type Query = components["schemas"]["Query"];
`;

/** Code, and what it is to be seen to use: the way, the location under the models, and what the value may become. */
const cases: Readonly<Record<string, readonly [code: string, ...uses: string[]]>> = {
  "a property that nothing is asked of": [
    "export const f = (gift: Gift) => { String(gift.id); };",
    "read Gift/id: absent null boolean number string array object",
  ],
  "a property with a method": [
    "export const f = (gift: Gift): string => gift.id.toFixed();",
    "read Gift/id: number",
  ],
  "a chain that stops at nothing": [
    "export const f = (gift: Gift): string | undefined => gift.amount?.trim();",
    "read Gift/amount: absent null string",
  ],
  "a default for absence alone": [
    "export const f = ({ amount = '0' }: Gift): string => amount;",
    "read Gift/amount: absent string",
  ],
  "a guard around a use": [
    "export const f = (gift: Gift): number => { if (!gift.amount) return 0; return gift.amount.length; };",
    "read Gift/amount: absent null boolean number string array object",
    "read Gift/amount: absent null string",
  ],
  "a guard against absence alone": [
    "export const f = (gift: Gift): number => (gift.amount === undefined ? 0 : gift.amount.length);",
    "read Gift/amount: absent string",
  ],
  "a variable": [
    "export const f = (gift: Gift): string => { const { amount: text } = gift; const copy = text; return copy ?? ''; };",
    "read Gift/amount: absent null string",
  ],
  "a list that is mapped, filtered and joined": [
    "export const f = (gifts: Gift[]): string => gifts.map((gift) => gift.amount).filter(Boolean).join();",
    "read Gift/amount: absent null boolean number string array object",
  ],
  "a literal of the consumer's own": [
    "const g = (gift: Gift) => ({ text: gift.amount }); export const f = (gift: Gift): string => g(gift).text ?? '';",
    "read Gift/amount: absent null string",
  ],
  "a mapper to a type of the consumer's own": [
    "interface Own { id: number; amount?: string } export const f = (gift: Gift): Own => gift;",
    "read Gift/amount: gone absent string",
    "read Gift/id: number",
  ],
  "a list that is given where a list is wanted": [
    "export const f = (gift: Gift): string[] => gift.tags ?? [];",
    "read Gift/tags: absent null",
    "read Gift/tags/items: string",
  ],
  "a model that is given where an object of the consumer's own is wanted": [
    "export const f = (gift: Gift): { name?: string } => gift.donor ?? {};",
    "read Donor/name: absent string",
    "read Gift/donor: absent null",
  ],
  "a model that is given where any object is wanted": [
    "export const f = (gift: Gift): object => gift.donor ?? {};",
    "read Gift/donor: absent null array object",
  ],
  "statuses that are compared by their numbers": [
    "declare const fetch: (address: string) => Promise<{ status: number }>; export const f = async (): Promise<number> => { const answer = await fetch('https://d.example/api/Gift/list'); if (answer.status === 404 || 418 === answer.status) return 0; switch (answer.status) { case 429: return 1; default: return [401, 403].includes(answer.status) ? 2 : 3; } };",
    "compare /paths/~1api~1Gift~1list/get/responses/401: 401",
    "compare /paths/~1api~1Gift~1list/get/responses/403: 403",
    "compare /paths/~1api~1Gift~1list/get/responses/404: 404",
    "compare /paths/~1api~1Gift~1list/get/responses/429: 429",
  ],
  "a status that a function of the consumer's own asks for, and no other function": [
    "declare const fetch: (address: string) => Promise<{ status: number }>; class Api { private async send(path: string) { const { status } = await fetch(path); return status === 404 ? undefined : status; } list() { return this.send('https://d.example/api/Gift/list'); } } export const other = (status: number) => status === 403; export { Api };",
    "call /paths/~1api~1Gift~1list/get",
    "compare /paths/~1api~1Gift~1list/get/responses/404: 404",
  ],
  "a property that is spread into what an asynchronous function promises": [
    "export const f = async (gift: Gift): Promise<{ a: string; b?: string } | undefined> => ({ a: '', ...(gift.amount !== undefined && { b: gift.amount }) });",
    "read Gift/amount: absent null boolean number string array object",
    "read Gift/amount: absent string",
  ],
  "an exhaustive switch": [
    "export const f = ({ method }: Gift): string => { switch (method) { case 'card': return ''; case 'bank': return '-'; } };",
    "read Gift/method:",
    "compare Gift/method: bank card",
  ],
  "a record over the values": [
    "const names: Record<Gift['method'], string> = { card: '', bank: '' }; export const f = (gift: Gift) => names[gift.method];",
    "name Gift/method:",
    "read Gift/method:",
  ],
  "a mapped type over the keys": ["export type Flags = { [Key in keyof Gift]: boolean };", "keys Gift"],
  "properties that are picked": [
    "export const f = (gift: Pick<Gift, 'id' | 'amount'>): number => gift.id;",
    "read Gift/amount: absent null boolean number string array object",
    "read Gift/id: number",
  ],
  "a generic function that picks": [
    "const pick = <T, K extends keyof T>(of: T, key: K): T[K] => of[key]; export const f = (gift: Gift) => pick(gift, 'id');",
    "whole Gift",
    "keys Gift",
  ],
  "a generic function that picks from what is in parentheses": [
    "const pick = <T, K extends keyof T>(of: T, key: K): T[K] => of[key]; export const f = (gift: Gift) => pick((gift), 'id');",
    "whole Gift",
    "keys Gift",
  ],
  "something that cannot be followed": [
    "export const f = (gift: Gift): string => JSON.stringify(gift);",
    "whole Gift",
  ],
  "a loop over keys": [
    "export const f = (gift: Gift): void => { for (const key in gift) String(key); };",
    "whole Gift",
  ],
  "a property that an open model does not list": [
    "export const f = (donor: Donor): boolean => donor.phone === undefined;",
    "read Donor/additionalProperties: absent null boolean number string array object",
    "read Donor/phone: gone absent null boolean number string array object",
  ],
  "items of a list": [
    "export const f = (gift: Gift): number[] => (gift.tags ?? []).map((tag) => tag.length);",
    "read Gift/tags: absent null",
    "read Gift/tags/items: string",
  ],
  "a body that is built": [
    "export const f = (): Query => ({ queryType: 1, order: 'name' });",
    "build Query: order queryType",
    "send Query/queryType: number",
    "send Query/order: string name",
  ],
  "a body that is made of a type of the consumer's own": [
    "interface Own { queryType: number; take: number } export const f = (own: Own): Query => own;",
    "build Query: queryType take",
    "send Query/take: number",
  ],
  "the items of a list that is built": [
    "export const f = (): Partial<Gift> => ({ tags: ['new'] });",
    "send Gift/tags: array",
    "send Gift/tags/items: string",
  ],
  "a property that is set": [
    "export const f = (query: Query): void => { query.order = 'date'; };",
    "send Query/order: string date",
  ],
  "an interface that extends a model": [
    "export interface Row extends Gift { colour: string } export const f = (row: Row): number => row.id;",
    "read Gift/colour:",
    "read Gift/id: number",
  ],
  "a response by its status": [
    "export type Page = operations['listGifts']['responses'][200]['content']['application/json']; export const f = (page: Page): number => page.total;",
    "name /paths/~1api~1Gift~1list/get/responses/200/content/application~1json/schema:",
    "read /paths/~1api~1Gift~1list/get/responses/200/content/application~1json/schema/total: number",
  ],
  "an address": [
    "declare const fetch: (address: string, init?: { method: string }) => void; export const f = (base: string) => fetch(`${base}/api/Donor/query`, { method: 'POST' });",
    "call /paths/~1api~1Donor~1query/post",
  ],
  "a client by its path types": [
    "declare const client: { GET: <Path extends keyof paths>(path: Path, init: object) => void }; export const f = () => client.GET('/api/Gift/list', { params: { query: { take: 3 } } });",
    "call /paths/~1api~1Gift~1list/get",
    "send /paths/~1api~1Gift~1list/get/parameters/query/take: number",
  ],
};

const short = (location: string): string =>
  location.replace("/components/schemas/", "").replace("/properties/", "/");

const { analyze, uses, usesIn } = usesOfCodes(
  Object.values(cases).map(([code]) => code),
  head,
);

const usedIn = (code: string): readonly string[] =>
  usesIn(code).map(({ how, location, accepts, sends, values = [], gives }) => {
    const more = [...(accepts ?? sends ?? gives ?? []), ...values];
    const hasMore = ["read", "name", "send", "build", "compare"].includes(how);
    return `${how} ${short(location)}${hasMore ? `:${more.map((one) => ` ${one}`).join("")}` : ""}`;
  });

describe("what a project uses", () => {
  test.each(Object.entries(cases))("%s", (_, [code, ...expected]) => {
    expect(usedIn(code)).toEqual(expect.arrayContaining(expected));
  });

  test("a status of another function is nobody's", () => {
    const [code = ""] =
      cases["a status that a function of the consumer's own asks for, and no other function"] ?? [];
    expect(usedIn(code).filter((use) => use.startsWith("compare"))).toEqual([
      "compare /paths/~1api~1Gift~1list/get/responses/404: 404",
    ]);
  });

  test("places are lines of the consumer's own files", () => {
    expect(uses.flatMap(({ at }) => at).every((location) => /^src\/case-\d+\.ts:\d+$/.test(location))).toBe(
      true,
    );
  });

  test("the same project gives the same uses, in the same order", () => {
    expect(analyze()).toEqual(uses);
  });
});
