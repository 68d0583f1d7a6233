import { describe, expect, it } from "vitest";
import { hmacAuthorization } from "../../../src/contract/hmac.ts";
import { crmBench, errorOf, violationsOf, type CrmBench } from "./crm-bench.ts";

const contactFields = [
  "id",
  "contactType",
  "isPrivate",
  "name",
  "informalName",
  "description",
  "website",
  "maritalStatus",
  "anniversaryMonth",
  "anniversaryDay",
  "anniversaryYear",
  "giftAskAmount",
  "giftAskType",
  "lifeToDateGiving",
  "yearToDateGiving",
  "lastGiftAmount",
  "lastGiftDate",
  "contactIndividuals",
  "address",
];
const individualFields = [
  "id",
  "prefix",
  "firstName",
  "middleName",
  "lastName",
  "suffix",
  "gender",
  "isPrimary",
  "isSecondary",
  "birthMonth",
  "birthDay",
  "birthYear",
  "birthDate",
  "approximateAge",
  "isDeceased",
  "passion",
  "contactMethods",
];
const addressFields = [
  "id",
  "label",
  "address1",
  "address2",
  "city",
  "state",
  "postal",
  "country",
  "isPrimary",
  "startMonth",
  "startDay",
  "endMonth",
  "endDay",
];

const sorted = (names: readonly string[]): readonly string[] => [...names].toSorted();

describe("reading a contact", () => {
  it("answers every listed field of a contact of which all is known, and no other", async () => {
    const made = crmBench();
    const { at } = await made.call("getContact", { path: [made.record("contactId")] });
    expect(sorted(Object.keys(Object(at(""))))).toEqual(sorted(contactFields));
    expect(sorted(Object.keys(Object(at("/contactIndividuals/0"))))).toEqual(sorted(individualFields));
    expect(sorted(Object.keys(Object(at("/address"))))).toEqual(sorted(addressFields));
    expect(sorted(Object.keys(Object(at("/contactIndividuals/0/contactMethods/0"))))).toEqual(
      sorted(["id", "type", "value", "isOptedIn", "isPrimary"]),
    );
  });

  it("has further fields with U-35=extra, and still fits the documents", async () => {
    const made = crmBench({ assumptions: { "U-35": "extra" } });
    const { at } = await made.call("getContact", { path: [made.record("contactId")] });
    expect(Object.keys(Object(at(""))).length).toBeGreaterThan(contactFields.length);
  });

  it.each([
    ["empty", ""],
    ["omitted", undefined],
  ] as const)("shows a text that nobody knows as U-01=%s has it", async (choice, expected) => {
    const made = crmBench({ assumptions: { "U-01": choice } });
    const created = await made.crm("/api/Contact", { body: { contactType: "Household", name: "Scarce" } });
    const { at } = await made.call("getContact", { path: [Number(created.at("/id"))] });
    expect([at("/informalName"), at("/description"), at("/giftAskType")]).toEqual([
      expected,
      expected,
      expected,
    ]);
  });

  it.each([0, -1, 987_654_321, Number.MAX_SAFE_INTEGER])("answers 404 for the unknown id %d", async (id) => {
    const made = crmBench();
    expect(errorOf(await made.call("getContact", { path: [id] }))).toEqual([404, "NOT_FOUND"]);
  });

  it.each(["x", "1.5", "1e3", "99999999999999999999", "1 or 1=1", "%00"])(
    "answers 404 for %s in place of an id",
    async (text) => {
      const made = crmBench();
      expect(errorOf(await made.call("getContact", { path: [text] }))).toEqual([404, "NOT_FOUND"]);
    },
  );

  it("counts ages by the clock", async () => {
    const made = crmBench();
    const age = async (): Promise<number> =>
      Number(
        (await made.call("getContact", { path: [made.record("contactId")] })).at(
          "/contactIndividuals/0/approximateAge",
        ),
      );
    made.sandbox.clock.moveTo(Date.UTC(2025, 3, 11, 23, 59));
    expect(await age()).toBe(44);
    made.sandbox.clock.moveTo(Date.UTC(2025, 3, 12));
    expect(await age()).toBe(45);
  });
});

const figures = async (made: CrmBench): Promise<unknown[]> => {
  const { at } = await made.call("getContact", { path: [made.record("contactId")] });
  return ["lifeToDateGiving", "yearToDateGiving", "lastGiftAmount", "lastGiftDate"].map((name) =>
    at(`/${name}`),
  );
};

describe("giving figures", () => {
  it("follow the gifts, and the year follows the clock", async () => {
    const made = crmBench();
    const contactId = made.record("contactId");
    expect(await figures(made)).toEqual(["1840.51", "60.01", "60.01", "2025-02-28T12:01:00Z"]);
    const gift = await made.crm("/api/Gift", {
      body: { contactId, amount: "0.99", giftDate: "2025-03-01T00:00:00Z" },
    });
    expect(await figures(made)).toEqual(["1841.50", "61.00", "0.99", "2025-03-01T00:00:00Z"]);
    const path = `/api/Gift/${String(gift.at("/id"))}`;
    await made.crm(path, { method: "PUT", body: { amount: 100, giftDate: "2024-12-31T23:59:59Z" } });
    expect(await figures(made)).toEqual(["1940.51", "60.01", "60.01", "2025-02-28T12:01:00Z"]);
    await made.crm(path, { method: "DELETE" });
    made.sandbox.clock.moveTo(Date.UTC(2026, 0, 1));
    expect(await figures(made)).toEqual(["1840.51", "0.00", "60.01", "2025-02-28T12:01:00Z"]);
  });

  it("sum more than a number holds exactly", async () => {
    const made = crmBench();
    const created = await made.crm("/api/Contact", { body: { contactType: "Foundation", name: "Large" } });
    const contactId = Number(created.at("/id"));
    for (let count = 0; count < 12; count += 1) {
      await made.crm("/api/Gift", { body: { contactId, amount: "9999999999.99" } });
    }
    const { at } = await made.call("getContact", { path: [contactId] });
    expect(at("/lifeToDateGiving")).toBe("119999999999.88");
  });

  it("of a contact that never gave are zero, without a date", async () => {
    const made = crmBench();
    const created = await made.crm("/api/Contact", { body: { contactType: "Household", name: "New" } });
    const { at } = await made.call("getContact", { path: [Number(created.at("/id"))] });
    expect([
      at("/lifeToDateGiving"),
      at("/yearToDateGiving"),
      at("/lastGiftAmount"),
      at("/lastGiftDate"),
    ]).toEqual(["0.00", "0.00", "0.00", undefined]);
  });
});

describe("private contacts", () => {
  it("are seen with the permission alone", async () => {
    const made = crmBench();
    const path = [made.record("privateContactId")];
    expect((await made.call("getContact", { path })).at("/isPrivate")).toBe(true);
    const hidden = await made.call("getContact", { path, token: made.noPrivateKey });
    const missing = await made.call("getContact", { path: [987_654_321], token: made.noPrivateKey });
    expect(hidden.status).toBe(404);
    expect(hidden.text).toBe(missing.text);
    const ordinary = await made.call("getContact", {
      path: [made.record("contactId")],
      token: made.noPrivateKey,
    });
    expect(ordinary.status).toBe(200);
  });

  it("hide what hangs on them: notes, gifts, individuals, reminders, search results", async () => {
    const made = crmBench();
    const token = made.noPrivateKey;
    const contactId = made.record("privateContactId");
    const { at } = await made.call("getContact", { path: [contactId] });
    const individualId = at("/contactIndividuals/0/id");
    const noteId = Number(
      (await made.crm("/api/ContactNote", { body: { contactId, type: "Call" } })).at("/id"),
    );
    const giftId = String((await made.crm("/api/Gift", { body: { contactId, amount: 1 } })).at("/id"));
    expect((await made.call("replaceContactNote", { path: [noteId], token, body: {} })).status).toBe(404);
    expect((await made.crm(`/api/Gift/${giftId}`, { method: "DELETE", token })).status).toBe(404);
    expect((await made.crm("/api/Gift", { token, body: { contactId, amount: 1 } })).status).toBe(422);
    expect((await made.crm("/api/ContactNote", { token, body: { contactId, type: "Call" } })).status).toBe(
      422,
    );
    const added = await made.call("addEventContact", {
      path: [made.scratch("eventId")],
      token,
      body: { contactIndividualId: individualId },
    });
    expect(added.status).toBe(422);
    const search = `/api/Contact?search=${encodeURIComponent(String(at("/name")))}`;
    expect((await made.crm(search)).at("/total")).toBe(1);
    expect((await made.crm(search, { token })).json).toEqual({ list: [], total: 0 });
  });

  it("vanish once they become private", async () => {
    const made = crmBench();
    const body = { contactType: "Household", name: "Now Hidden" };
    const created = await made.crm("/api/Contact", { body });
    const path = [Number(created.at("/id"))];
    expect((await made.call("getContact", { path, token: made.noPrivateKey })).status).toBe(200);
    await made.crm(`/api/Contact/${String(path[0])}`, { method: "PUT", body: { ...body, isPrivate: true } });
    expect((await made.call("getContact", { path, token: made.noPrivateKey })).status).toBe(404);
  });
});

const signed = (
  made: CrmBench,
  referenceId: string,
  changed: { secret?: string; url?: string } = {},
): string => {
  // The configuration's contract: an application key and a secret.
  const hmac = made.sandbox.config().interfaces.crm.credentials["hmac"] as { appKey: string; secret: string };
  return hmacAuthorization({
    ...hmac,
    method: "GET",
    url: `http://sandbox.test/crm/api/Contact/ByReference/${encodeURIComponent(referenceId)}`,
    nonce: "n-1",
    timestamp: Math.floor(made.sandbox.clock.now() / 1000),
    ...changed,
  });
};

/** Reads a contact by reference with a signature, whose answer must fit the documents. */
const ask = async (made: CrmBench, referenceId: string, authorization = signed(made, referenceId)) => {
  const path = `/crm/api/Contact/ByReference/${encodeURIComponent(referenceId)}`;
  const answer = await made.ask(path, { headers: { authorization } });
  expect(violationsOf("getContactByReference", answer, undefined)).toEqual([]);
  return answer;
};

describe("reading a contact by reference", () => {
  it("answers the same contact as by id to a signed request", async () => {
    const made = crmBench();
    const referenceId = String(made.setting("crm", "records", "referenceId"));
    const answer = await ask(made, referenceId);
    const byId = await made.call("getContact", { path: [Number(answer.at("/id"))] });
    expect([answer.status, answer.json]).toEqual([200, byId.json]);
  });

  it("answers 401 to bearer tokens, however good, and to wrong signatures", async () => {
    const made = crmBench();
    const referenceId = String(made.setting("crm", "records", "referenceId"));
    const path = [referenceId];
    expect(errorOf(await made.call("getContactByReference", { path }))).toEqual([401, "UNAUTHENTICATED"]);
    expect((await ask(made, referenceId, signed(made, referenceId, { secret: "AAAA" }))).status).toBe(401);
    expect((await ask(made, referenceId, signed(made, "another"))).status).toBe(401);
  });

  it("takes no signature in place of a bearer token elsewhere", async () => {
    const made = crmBench();
    const authorization = signed(made, "A-1", { url: "http://sandbox.test/crm/api/ContactMethod/Types" });
    expect((await made.ask("/crm/api/ContactMethod/Types", { headers: { authorization } })).status).toBe(401);
  });

  it.each(["no-such", "a-1", " ", "’; --", "A-1 "])(
    "answers 404 for the unknown reference %j",
    async (referenceId) => {
      const made = crmBench();
      expect(errorOf(await ask(made, referenceId))).toEqual([404, "NOT_FOUND"]);
    },
  );

  it("tells references with special characters apart", async () => {
    const made = crmBench();
    const referenceId = "über/50% & more";
    await made.crm("/api/Contact", { body: { contactType: "Household", name: "Special", referenceId } });
    expect((await ask(made, referenceId)).at("/name")).toBe("Special");
  });

  it("belongs to one organization: its reference is unknown to another's key", async () => {
    const made = crmBench();
    const created = await made.crm("/api/Contact", {
      token: made.otherKey,
      body: { contactType: "Household", name: "Theirs", referenceId: "shared-reference" },
    });
    expect(created.status).toBe(200);
    expect((await ask(made, "shared-reference")).status).toBe(404);
    await made.crm("/api/Contact", {
      body: { contactType: "Household", name: "Ours", referenceId: "shared-reference" },
    });
    expect((await ask(made, "shared-reference")).at("/name")).toBe("Ours");
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
