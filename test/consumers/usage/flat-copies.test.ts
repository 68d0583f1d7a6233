import { describe, expect, test } from "vitest";
import { usesOfCodes } from "./small-project.ts";

const models = `export interface MethodDto { id: number; type: string; value: string; isOptedIn: boolean; isPrimary: boolean }
export interface Person {
  id: number; prefix?: string; firstName?: string; middleName?: string; lastName?: string; suffix?: string | null;
  gender?: string; isPrimary?: boolean; isSecondary?: boolean; birthMonth?: number; birthDay?: number; birthYear?: number;
  isDeceased?: boolean; contactMethods?: MethodDto[];
}
export type Household = {
  id: number; contactType: string; isPrivate: boolean; name: string; informalName: string; description: string;
  website: string | null; giftAskAmount: string; giftAskType: string; lifeToDateGiving: string; yearToDateGiving: string;
  lastGiftAmount: string; lastGiftDate: string; contactIndividuals: Person[];
};
export class Problem { title!: string; status!: number; detail!: string; errors?: Record<string, string[]> }
export interface Detail { code: string; message: string }
export interface ErrorDetail { field: string; code: string; message: string }
export interface ErrorEnvelope { error: { code: string; message: string; details: Detail[] } }
export interface DonorPage { items: Donor[]; total: number }
export interface Donor { id: number; DonorAddresses?: unknown[]; DonorContactMethods?: unknown[] }
export interface Own { id: number; name: string; city: string; tags: string[] }
export interface Total { total: number }
`;

const copies: readonly (readonly [name: string, code: string, uses: readonly string[]])[] = [
  [
    "are known by their properties, whatever they are called",
    "export const f = (one: m.Household): string => one.lastGiftDate.slice(0, 4);",
    ["read crm Contact.lastGiftDate: string"],
  ],
  [
    "are known in lists of others",
    "export const f = (one: m.Household) => one.contactIndividuals.map((person) => person.contactMethods?.map(({ value }) => value.trim()));",
    [
      "read crm Contact.contactIndividuals: ",
      "read crm ContactIndividual.contactMethods: absent null",
      "read crm ContactMethod.value: string",
    ],
  ],
  [
    "may be classes",
    "export const f = (one: m.Problem): string => one.title.trim();",
    ["read donation Problem.title: string"],
  ],
  [
    "are known by what refers to them",
    "export const f = (one: m.ErrorEnvelope) => one.error.details.map((detail) => detail.code.trim());",
    [
      "read crm ErrorDetail.code: string",
      "read crm ErrorEnvelope.error: ",
      "read crm ErrorEnvelope.error.details: ",
    ],
  ],
  [
    "have fields of their own where the model is open",
    "export const f = (page: m.DonorPage) => page.items.map((donor) => donor.id.toFixed());",
    ["read donation Donor.id: number", "read donation Page.items: "],
  ],
  [
    "are sent as what they are copies of",
    "export const f = (name: string): m.MethodDto => ({ id: 1, type: name, value: '', isOptedIn: true, isPrimary: false });",
    ["build crm ContactMethod: ", "send crm ContactMethod.type: string"],
  ],
];

const others: readonly (readonly [name: string, code: string])[] = [
  ["a type with few of a model's properties", "export const f = (one: m.Own): string => one.name.trim();"],
  ["a type with one property", "export const f = (one: m.Total): number => one.total + 1;"],
];

const codes = [...copies, ...others].map(([, code]) => code);
const { usesIn } = usesOfCodes(codes, 'import * as m from "./models.ts";\n', {
  "src/contract.ts": "export {};",
  "src/models.ts": models,
});

const usesOf = (code: string): readonly string[] =>
  usesIn(code).map(
    ({ how, interface: name, location, accepts = [], sends = [] }) =>
      `${how} ${name} ${location.replace("/components/schemas/", "").replaceAll("/properties/", ".")}: ${[...accepts, ...sends].join(" ")}`,
  );

describe("copies of single models", () => {
  test.each(copies)("%s", (_, code, expected) => {
    expect(usesOf(code)).toEqual(expect.arrayContaining([...expected]));
  });

  test.each(others)("%s is none", (_, code) => {
    expect(usesOf(code)).toEqual([]);
  });
});
