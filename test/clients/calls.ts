import type { SandboxConfiguration } from "../../src/sandbox/configuration.ts";
import type { BuiltinInterface } from "../../src/builtin/interface-name.ts";
import { isNightly } from "../nightly.ts";
import type { Sent } from "./javascript.ts";

export interface ClientCall extends Sent {
  /** As the table calls it. */
  readonly name: string;
  /** What the sandbox answers. */
  readonly status: number;
  /** Part of the answer. */
  readonly holds: string;
}

const json = { "content-type": "application/json" };

/** Several packets long; nightly more than a megabyte, for which curl asks unbidden before it sends. */
const longText = "A long letter. ".repeat(isNightly ? 80_000 : 4000);

export type BaseUrls = Readonly<Record<"crm" | "donation" | "volunteer", string>>;

/** What clients of the platform ask, as they ask it; `who` keeps the records of two clients apart. */
export const callsOf = (
  baseUrls: BaseUrls,
  { interfaces }: SandboxConfiguration,
  who: string,
): readonly ClientCall[] => {
  const bearer = (name: BuiltinInterface, key: string): Record<string, string> => ({
    authorization: `Bearer ${String(interfaces[name].credentials[key])}`,
  });
  const [crm, donation, volunteer] = [
    bearer("crm", "apiKey"),
    bearer("donation", "token"),
    bearer("volunteer", "token"),
  ];
  const { password } = interfaces.crm.credentials as { password: Record<string, string> }; // as the sandbox describes itself
  const note = {
    type: "Call",
    note: "Grüße aus Köln",
    noteDateTime: "2025-03-01T12:00:00Z",
    important: true,
  };
  const noteUrl = `${baseUrls.crm}/api/ContactNote/1`;
  return [
    {
      name: "token, /token",
      method: "POST",
      url: `${baseUrls.crm}/token`,
      headers: { "content-type": "application/x-www-form-urlencoded" },
      body: new URLSearchParams({ grant_type: "password", ...password }).toString(),
      status: 200,
      holds: '"access_token"',
    },
    {
      name: "contact, doubled slash",
      method: "GET",
      url: `${baseUrls.crm}//api/Contact/1`,
      headers: crm,
      status: 200,
      holds: '"contactIndividuals"',
    },
    {
      name: "contact search",
      method: "GET",
      url: `${baseUrls.crm}/api/contact?search=a&take=2`,
      headers: crm,
      status: 200,
      holds: '"total"',
    },
    {
      name: "slash before a query",
      method: "GET",
      url: `${baseUrls.crm}/api/Contact/?search=a&take=2`,
      headers: crm,
      status: 200,
      holds: '"total"',
    },
    {
      name: "missing contact",
      method: "GET",
      url: `${baseUrls.crm}/api/Contact/987654321`,
      headers: crm,
      status: 404,
      holds: "There is no such contact",
    },
    {
      name: "not modelled",
      method: "GET",
      url: `${baseUrls.crm}/api/Pledge/1`,
      headers: crm,
      status: 404,
      holds: "does not model GET",
    },
    {
      name: "note, UTF-8",
      method: "PUT",
      url: noteUrl,
      headers: { ...crm, ...json },
      body: JSON.stringify(note),
      status: 200,
      holds: "Grüße aus Köln",
    },
    {
      name: "long note",
      method: "PUT",
      url: noteUrl,
      headers: { ...crm, ...json },
      body: JSON.stringify({ ...note, note: longText }),
      status: 200,
      holds: "A long letter. A long letter.",
    },
    {
      name: "gift, date alone",
      method: "POST",
      url: `${baseUrls.crm}/api/Gift`,
      headers: { ...crm, ...json },
      body: JSON.stringify({ contactId: 1, amount: 12.5, giftDate: "2025-03-01" }),
      status: 200,
      holds: '"amount":"12.50"',
    },
    {
      name: "donors, list",
      method: "GET",
      url: `${baseUrls.donation}/api/Donor/list?Skip=0&Take=3&SortBy=id&Descending=false&Filter=a%20b%2B`,
      headers: donation,
      status: 200,
      holds: '"items"',
    },
    {
      name: "donors, query",
      method: "POST",
      url: `${baseUrls.donation}/api/Donor/query`,
      headers: { ...donation, ...json },
      body: JSON.stringify({ queryType: 0, take: 2, includeDetails: true }),
      status: 200,
      holds: '"DonorAddresses"',
    },
    {
      name: "donors, bad query",
      method: "POST",
      url: `${baseUrls.donation}/api/Donor/query`,
      headers: { ...donation, ...json },
      body: JSON.stringify({ take: 2 }),
      status: 400,
      holds: '"title"',
    },
    {
      name: "gifts, columns as read",
      method: "POST",
      url: `${baseUrls.donation}/api/Gift/query`,
      headers: { ...donation, ...json },
      body: JSON.stringify({
        queryType: 3,
        take: 2,
        groups: [{ conditions: [{ parameter: "Gift Amount", operator: 6, value: 1 }] }],
        selectedColumns: ["Donor Name", "Gift Amount"],
        sortBy: "createdate",
      }),
      status: 200,
      holds: '"donorName"',
    },
    {
      name: "groups",
      method: "GET",
      url: `${baseUrls.volunteer}/groups?per_page=2`,
      headers: volunteer,
      status: 200,
      holds: '"has_subgroups"',
    },
    {
      name: "users",
      method: "GET",
      url: `${baseUrls.volunteer}/users?per_page=2`,
      headers: volunteer,
      status: 200,
      holds: '"meta"',
    },
    {
      name: "new user",
      method: "POST",
      url: `${baseUrls.volunteer}/users`,
      headers: { ...volunteer, ...json },
      body: JSON.stringify({ email: `${who}@volunteers.example`, first_name: "Noor" }),
      status: 201,
      holds: '"email"',
    },
    {
      name: "no credential",
      method: "GET",
      url: `${baseUrls.volunteer}/users`,
      headers: {},
      status: 401,
      holds: '"message"',
    },
  ];
};
