import { describe, expect, it } from "vitest";
import { hmacAuthorization } from "../../../src/builtin/hmac.ts";
import { testRows, type Row } from "../rows.ts";
import { crmBench, errorOf, propertiesOf, violationsOf, type CrmBench } from "./crm-bench.ts";

const created = (name: string, more: object = {}): Row => [
  "POST /crm/api/Contact",
  { contactType: "Household", name, ...more },
  200,
  { id: "$id" },
];
const unknownIds = [
  0,
  -1,
  987_654_321,
  Number.MAX_SAFE_INTEGER,
  "x",
  "1.5",
  "1e3",
  "9".repeat(20),
  "1%20or%201",
  "%00",
];

describe("reading a contact", () => {
  it("answers every listed field of a contact of which all is known, and no other", async () => {
    const made = crmBench();
    const { at } = await made.call("getContact", { path: [made.record("contactId")] });
    for (const [pointer, model] of [
      ["", "Contact"],
      ["/contactIndividuals/0", "ContactIndividual"],
      ["/address", "Address"],
      ["/contactIndividuals/0/contactMethods/0", "ContactMethod"],
    ] as const)
      expect([model, ...Object.keys(Object(at(pointer))).toSorted()]).toEqual([
        model,
        ...propertiesOf(model),
      ]);
  });

  it("has further fields with U-35=extra, and still fits the documents", async () => {
    const made = crmBench({ assumptions: { "U-35": "extra" } });
    const { at } = await made.call("getContact", { path: [made.record("contactId")] });
    expect(Object.keys(Object(at(""))).length).toBeGreaterThan(propertiesOf("Contact").length);
  });

  for (const [choice, text] of [
    ["empty", ""],
    ["omitted", undefined],
  ] as const)
    testRows(
      {
        [`shows a text that nobody knows as U-01=${choice} has it`]: [
          created("Scarce"),
          ["GET /crm/api/Contact/$id", 200, { informalName: text, description: text, giftAskType: text }],
        ],
      },
      { "U-01": choice },
    );

  testRows({
    "answers 404 for unknown ids, and for what is none": unknownIds.map((id) => [
      `GET /crm/api/Contact/${id}`,
      404,
      "NOT_FOUND",
    ]),
  });

  it("counts ages by the clock", async () => {
    const made = crmBench();
    const age = async (): Promise<unknown> =>
      (await made.call("getContact", { path: [made.record("contactId")] })).at(
        "/contactIndividuals/0/approximateAge",
      );
    made.sandbox.clock.moveTo(Date.UTC(2025, 3, 11, 23, 59));
    expect(await age()).toBe(44);
    made.sandbox.clock.moveTo(Date.UTC(2025, 3, 12));
    expect(await age()).toBe(45);
  });
});

const showing = (life: string, year: string, last: string, date: string | undefined): Row => [
  "GET /crm/api/Contact/{contactId}",
  200,
  { lifeToDateGiving: life, yearToDateGiving: year, lastGiftAmount: last, lastGiftDate: date },
];
const large = { contactId: "$id", amount: "9999999999.99" };

describe("giving figures", () => {
  testRows({
    "follow the gifts": [
      showing("1840.51", "60.01", "60.01", "2025-02-28T12:01:00Z"),
      [
        "POST /crm/api/Gift",
        { contactId: "{contactId}", amount: "0.99", giftDate: "2025-03-01T00:00:00Z" },
        200,
        { id: "$gift" },
      ],
      showing("1841.50", "61.00", "0.99", "2025-03-01T00:00:00Z"),
      ["PUT /crm/api/Gift/$gift", { amount: 100, giftDate: "2024-12-31T23:59:59Z" }, 200],
      showing("1940.51", "60.01", "60.01", "2025-02-28T12:01:00Z"),
      ["DELETE /crm/api/Gift/$gift", 204],
      showing("1840.51", "60.01", "60.01", "2025-02-28T12:01:00Z"),
    ],
    "sum more than a number holds exactly": [
      created("Large"),
      ...Array.from({ length: 12 }, (): Row => ["POST /crm/api/Gift", large, 200]),
      ["GET /crm/api/Contact/$id", 200, { lifeToDateGiving: "119999999999.88" }],
    ],
    "of a contact that never gave are zero, without a date": [
      created("New"),
      [
        "GET /crm/api/Contact/$id",
        200,
        {
          lifeToDateGiving: "0.00",
          yearToDateGiving: "0.00",
          lastGiftAmount: "0.00",
          lastGiftDate: undefined,
        },
      ],
    ],
  });

  it("of the year follow the clock", async () => {
    const made = crmBench();
    made.sandbox.clock.moveTo(Date.UTC(2026, 0, 1));
    const { json } = await made.call("getContact", { path: [made.record("contactId")] });
    expect(json).toMatchObject({ lifeToDateGiving: "1840.51", yearToDateGiving: "0.00" });
  });
});

const ofPrivate = { contactId: "{privateContactId}" };

describe("private contacts", () => {
  it("are seen with the permission alone, and are hidden as what is not there", async () => {
    const made = crmBench();
    const read = (id: number, token = made.noPrivateKey) => made.call("getContact", { path: [id], token });
    const id = made.record("privateContactId");
    expect((await read(id, made.apiKey)).at("/isPrivate")).toBe(true);
    const [hidden, missing] = [await read(id), await read(987_654_321)];
    expect([hidden.status, hidden.text]).toEqual([404, missing.text]);
    expect((await read(made.record("contactId"))).status).toBe(200);
  });

  testRows({
    "hide what hangs on them: notes, gifts, individuals, search results": [
      ["GET /crm/api/Contact/{privateContactId}", 200, { "/contactIndividuals/0/id": "$individual" }],
      ["POST /crm/api/ContactNote", { ...ofPrivate, type: "Call" }, 200, { id: "$note" }],
      ["POST /crm/api/Gift", { ...ofPrivate, amount: 1 }, 200, { id: "$gift" }],
      ["noPrivateApiKey PUT /crm/api/ContactNote/$note", {}, 404],
      ["noPrivateApiKey DELETE /crm/api/Gift/$gift", 404],
      ["noPrivateApiKey POST /crm/api/Gift", { ...ofPrivate, amount: 1 }, 422],
      ["noPrivateApiKey POST /crm/api/ContactNote", { ...ofPrivate, type: "Call" }, 422],
      ["noPrivateApiKey POST /crm/api/Event/{eventId}/Contacts", { contactIndividualId: "$individual" }, 422],
      created("Qq Hidden", { isPrivate: true }),
      ["GET /crm/api/Contact?search=Qq", 200, { total: 1 }],
      ["noPrivateApiKey GET /crm/api/Contact?search=Qq", 200, { list: [], total: 0 }],
    ],
    "vanish once they become private": [
      created("Now Hidden"),
      ["noPrivateApiKey GET /crm/api/Contact/$id", 200],
      ["PUT /crm/api/Contact/$id", { contactType: "Household", name: "Now Hidden", isPrivate: true }, 200],
      ["noPrivateApiKey GET /crm/api/Contact/$id", 404],
    ],
  });
});

/** Reads a contact by reference with a signature, whose answer must fit the documents. */
const ask = async (made: CrmBench, referenceId: string, changed: { secret?: string; url?: string } = {}) => {
  // The configuration's contract: an application key and a secret.
  const hmac = made.sandbox.config().interfaces.crm.credentials["hmac"] as { appKey: string; secret: string };
  const path = `/crm/api/Contact/ByReference/${encodeURIComponent(referenceId)}`;
  const authorization = hmacAuthorization({
    ...hmac,
    method: "GET",
    url: `http://sandbox.test${path}`,
    nonce: "n-1",
    timestamp: Math.floor(made.sandbox.clock.now() / 1000),
    ...changed,
  });
  const answer = await made.ask(path, { headers: { authorization } });
  expect(violationsOf("getContactByReference", answer, undefined)).toEqual([]);
  return answer;
};

describe("reading a contact by reference", () => {
  it("answers the same contact as by id to a signed request", async () => {
    const made = crmBench();
    const answer = await ask(made, String(made.setting("crm", "records", "referenceId")));
    const byId = await made.call("getContact", { path: [Number(answer.at("/id"))] });
    expect([answer.status, answer.json]).toEqual([200, byId.json]);
  });

  it.each(["no-such", "a-1", " ", "’; --", "A-1 "])(
    "answers 404 for the unknown reference %j",
    async (referenceId) => {
      expect(errorOf(await ask(crmBench(), referenceId))).toEqual([404, "NOT_FOUND"]);
    },
  );

  it("knows references with special characters, each in its own organization", async () => {
    const made = crmBench();
    const referenceId = "über/50% & more";
    const body = { contactType: "Household", referenceId };
    await made.crm("/api/Contact", { token: made.otherKey, body: { ...body, name: "Theirs" } });
    expect((await ask(made, referenceId)).status).toBe(404);
    await made.crm("/api/Contact", { body: { ...body, name: "Ours" } });
    expect((await ask(made, referenceId)).at("/name")).toBe("Ours");
  });
});

describe("contact method types", () => {
  it("are each organization's own", async () => {
    const made = crmBench();
    const ours = await made.call("listContactMethodTypes");
    const theirs = await made.call("listContactMethodTypes", { token: made.otherKey });
    expect(ours.json).toContain("Home Email");
    expect(theirs.json).not.toContain("Home Email");
    expect(theirs.json).toContain("Telephone");
  });
});
