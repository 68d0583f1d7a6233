import { describe, expect, it } from "vitest";
import { validateModel } from "../../../src/contract/validation.ts";
import { crmBench, errorOf } from "./crm-bench.ts";

describe("gifts", () => {
  it.each([
    ["25", "25.00"],
    ["25.5", "25.50"],
    [25.25, "25.25"],
    [0, "0.00"],
    ["9999999999.99", "9999999999.99"],
  ])("take the amount %j", async (amount, expected) => {
    const made = crmBench();
    const answer = await made.crm("/api/Gift", { body: { contactId: 1, amount } });
    expect([answer.status, answer.at("/amount")]).toEqual([200, expected]);
  });

  it("take a date without a time", async () => {
    const made = crmBench();
    const body = { contactId: 1, amount: 1, giftDate: "2024-02-29" };
    expect((await made.crm("/api/Gift", { body })).at("/giftDate")).toBe("2024-02-29T00:00:00Z");
  });

  it.each([
    [{ contactId: 1, amount: -5 }, "amount", "NEGATIVE"],
    [{ contactId: 1, amount: "-0.01" }, "amount", "NEGATIVE"],
    [{ contactId: 1, amount: 1.005 }, "amount", "INVALID_FORMAT"],
    [{ contactId: 1, amount: "1,50" }, "amount", "INVALID_FORMAT"],
    [{ contactId: 1, amount: "1e3" }, "amount", "INVALID_FORMAT"],
    [{ contactId: 1, amount: 1e15 }, "amount", "INVALID_FORMAT"],
    [{ contactId: 1, amount: "" }, "amount", "INVALID_FORMAT"],
    [{ contactId: 1, amount: true }, "amount", "INVALID_TYPE"],
    [{ contactId: 1 }, "amount", "REQUIRED"],
    [{ amount: 1 }, "contactId", "REQUIRED"],
    [{ contactId: "1", amount: 1 }, "contactId", "INVALID_TYPE"],
    [{ contactId: 987_654_321, amount: 1 }, "contactId", "NOT_FOUND"],
    [{ contactId: 1, amount: 1, giftDate: "2024-02-30T00:00:00Z" }, "giftDate", "INVALID_FORMAT"],
    [{ contactId: 1, amount: 1, giftDate: "2024-02-30" }, "giftDate", "INVALID_FORMAT"],
    [{ contactId: 1, amount: 1, giftDate: "yesterday" }, "giftDate", "INVALID_FORMAT"],
  ])("refuse %j", async (body, field, code) => {
    const made = crmBench();
    const answer = await made.crm("/api/Gift", { body });
    expect(errorOf(answer)).toEqual([422, "VALIDATION_FAILED"]);
    expect(validateModel("crm", "ErrorEnvelope", answer.json)).toEqual([]);
    expect(answer.at("/error/details/0")).toMatchObject({ field, code });
  });

  it.each([
    ["number", 5, 200],
    ["number", "5", 422],
    ["text", 5, 422],
    ["text", "5", 200],
  ] as const)("take amounts by U-08=%s: %j gets %d", async (choice, amount, status) => {
    const made = crmBench({ assumptions: { "U-08": choice } });
    expect((await made.crm("/api/Gift", { body: { contactId: 1, amount } })).status).toBe(status);
  });
});

describe("contacts", () => {
  const whole = {
    referenceId: "B-77",
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
  const withParts = { ...whole, contactIndividuals: [{ ...individual, contactMethods: [method] }], address };

  it("are created with their parts and answered as the stated read has them", async () => {
    const made = crmBench();
    const created = await made.crm("/api/Contact", { body: withParts });
    const { referenceId: _, ...fields } = whole;
    expect(created.json).toMatchObject({
      ...fields,
      contactIndividuals: [{ ...individual, contactMethods: [method] }],
      address,
    });
    const read = await made.call("getContact", { path: [Number(created.at("/id"))] });
    expect(read.json).toEqual(created.json);
  });

  it("are replaced without their parts: what is left out is gone", async () => {
    const made = crmBench();
    const created = await made.crm("/api/Contact", { body: withParts });
    const path = `/api/Contact/${String(created.at("/id"))}`;
    const body = { contactType: "Foundation", name: "Replaced" };
    const { at } = await made.crm(path, { method: "PUT", body });
    expect([
      at("/contactType"),
      at("/name"),
      at("/website"),
      at("/anniversaryYear"),
      at("/giftAskAmount"),
    ]).toEqual(["Foundation", "Replaced", null, null, "0.00"]);
    expect([at("/address"), at("/contactIndividuals")]).toEqual([
      created.at("/address"),
      created.at("/contactIndividuals"),
    ]);
  });

  it("have references of their own", async () => {
    const made = crmBench();
    const first = await made.crm("/api/Contact", { body: whole });
    expect(errorOf(await made.crm("/api/Contact", { body: { ...whole, name: "Second" } }))).toEqual([
      409,
      "CONFLICT",
    ]);
    const path = `/api/Contact/${String(first.at("/id"))}`;
    expect((await made.crm(path, { method: "PUT", body: whole })).status).toBe(200);
    expect(errorOf(await made.crm("/api/Contact/2", { method: "PUT", body: whole }))).toEqual([
      409,
      "CONFLICT",
    ]);
  });

  it.each([
    [{}, "contactType"],
    [{ ...whole, name: "  " }, "name"],
    [{ ...whole, isPrivate: "no" }, "isPrivate"],
    [{ ...whole, anniversaryMonth: 13 }, "anniversaryMonth"],
    [{ ...whole, giftAskAmount: "-1" }, "giftAskAmount"],
    [{ ...whole, contactIndividuals: {} }, "contactIndividuals"],
    [{ ...whole, contactIndividuals: [5] }, "contactIndividuals[0]"],
    [
      { ...whole, contactIndividuals: [{ ...individual, birthYear: 2001 }] },
      "contactIndividuals[0].birthDay",
    ],
    [
      {
        ...whole,
        contactIndividuals: [{ ...individual, contactMethods: [{ ...method, type: "Telephone" }] }],
      },
      "contactIndividuals[0].contactMethods[0].type",
    ],
    [{ ...whole, address: [] }, "address"],
    [{ ...whole, address: { ...address, endDay: 0 } }, "address.endDay"],
  ])("refuse %j", async (body, field) => {
    const made = crmBench();
    const answer = await made.crm("/api/Contact", { body });
    expect([answer.status, answer.at("/error/details/0/field")]).toEqual([422, field]);
    expect(validateModel("crm", "ErrorEnvelope", answer.json)).toEqual([]);
  });

  it("are searched by the beginning of their names, a page at a time, with the total of all", async () => {
    const made = crmBench();
    const names = ["Zz Alpha", "zz beta", "ZZ Gamma", "Zz%", "Z"];
    for (const name of names) await made.crm("/api/Contact", { body: { contactType: "Household", name } });
    const all = await made.crm("/api/Contact?search=zz");
    expect(validateModel("crm", "ListEnvelope", all.json)).toEqual([]);
    expect([all.at("/total"), all.at("/list/0/name")]).toEqual([4, "Zz Alpha"]);
    const page = await made.crm("/api/Contact?search=zz&skip=1&take=2");
    expect([page.at("/total"), page.at("/list/0/name"), page.at("/list/1/name"), page.at("/list/2")]).toEqual(
      [4, "zz beta", "ZZ Gamma", undefined],
    );
    expect((await made.crm("/api/Contact?search=zz%25")).at("/total")).toBe(1);
    expect((await made.crm("/api/Contact?search=nobody")).json).toEqual({ list: [], total: 0 });
    expect((await made.crm("/api/Contact?take=many")).status).toBe(400);
  });
});

describe("projects and events", () => {
  it.each([
    ["Project", { name: "P", description: "D", isActive: false }],
    ["Event", { name: "E", description: "D", startDateTimeUtc: "2025-06-01T18:00:00Z" }],
  ])("%s: created, read, replaced, deleted", async (collection, body) => {
    const made = crmBench();
    const created = await made.crm(`/api/${collection}`, { body });
    expect(created.json).toMatchObject(body);
    const path = `/api/${collection}/${String(created.at("/id"))}`;
    const replaced = await made.crm(path, { method: "PUT", body: { ...body, name: "N", description: null } });
    expect(replaced.json).toMatchObject({ name: "N", description: null });
    expect((await made.crm(path, { method: "PUT", body: {} })).status).toBe(422);
    expect((await made.crm(path, { method: "DELETE" })).status).toBe(204);
    expect((await made.crm(path, { method: "DELETE" })).status).toBe(404);
    const next = await made.crm(`/api/${collection}`, { body });
    expect(next.at("/id")).not.toBe(created.at("/id"));
  });

  it("an event with contacts and guests is deleted with them", async () => {
    const made = crmBench();
    const path = `/api/Event/${made.scratch("eventId")}`;
    const body = { contactIndividualId: made.scratch("contactIndividualId") };
    await made.crm(`${path}/Contacts`, { body });
    await made.crm(`${path}/Attendees`, { body });
    expect((await made.crm(path, { method: "DELETE" })).status).toBe(204);
    expect((await made.crm(`${path}/Contacts`, { body })).status).toBe(404);
  });
});

describe("form submissions", () => {
  it("are answered as taken, and refused for the unknown", async () => {
    const made = crmBench();
    const body = { contactId: 1, fields: { email: "a@example.org", consent: true } };
    const answer = await made.crm("/api/Form/1/Submissions", { body });
    expect(answer.json).toMatchObject({ ...body, formName: "Newsletter sign-up" });
    expect((await made.crm("/api/Form/987654321/Submissions", { body })).status).toBe(404);
    expect(
      (await made.crm("/api/Form/1/Submissions", { body: { fields: "x" } })).at("/error/details/0/field"),
    ).toBe("fields");
  });
});

describe("endpoints that are not stated", () => {
  it("need the permission", async () => {
    const made = crmBench();
    for (const [method, path] of [
      ["POST", "/api/Contact"],
      ["GET", "/api/Contact"],
      ["POST", "/api/Gift"],
      ["DELETE", "/api/Gift/1"],
      ["POST", "/api/Project"],
      ["POST", "/api/Event"],
      ["POST", "/api/ContactNote"],
      ["PUT", "/api/Reminder/Dismissed/1"],
      ["POST", "/api/Webhook"],
      ["POST", "/api/Form/1/Submissions"],
    ] as const) {
      const sent = { method, token: made.limitedKey, ...(method === "POST" ? { body: {} } : {}) };
      expect([path, (await made.crm(path, sent)).status]).toEqual([path, 403]);
    }
  });

  it("are not there with U-07=none", async () => {
    const made = crmBench({ assumptions: { "U-07": "none" } });
    expect((await made.crm("/api/Gift", { body: { contactId: 1, amount: 1 } })).status).toBe(404);
    expect((await made.crm("/api/Contact")).status).toBe(404);
    expect((await made.crm("/api/Contact/1", { method: "PUT", body: {} })).status).toBe(405);
  });
});
