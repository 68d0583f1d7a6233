import { describe, expect, it } from "vitest";
import { crmEventKinds, type CrmEventKind } from "../../../src/builtin/crm-event-kinds.ts";
import type { Received } from "../ask.ts";
import { crmBench, type CrmBench } from "./crm-bench.ts";

const contact = { contactType: "Household", name: "Caused" };

const pathOf = (collection: string, created: Received): string =>
  `/api/${collection}/${String(created.at("/id"))}`;

const create = async (made: CrmBench, collection: string, body: unknown): Promise<string> =>
  pathOf(collection, await made.crm(`/api/${collection}`, { body }));

const change =
  (collection: string, body: unknown) =>
  async (made: CrmBench): Promise<Received> =>
    made.crm(await create(made, collection, body), { method: "PUT", body });

const remove =
  (collection: string, body: unknown) =>
  async (made: CrmBench): Promise<Received> =>
    made.crm(await create(made, collection, body), { method: "DELETE" });

const gift = { contactId: 1, amount: "5.00" };
const note = { contactId: 1, type: "Call" };

/** An operation that causes each kind, and the name under which the delivery holds the record. */
const causes: Readonly<Record<CrmEventKind, readonly [string, (made: CrmBench) => Promise<Received>]>> = {
  contactCreate: ["contact", (made) => made.crm("/api/Contact", { body: contact })],
  contactUpdate: ["contact", change("Contact", contact)],
  giftCreate: ["gift", (made) => made.crm("/api/Gift", { body: gift })],
  giftUpdate: ["gift", change("Gift", gift)],
  giftDelete: ["gift", remove("Gift", gift)],
  projectCreate: ["project", (made) => made.crm("/api/Project", { body: { name: "P" } })],
  projectUpdate: ["project", change("Project", { name: "P" })],
  projectDelete: ["project", remove("Project", { name: "P" })],
  formSubmission: [
    "formSubmission",
    (made) => made.crm("/api/Form/1/Submissions", { body: { fields: { a: 1 } } }),
  ],
  contactNoteCreate: ["contactNote", (made) => made.crm("/api/ContactNote", { body: note })],
  contactNoteUpdate: [
    "contactNote",
    (made) => made.call("replaceContactNote", { path: [made.scratch("noteId")], body: { type: "Call" } }),
  ],
  contactNoteDelete: ["contactNote", remove("ContactNote", note)],
  eventCreate: ["eventRecord", (made) => made.crm("/api/Event", { body: { name: "E" } })],
  eventUpdate: [
    "eventRecord",
    (made) =>
      made.call("addEventContact", {
        path: [made.scratch("eventId")],
        body: { contactIndividualId: made.scratch("contactIndividualId") },
      }),
  ],
  eventDelete: ["eventRecord", remove("Event", { name: "E" })],
};

const subscribe = async (
  made: CrmBench,
  flags: Readonly<Record<string, boolean>>,
  active = true,
): Promise<string> => {
  const payloadUrl = `https://receiver.example/${String(active)}/${Object.keys(flags)
    .filter((kind) => flags[kind])
    .join("-")}`;
  const answer = await made.crm("/api/Webhook", { body: { payloadUrl, active, ...flags } });
  return String(answer.at("/payloadUrl"));
};

const kindsSentTo = async (made: CrmBench, url: string): Promise<string[]> => {
  await made.sandbox.deliveriesSettled();
  return made.sandbox
    .deliveries()
    .filter((delivery) => delivery.url === url)
    .map(({ kind }) => kind);
};

describe("events", () => {
  it.each(crmEventKinds)("%s is caused, and delivered to its subscribers only", async (kind) => {
    const made = crmBench();
    const [subject, cause] = causes[kind];
    const only = await subscribe(made, { [kind]: true });
    const others = await subscribe(
      made,
      Object.fromEntries(crmEventKinds.map((each) => [each, each !== kind])),
    );
    const off = await subscribe(made, { [kind]: true }, false);
    const answer = await cause(made);
    expect(answer.status).toBeLessThan(300);
    expect(await kindsSentTo(made, only)).toEqual([kind]);
    expect(await kindsSentTo(made, others)).not.toContain(kind);
    expect(await kindsSentTo(made, off)).toEqual([]);
    const delivered = made.sandbox.deliveries().find(({ url }) => url === only);
    const body = JSON.parse(delivered?.body ?? "{}") as Record<string, { id?: unknown }>; // asserted below
    expect(body["event"]).toBe(kind.charAt(0).toUpperCase() + kind.slice(1));
    expect(body[subject]?.id).toEqual(expect.any(Number));
    // A deletion answers nothing, and an added contact is not the event that it is added to.
    const isRecord = answer.json !== undefined && kind !== "eventUpdate";
    expect(body[subject]).toEqual(isRecord ? answer.json : expect.any(Object));
  });

  it("are not caused by what is refused", async () => {
    const made = crmBench();
    const all = await subscribe(made, Object.fromEntries(crmEventKinds.map((kind) => [kind, true])));
    await made.crm("/api/Gift", { body: { contactId: 1, amount: -1 } });
    await made.call("replaceContactNote", { path: [made.scratch("noteId")], body: { type: "nope" } });
    await made.crm("/api/Contact", { token: made.limitedKey, body: contact });
    expect(await kindsSentTo(made, all)).toEqual([]);
  });
});
