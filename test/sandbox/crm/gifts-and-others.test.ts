import { describe } from "vitest";
import { refused, testRows, type Row } from "../rows.ts";

const gift = { contactId: 1, amount: 1 };
const giftOf = (amount: unknown, shown: string): Row => [
  "POST /crm/api/Gift",
  { ...gift, amount },
  200,
  { amount: shown },
];

describe("gifts", () => {
  testRows({
    "take amounts as numbers and as text": [
      giftOf("25", "25.00"),
      giftOf("25.5", "25.50"),
      giftOf(25.25, "25.25"),
      giftOf(0, "0.00"),
      giftOf("9999999999.99", "9999999999.99"),
    ],
    "take a moment in each form that the document allows": [
      "2024-02-29T10:30+00",
      "20240229T103000Z",
      "20240229T1030+0000",
      "2024-02-29T10:30:00,5Z",
      "2024-02-29T10:30:00+00:00",
    ].map((giftDate): Row => [
      "POST /crm/api/Gift",
      { ...gift, giftDate },
      200,
      { giftDate: "2024-02-29T10:30:00Z" },
    ]),
    "take a date without a time": [
      ["POST /crm/api/Gift", { ...gift, giftDate: "2024-02-29" }, 200, { giftDate: "2024-02-29T00:00:00Z" }],
    ],
  });
  testRows({
    "are refused, and the field at fault is named": refused("POST /crm/api/Gift", gift, {
      "amount NEGATIVE": [-5, "-0.01"],
      "amount INVALID_FORMAT": [1.005, "1,50", "1e3", 1e15, ""],
      "amount INVALID_TYPE": [true],
      "amount REQUIRED": [undefined],
      "contactId REQUIRED": [undefined],
      "contactId INVALID_TYPE": ["1"],
      "contactId NOT_FOUND": [987_654_321],
      "giftDate INVALID_FORMAT": ["2024-02-30T00:00:00Z", "2024-02-30", "yesterday"],
    }),
  });
  for (const [choice, number, text] of [
    ["number", 200, 422],
    ["text", 422, 200],
  ] as const)
    testRows(
      {
        [`take amounts by U-08=${choice}`]: [
          ["POST /crm/api/Gift", { ...gift, amount: 5 }, number],
          ["POST /crm/api/Gift", { ...gift, amount: "5" }, text],
        ],
      },
      { "U-08": choice },
    );
});

const fields = {
  contactType: "Household",
  isPrivate: false,
  name: "Created Whole",
  informalName: "Created",
  description: "By a test.",
  website: "https://created.example",
  maritalStatus: "Single",
  anniversaryMonth: 1,
  anniversaryDay: 2,
  anniversaryYear: 2003,
  giftAskAmount: "10.00",
  giftAskType: "Annual",
};
const whole = { referenceId: "B-77", ...fields };
const individual = {
  prefix: "Dr.",
  firstName: "Ida",
  middleName: "B.",
  lastName: "Whole",
  suffix: null,
  gender: "Female",
  isPrimary: true,
  isSecondary: false,
  birthMonth: 2,
  birthDay: 29,
  birthYear: 2000,
  isDeceased: false,
  passion: "Chess",
};
const method = { type: "Home Email", value: "ida@example.org", isOptedIn: true, isPrimary: true };
const address = {
  label: "Home",
  address1: "1 Road",
  address2: null,
  city: "C",
  state: "S",
  postal: "P",
  country: "US",
  isPrimary: true,
  startMonth: 1,
  startDay: 2,
  endMonth: 3,
  endDay: 4,
};
const parts = { contactIndividuals: [{ ...individual, contactMethods: [method] }], address };
const household = (name: string): Row => ["POST /crm/api/Contact", { contactType: "Household", name }, 200];
const faulty = (changed: object, field: string): Row => [
  "POST /crm/api/Contact",
  { ...whole, ...changed },
  422,
  { "/error/details/0/field": field },
];

describe("contacts", () => {
  testRows({
    "are created with their parts, and the stated read answers them": [
      ["POST /crm/api/Contact", { ...whole, ...parts }, 200, { ...fields, ...parts, id: "$id" }],
      ["GET /crm/api/Contact/$id", 200, { ...fields, ...parts, id: "$id" }],
    ],
    "are changed: what is left out stays": [
      [
        "POST /crm/api/Contact",
        { ...whole, ...parts },
        200,
        { id: "$id", address: "$address", contactIndividuals: "$individuals" },
      ],
      [
        "PUT /crm/api/Contact/$id",
        { contactType: "Foundation", name: "Replaced" },
        200,
        {
          contactType: "Foundation",
          name: "Replaced",
          website: whole.website,
          anniversaryYear: whole.anniversaryYear,
          giftAskAmount: whole.giftAskAmount,
          address: "$address",
          contactIndividuals: "$individuals",
        },
      ],
    ],
    "keep their type and their name where a change has null": [
      ["POST /crm/api/Contact", whole, 200, { id: "$id", name: "$name" }],
      [
        "PUT /crm/api/Contact/$id",
        { website: "https://one.example" },
        200,
        { name: "$name", website: "https://one.example" },
      ],
      ["PUT /crm/api/Contact/$id", { name: null }, 200, { name: "$name", website: "https://one.example" }],
      ["PUT /crm/api/Contact/$id", { website: null }, 200, { name: "$name", website: null }],
      ["PUT /crm/api/Contact/$id", { name: " " }, 422],
    ],
    "have references of their own": [
      ["POST /crm/api/Contact", whole, 200, { id: "$id" }],
      ["POST /crm/api/Contact", { ...whole, name: "Second" }, 409, "CONFLICT"],
      ["PUT /crm/api/Contact/$id", whole, 200],
      ["PUT /crm/api/Contact/2", whole, 409, "CONFLICT"],
    ],
    "are refused, and the field at fault is named": [
      ["POST /crm/api/Contact", {}, 422, { "/error/details/0/field": "contactType" }],
      faulty({ name: "  " }, "name"),
      faulty({ isPrivate: "no" }, "isPrivate"),
      faulty({ anniversaryMonth: 13 }, "anniversaryMonth"),
      faulty({ giftAskAmount: "-1" }, "giftAskAmount"),
      faulty({ contactIndividuals: {} }, "contactIndividuals"),
      faulty({ contactIndividuals: [5] }, "contactIndividuals[0]"),
      faulty({ contactIndividuals: [{ ...individual, birthYear: 2001 }] }, "contactIndividuals[0].birthDay"),
      faulty(
        { contactIndividuals: [{ ...individual, contactMethods: [{ ...method, type: "Telephone" }] }] },
        "contactIndividuals[0].contactMethods[0].type",
      ),
      faulty({ address: [] }, "address"),
      faulty({ address: { ...address, endDay: 0 } }, "address.endDay"),
    ],
    "are searched by the beginning of their names, a page at a time, with the total of all": [
      ...["Zz Alpha", "zz beta", "ZZ Gamma", "Zz%", "Z"].map(household),
      ["GET /crm/api/Contact?search=zz", 200, { total: 4, "/list/0/name": "Zz Alpha" }],
      [
        "GET /crm/api/Contact?search=zz&skip=1&take=2",
        200,
        { total: 4, list: [{ name: "zz beta" }, { name: "ZZ Gamma" }] },
      ],
      ["GET /crm/api/Contact?search=zz%25", 200, { total: 1 }],
      ["GET /crm/api/Contact?search=nobody", 200, { list: [], total: 0 }],
      ["GET /crm/api/Contact?take=many", 400],
    ],
  });
});

const bodies = {
  Project: { name: "P", description: "D", isActive: false },
  Event: { name: "E", description: "D", startDateTimeUtc: "2025-06-01T18:00:00Z" },
};
const guest = { contactIndividualId: "{contactIndividualId}" };

describe("projects, events and forms", () => {
  for (const [collection, body] of Object.entries(bodies))
    testRows({
      [`${collection}: created, changed, read, deleted, with no id twice`]: [
        [`POST /crm/api/${collection}`, body, 200, { ...body, id: "$id" }],
        [
          `PUT /crm/api/${collection}/$id`,
          { ...body, name: "N", description: null },
          200,
          {
            name: "N",
            description: null,
          },
        ],
        [`PUT /crm/api/${collection}/$id`, {}, 200, { ...body, name: "N", description: null }],
        [`GET /crm/api/${collection}/$id`, 200, { ...body, name: "N", description: null }],
        [`DELETE /crm/api/${collection}/$id`, 204],
        [`DELETE /crm/api/${collection}/$id`, 404],
        [`POST /crm/api/${collection}`, body, 200],
        [`DELETE /crm/api/${collection}/$id`, 404],
      ],
    });
  testRows({
    "an event with contacts and guests is deleted with them": [
      ["POST /crm/api/Event/{eventId}/Contacts", guest, 200],
      ["POST /crm/api/Event/{eventId}/Attendees", guest, 200],
      ["DELETE /crm/api/Event/{eventId}", 204],
      ["POST /crm/api/Event/{eventId}/Contacts", guest, 404],
    ],
    "form submissions are answered as taken, and refused for the unknown": [
      [
        "POST /crm/api/Form/1/Submissions",
        { contactId: 1, fields: { email: "a@example.org", consent: true } },
        200,
        { contactId: 1, fields: { email: "a@example.org", consent: true }, formName: "Newsletter sign-up" },
      ],
      ["POST /crm/api/Form/987654321/Submissions", { contactId: 1, fields: {} }, 404],
      ["POST /crm/api/Form/1/Submissions", { fields: "x" }, 422, { "/error/details/0/field": "fields" }],
    ],
  });
});

describe("endpoints that are not stated", () => {
  testRows({
    "need the permission": [
      ["limitedApiKey POST /crm/api/Contact", {}, 403],
      ["limitedApiKey GET /crm/api/Contact", 403],
      ["limitedApiKey POST /crm/api/Gift", {}, 403],
      ["limitedApiKey DELETE /crm/api/Gift/1", 403],
      ["limitedApiKey POST /crm/api/Project", {}, 403],
      ["limitedApiKey POST /crm/api/Event", {}, 403],
      ["limitedApiKey POST /crm/api/ContactNote", {}, 403],
      ["limitedApiKey PUT /crm/api/Reminder/Dismissed/1", 403],
      ["limitedApiKey POST /crm/api/Webhook", {}, 403],
      ["limitedApiKey POST /crm/api/Form/1/Submissions", {}, 403],
    ],
  });
  testRows(
    {
      "are not there with U-07=none": [
        ["POST /crm/api/Gift", gift, 404],
        ["GET /crm/api/Contact", 404],
        ["PUT /crm/api/Contact/1", {}, 405],
      ],
    },
    { "U-07": "none" },
  );
});
