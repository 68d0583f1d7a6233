import { describe, expect, it } from "vitest";
import type { Received } from "../ask.ts";
import { crmBench, errorOf, type CrmBench } from "./crm-bench.ts";

const add = (
  made: CrmBench,
  contactIndividualId: unknown,
  eventId = made.scratch("eventId"),
): Promise<Received> => made.call("addEventContact", { path: [eventId], body: { contactIndividualId } });

describe("adding an individual to an event", () => {
  it("answers the event contact with every listed field", async () => {
    const made = crmBench();
    const individualId = made.scratch("contactIndividualId");
    const answer = await add(made, individualId);
    const contactId = Number(answer.at("/contactId"));
    const contact = await made.call("getContact", { path: [contactId] });
    const base = "http://sandbox.test/crm/api";
    expect(answer.json).toEqual({
      id: expect.any(Number) as number,
      eventContactUrl: `${base}/Event/${made.scratch("eventId")}/Contacts/${String(answer.at("/id"))}`,
      createDateTimeUtc: "2025-03-01T12:01:00Z",
      createdByUser: "API key",
      modifiedDateTimeUtc: "2025-03-01T12:01:00Z",
      modifiedByUser: "API key",
      contactId,
      contactUrl: `${base}/Contact/${contactId}`,
      displayName: "Amara Exemplar",
      firstName: "Amara",
      avatarUrl: `${base}/ContactIndividual/${individualId}/Avatar`,
      primaryPhone: contact.at("/contactIndividuals/0/contactMethods/1/value"),
      primaryEmail: contact.at("/contactIndividuals/0/contactMethods/0/value"),
    });
  });

  it("answers 409 the second time, and adds the same to another event", async () => {
    const made = crmBench();
    const individualId = made.scratch("contactIndividualId");
    expect((await add(made, individualId)).status).toBe(200);
    expect(errorOf(await add(made, individualId))).toEqual([409, "CONFLICT"]);
    const other = await made.crm("/api/Event", { body: { name: "Another" } });
    expect((await add(made, individualId, Number(other.at("/id")))).status).toBe(200);
  });

  it("names another individual once the first is on the event", async () => {
    const made = crmBench();
    const first = made.scratch("contactIndividualId");
    await add(made, first);
    const next = made.sandbox.config().interfaces.crm["scratch"] as Record<string, unknown>; // the configuration's contract
    expect(next["contactIndividualId"]).not.toBe(first);
    expect((await add(made, next["contactIndividualId"])).status).toBe(200);
  });

  it("answers empty text for an individual without phone and e-mail", async () => {
    const made = crmBench();
    const body = {
      contactType: "Household",
      name: "X",
      contactIndividuals: [{ firstName: "A", lastName: "B" }],
    };
    const created = await made.crm("/api/Contact", { body });
    const answer = await add(made, created.at("/contactIndividuals/0/id"));
    expect([answer.at("/primaryPhone"), answer.at("/primaryEmail")]).toEqual(["", ""]);
  });

  it.each([0, -5, 987_654_321])("answers 422 for the unknown individual %d", async (id) => {
    const made = crmBench();
    const answer = await add(made, id);
    expect(errorOf(answer)).toEqual([422, "VALIDATION_FAILED"]);
    expect(answer.at("/error/details/0")).toMatchObject({ field: "contactIndividualId", code: "NOT_FOUND" });
  });

  it("answers 404 for an unknown event", async () => {
    const made = crmBench();
    expect(errorOf(await add(made, made.scratch("contactIndividualId"), 987_654_321))).toEqual([
      404,
      "NOT_FOUND",
    ]);
  });

  it.each([
    [{}, "REQUIRED"],
    [{ contactIndividualId: null }, "REQUIRED"],
    [{ contactIndividualId: "1" }, "INVALID_TYPE"],
    [{ contactIndividualId: 1.5 }, "INVALID_TYPE"],
    [{ contactIndividualId: [1] }, "INVALID_TYPE"],
  ])("answers 422 to %j", async (body, code) => {
    const made = crmBench();
    const answer = await made.call("addEventContact", { path: [made.scratch("eventId")], body });
    expect(errorOf(answer)).toEqual([422, "VALIDATION_FAILED"]);
    expect(answer.at("/error/details/0")).toMatchObject({ field: "contactIndividualId", code });
  });

  it("adds once when the same comes many times at once", async () => {
    const made = crmBench();
    const answers = await Promise.all(
      Array.from({ length: 20 }, () => add(made, made.scratch("contactIndividualId"))),
    );
    const statuses = answers.map(({ status }) => status);
    expect(statuses.filter((status) => status === 200)).toHaveLength(1);
    expect(statuses.filter((status) => status === 409)).toHaveLength(19);
  });
});

const invite = (made: CrmBench, body: unknown, eventId = made.scratch("eventId")): Promise<Received> =>
  made.crm(`/api/Event/${eventId}/Attendees`, { body });

describe("inviting a guest", () => {
  it("answers the guest, once", async () => {
    const made = crmBench();
    const body = {
      contactIndividualId: made.scratch("contactIndividualId"),
      customFields: [{ name: "Meal", value: "Vegan" }],
    };
    const answer = await invite(made, body);
    expect([answer.status, answer.at("/customFields")]).toEqual([200, body.customFields]);
    expect(errorOf(await invite(made, body))).toEqual([409, "CONFLICT"]);
  });

  it("is apart from being an organizer", async () => {
    const made = crmBench();
    const individualId = made.scratch("contactIndividualId");
    await add(made, individualId);
    expect((await invite(made, { contactIndividualId: individualId })).status).toBe(200);
  });

  it("is refused for the unknown", async () => {
    const made = crmBench();
    const known = { contactIndividualId: made.scratch("contactIndividualId") };
    expect((await invite(made, known, 987_654_321)).status).toBe(404);
    expect((await invite(made, { contactIndividualId: 987_654_321 })).status).toBe(422);
    expect((await invite(made, {})).at("/error/details/0/code")).toBe("REQUIRED");
    expect((await invite(made, [])).status).toBe(422);
  });

  it("is not there with U-05=none", async () => {
    const made = crmBench({ assumptions: { "U-05": "none" } });
    expect((await invite(made, { contactIndividualId: 1 })).status).toBe(404);
  });
});
