import { describe, expect, it } from "vitest";
import { crmBench, type CrmBench } from "./crm-bench.ts";

type Ids = Readonly<Record<string, number>>;

const idOf = async (made: CrmBench, path: string, body: unknown): Promise<number> =>
  Number((await made.crm(path, { token: made.otherKey, body })).at("/id"));

/** One record of every kind, made by the other organization. */
const theirs = async (made: CrmBench): Promise<Ids> => {
  const contact = await made.crm("/api/Contact", {
    token: made.otherKey,
    body: {
      contactType: "Household",
      name: "Theirs",
      contactIndividuals: [{ firstName: "Kim", lastName: "Theirs" }],
    },
  });
  const contactId = Number(contact.at("/id"));
  return {
    contactId,
    individualId: Number(contact.at("/contactIndividuals/0/id")),
    giftId: await idOf(made, "/api/Gift", { contactId, amount: 1 }),
    noteId: await idOf(made, "/api/ContactNote", { contactId, type: "Visit" }),
    projectId: await idOf(made, "/api/Project", { name: "Theirs" }),
    eventId: await idOf(made, "/api/Event", { name: "Theirs" }),
    webhookId: await idOf(made, "/api/Webhook", { payloadUrl: "https://theirs.example" }),
  };
};

interface Reach {
  readonly method: string;
  readonly path: (ids: Ids) => string;
  readonly body?: unknown;
}

const contactBody = { contactType: "Household", name: "Taken over" };

/** Every operation that names a record in its path. */
const reaches: readonly Reach[] = [
  { method: "GET", path: ({ contactId }) => `/api/Contact/${contactId}` },
  { method: "PUT", path: ({ contactId }) => `/api/Contact/${contactId}`, body: contactBody },
  { method: "PUT", path: ({ giftId }) => `/api/Gift/${giftId}`, body: { amount: 2 } },
  { method: "DELETE", path: ({ giftId }) => `/api/Gift/${giftId}` },
  { method: "GET", path: ({ noteId }) => `/api/ContactNote/${noteId}` },
  { method: "PUT", path: ({ noteId }) => `/api/ContactNote/${noteId}`, body: {} },
  { method: "DELETE", path: ({ noteId }) => `/api/ContactNote/${noteId}` },
  { method: "PUT", path: ({ projectId }) => `/api/Project/${projectId}`, body: { name: "x" } },
  { method: "DELETE", path: ({ projectId }) => `/api/Project/${projectId}` },
  { method: "PUT", path: ({ eventId }) => `/api/Event/${eventId}`, body: { name: "x" } },
  { method: "DELETE", path: ({ eventId }) => `/api/Event/${eventId}` },
  {
    method: "POST",
    path: ({ eventId }) => `/api/Event/${eventId}/Contacts`,
    body: { contactIndividualId: 1 },
  },
  {
    method: "POST",
    path: ({ eventId }) => `/api/Event/${eventId}/Attendees`,
    body: { contactIndividualId: 1 },
  },
  { method: "GET", path: ({ webhookId }) => `/api/Webhook/${webhookId}` },
  {
    method: "PUT",
    path: ({ webhookId }) => `/api/Webhook/${webhookId}`,
    body: { payloadUrl: "https://x.example" },
  },
  { method: "PUT", path: ({ webhookId }) => `/api/Webhook/${webhookId}/Active?active=false` },
  { method: "DELETE", path: ({ webhookId }) => `/api/Webhook/${webhookId}` },
];

describe("another organization's records", () => {
  it("are answered with 404 on every path, and stay as they are", async () => {
    const made = crmBench();
    const ids = await theirs(made);
    const reads = [`/api/Contact/${ids["contactId"]}`, `/api/ContactNote/${ids["noteId"]}`];
    const before = await Promise.all(reads.map((path) => made.crm(path, { token: made.otherKey })));
    for (const { method, path, body } of reaches) {
      const answer = await made.crm(path(ids), { method, ...(body === undefined ? {} : { body }) });
      expect([method, path(ids), answer.status]).toEqual([method, path(ids), 404]);
    }
    const after = await Promise.all(reads.map((path) => made.crm(path, { token: made.otherKey })));
    expect(after.map(({ text }) => text)).toEqual(before.map(({ text }) => text));
    expect(after.map(({ status }) => status)).toEqual([200, 200]);
  });

  it("cannot be referred to in a body", async () => {
    const made = crmBench();
    const { contactId, individualId } = await theirs(made);
    const eventId = made.scratch("eventId");
    for (const [path, body] of [
      ["/api/Gift", { contactId, amount: 1 }],
      ["/api/ContactNote", { contactId, type: "Call" }],
      [`/api/Event/${eventId}/Contacts`, { contactIndividualId: individualId }],
      [`/api/Event/${eventId}/Attendees`, { contactIndividualId: individualId }],
      ["/api/Form/1/Submissions", { contactId, fields: {} }],
    ] as const) {
      const answer = await made.crm(path, { body });
      expect([path, answer.status, answer.at("/error/details/0/code")]).toEqual([path, 422, "NOT_FOUND"]);
    }
  });

  it("are not found by a search, and their note types are not ours", async () => {
    const made = crmBench();
    await theirs(made);
    expect((await made.crm("/api/Contact?search=Theirs")).json).toEqual({ list: [], total: 0 });
    expect((await made.crm("/api/Contact?search=Theirs", { token: made.otherKey })).at("/total")).toBe(1);
    const note = { path: [made.scratch("noteId")], body: { type: "Visit" } };
    expect((await made.call("replaceContactNote", note)).status).toBe(422);
  });

  it("have ids of their own", async () => {
    const made = crmBench();
    const { contactId } = await theirs(made);
    const own = await made.crm("/api/Contact", { body: contactBody });
    expect(own.at("/id")).not.toBe(contactId);
    expect(
      (await made.call("getContact", { path: [made.record("contactId")], token: made.otherKey })).status,
    ).toBe(404);
    expect(
      (await made.call("getWebhook", { path: [made.record("webhookId")], token: made.otherKey })).status,
    ).toBe(404);
    const note = { path: [made.record("otherOrganizationNoteId")], body: {} };
    expect((await made.call("replaceContactNote", note)).status).toBe(404);
    expect((await made.call("replaceContactNote", { ...note, token: made.otherKey })).status).toBe(200);
  });

  it("cause no delivery to our webhooks", async () => {
    const made = crmBench();
    const { payloadUrl } = Object(
      (await made.call("getWebhook", { path: [made.record("webhookId")] })).json,
    ) as {
      payloadUrl: string; // the stated field
    };
    await theirs(made);
    await made.sandbox.deliveriesSettled();
    const urls = made.sandbox.deliveries().map(({ url }) => url);
    expect(urls.length).toBeGreaterThan(0);
    expect(urls).not.toContain(payloadUrl);
  });
});
