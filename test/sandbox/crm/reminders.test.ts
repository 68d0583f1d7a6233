import { describe, expect, it } from "vitest";
import { crmBench, propertiesOf, type CrmBench } from "./crm-bench.ts";

const day = 86_400_000;

const reminder = async (made: CrmBench): Promise<Record<string, unknown>> => {
  const note = await made.call("replaceContactNote", {
    path: [made.scratch("noteId")],
    body: { type: "Call" },
  });
  return Object(note.at("/reminder")) as Record<string, unknown>; // toMatchObject and keys look at it
};

/** Follows a link that the sandbox gave, with the API key. */
const follow = async (made: CrmBench, link: unknown, body?: unknown) =>
  made.ask(new URL(String(link)).pathname, {
    method: "PUT",
    token: made.apiKey,
    ...(body === undefined ? {} : { body }),
  });

describe("a note's reminder", () => {
  it("carries every listed field and no other", async () => {
    const made = crmBench();
    expect(Object.keys(await reminder(made)).toSorted()).toEqual(propertiesOf("Reminder"));
  });

  it("links to itself below the address that the caller used", async () => {
    const made = crmBench();
    const request = new Request(`http://localhost:8123/crm/api/ContactNote/${made.scratch("noteId")}`, {
      method: "PUT",
      headers: { authorization: `Bearer ${made.apiKey}`, "content-type": "application/json" },
      body: "{}",
    });
    const { reminder: found } = (await (await made.sandbox.fetch(request)).json()) as {
      reminder: Record<string, unknown>;
    }; // asserted below
    const id = String(found["id"]);
    expect(found["completeUrl"]).toBe(`http://localhost:8123/crm/api/Reminder/Completed/${id}`);
    expect(found["dismissUrl"]).toBe(`http://localhost:8123/crm/api/Reminder/Dismissed/${id}`);
    expect(found["contactAvatarUrl"]).toMatch(
      /^http:\/\/localhost:8123\/crm\/api\/ContactIndividual\/\d+\/Avatar$/,
    );
  });

  it("is past due once its day is over, while it is open", async () => {
    const made = crmBench();
    const { targetDate, completeUrl } = await reminder(made);
    made.sandbox.clock.moveTo(Date.parse(String(targetDate)) + day - 1);
    expect(await reminder(made)).toMatchObject({ isPastDue: false, isUnresolved: true });
    made.sandbox.clock.advance(1);
    expect(await reminder(made)).toMatchObject({ isPastDue: true, isUnresolved: true });
    await follow(made, completeUrl, {});
    expect(await reminder(made)).toMatchObject({ isPastDue: false, isUnresolved: false });
  });
});

describe("a reminder's links", () => {
  it.each([
    ["completeUrl", "Completed", "completed-dismissed"],
    ["dismissUrl", "Dismissed", "completed-dismissed"],
    ["completeUrl", "Closed", "closed"],
    ["dismissUrl", "Closed", "closed"],
  ] as const)("%s leads to %s (U-04=%s), once", async (name, taskStatus, choice) => {
    const made = crmBench({ assumptions: { "U-04": choice } });
    const before = await reminder(made);
    const answer = await follow(made, before[name]);
    const resolved = {
      ...before,
      taskStatus,
      taskStatusDisplayName: taskStatus,
      isPastDue: false,
      isUnresolved: false,
      canComplete: false,
      canCompleteWithNote: false,
    };
    expect([answer.status, answer.json]).toEqual([200, resolved]);
    expect(await reminder(made)).toEqual(resolved);
    expect((await follow(made, before["completeUrl"])).status).toBe(409);
    expect((await follow(made, before["dismissUrl"])).status).toBe(409);
  });

  it("complete with a note, which the contact then has", async () => {
    const made = crmBench();
    const { completeUrl, contactId } = await reminder(made);
    const body = {
      noteTypeName: "Call",
      note: "Brochure arrived.",
      timeSpent: 5,
      isImportant: true,
      isPrivate: true,
    };
    expect((await follow(made, completeUrl, body)).status).toBe(200);
    await made.sandbox.deliveriesSettled();
    const delivered = made.sandbox.deliveries().find(({ kind }) => kind === "contactNoteCreate");
    const { contactNote } = JSON.parse(delivered?.body ?? "{}") as { contactNote: { id: number } }; // asserted below
    const note = await made.crm(`/api/ContactNote/${contactNote.id}`);
    expect(note.json).toMatchObject({
      contactId,
      type: "Call",
      note: "Brochure arrived.",
      timeSpent: 5,
      important: true,
      isPrivate: true,
    });
  });

  it("stay open when the note is refused", async () => {
    const made = crmBench();
    const { completeUrl } = await reminder(made);
    const answer = await follow(made, completeUrl, { noteTypeName: "nope", note: "x" });
    expect([answer.status, answer.at("/error/details/0/field")]).toEqual([422, "noteTypeName"]);
    expect(await reminder(made)).toMatchObject({ isUnresolved: true });
  });

  it("lead nowhere for an unknown reminder, and with U-07=none", async () => {
    const made = crmBench();
    expect((await made.crm("/api/Reminder/Dismissed/987654321", { method: "PUT" })).status).toBe(404);
    const without = crmBench({ assumptions: { "U-07": "none" } });
    expect((await without.crm("/api/Reminder/Dismissed/1", { method: "PUT" })).status).toBe(404);
    expect(await reminder(without)).toMatchObject({ taskStatus: "Open" });
  });
});
