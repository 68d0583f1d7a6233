import { describe } from "vitest";
import { testRows, type Row } from "../sandbox/rows.ts";

const method = (value: string) => ({ type: "Home Email", value, isOptedIn: true, isPrimary: true });

const household = {
  contactType: "Household",
  name: "Ida Client",
  referenceSource: "Shop",
  referenceId: "s-1",
  contactIndividuals: [
    {
      firstName: "Ida",
      lastName: "Client",
      isPrimary: true,
      contactMethods: [method("ida@riverbend.example")],
    },
  ],
  contactAddresses: [
    {
      label: "Home",
      address1: "1 Main St",
      city: "Tempe",
      stateCode: "AZ",
      postal: "85281",
      countryCode: "US",
      isPrimary: true,
    },
  ],
};

const created: Row = [
  "POST /crm/api/Contact",
  household,
  200,
  { id: "$contact", name: "Ida Client", "/contactIndividuals/0/id": "$individual", "/address/city": "Tempe" },
];

const gift = {
  contactId: "$contact",
  giftType: "Cash",
  giftDate: "2026-11-29",
  amount: 42.5,
  transactionSource: "Shop",
  transactionId: "t-1",
  notes: "Thanks",
  giftDesignations: [{ projectId: 1, amount: 42.5 }],
};

const given: Row = [
  "POST /crm/api/Gift",
  gift,
  200,
  { id: "$gift", contactId: "$contact", amount: "42.50", transactionId: "t-1", notes: "Thanks" },
];

const noted: Row = [
  "POST /crm/api/ContactNote",
  {
    contactId: "$contact",
    type: "Call",
    note: "Called.",
    noteDateTime: "2026-11-29T10:00:00Z",
    important: true,
  },
  200,
  { id: "$note" },
];

const where = (parameter: string, operator: string, value?: unknown) => ({
  conditions: [{ parameter, operator, ...(value === undefined ? {} : { value }) }],
});

/** Requests as public clients send them: their paths, property names, operators and paging. */
describe("calls of clients to the CRM", () => {
  testRows({
    "find the contact that they made, by all that they know of it": [
      created,
      ["GET /crm/api/Contact/Find?email=ida%40riverbend.example", 200, { id: "$contact" }],
      ["GET /crm/api/Contact/Find?referenceSource=Shop&referenceId=s-1", 200, { id: "$contact" }],
      ["GET /crm/api/Contact/Shop/s-1", 200, { id: "$contact" }],
      [
        "POST /crm/api/Contact/Search?skip=0&take=50",
        { search: "Ida Client" },
        200,
        { "/list/0/id": "$contact" },
      ],
      ["GET /crm/api/ContactIndividual/Find?email=ida%40riverbend.example", 200, { contactId: "$contact" }],
    ],
    "change two properties of a contact and keep the others": [
      created,
      [
        "PUT /crm/api/Contact/$contact",
        { contactType: "Household", informalName: "Idy" },
        200,
        { name: "Ida Client" },
      ],
      [
        "GET /crm/api/Contact/$contact",
        200,
        { informalName: "Idy", "/contactIndividuals/0/id": "$individual" },
      ],
      ["GET /crm/api/ContactIndividual/ByContact/$contact", 200, { "/0/id": "$individual" }],
    ],
    "query with operators by name, in pages, whatever the case of names and with a slash before the query": [
      created,
      [
        "POST /crm/api/Contact/Query/?skip=0&take=5",
        { groups: [where("Contact Id", "Is", "$contact"), where("Contact Id", "Is", "2")], sortBy: "Id" },
        200,
        { total: 2, "/list/1/id": "$contact" },
      ],
      [
        "POST /crm/api/Contact/Query/FullContact",
        { groups: [where("Email Address", "Is", "ida@riverbend.example")] },
        200,
        { total: 1, "/list/0/contactIndividuals/0/id": "$individual" },
      ],
      given,
      [
        "POST /crm/api/Gift/Query/FullGift?take=100",
        { groups: [where("Contact Id", "Is", "$contact")], SortBy: "GiftDate", Descending: true },
        200,
        { total: 1, "/list/0/id": "$gift" },
      ],
      [
        "POST /crm/api/Project/Query?skip=0&take=1",
        { groups: [where("Active", "IsTrue")] },
        200,
        { "/list/1": undefined },
      ],
      ["POST /crm/api/Contact/Query", { groups: [where("Contact Id", "Resembles", "1")] }, 422],
    ],
    "give, and find the gift again": [
      created,
      given,
      ["GET /crm/api/Gift/$gift", 200, { id: "$gift", amount: "42.50" }],
      ["GET /crm/api/Gift/Shop/t-1", 200, { id: "$gift" }],
      [
        "GET /crm/api/Gift/ByContact/$contact?take=5&skip=0&sortBy=GiftDate&descending=true",
        200,
        { total: 1 },
      ],
      [
        "PUT /crm/api/Gift/$gift",
        { giftType: "Cash", giftDate: "2026-11-29", amount: 43 },
        200,
        { amount: "43.00" },
      ],
      ["DELETE /crm/api/Gift/$gift", 204],
      ["GET /crm/api/Gift/$gift", 404],
      ["GET /crm/api/Gift/ByContact/$contact", 200, { list: [], total: 0 }],
    ],
    "write notes and list those of a contact": [
      created,
      noted,
      [
        "GET /crm/api/ContactNote/ByContact/$contact?skip=0&take=10",
        200,
        { total: 1, "/list/0/id": "$note" },
      ],
      ["GET /crm/api/ContactNote/Important/ByContact/$contact", 200, { "/list/0/id": "$note" }],
      [
        "PUT /crm/api/ContactNote/$note",
        { type: "Email", note: "Wrote.", important: false },
        200,
        { note: "Wrote." },
      ],
      ["GET /crm/api/ContactNote/Important/ByContact/$contact", 200, { list: [], total: 0 }],
    ],
    "keep addresses and contact methods apart from the contact": [
      created,
      [
        "POST /crm/api/ContactAddress",
        {
          contactId: "$contact",
          label: "Work",
          address1: "3 Side St",
          city: "Mesa",
          state: "AZ",
          postal: "85201",
          country: "US",
        },
        200,
        { id: "$address", city: "Mesa" },
      ],
      [
        "PUT /crm/api/ContactAddress/$address",
        { label: "Work", city: "Yuma" },
        200,
        { city: "Yuma", address1: "3 Side St" },
      ],
      [
        "POST /crm/api/ContactMethod",
        { contactIndividualId: "$individual", ...method("other@riverbend.example"), isPrimary: false },
        200,
        { id: "$method" },
      ],
      ["GET /crm/api/ContactMethod/$method", 200, { value: "other@riverbend.example" }],
      ["DELETE /crm/api/ContactMethod/$method", 204],
      ["GET /crm/api/ContactMethod/$method", 404],
    ],
  });
});
