import { describe, expect, it } from "vitest";
import { refused, testRows, type Row } from "../rows.ts";
import { crmBench } from "./crm-bench.ts";

const organizers = "/crm/api/Event/{eventId}/Contacts";
const guests = "/crm/api/Event/{eventId}/Attendees";
const individual = { contactIndividualId: "{contactIndividualId}" };
const base = "http://sandbox.test/crm/api";
const time = "2025-03-01T12:01:00Z";
const person = {
  contactType: "Household",
  name: "X",
  contactIndividuals: [{ firstName: "A", lastName: "B" }],
};
const newPerson: Row = ["POST /crm/api/Contact", person, 200, { "/contactIndividuals/0/id": "$other" }];

describe("adding an individual to an event", () => {
  it("answers the event contact with every listed field", async () => {
    const made = crmBench();
    const [eventId, individualId] = [made.scratch("eventId"), made.scratch("contactIndividualId")];
    const body = { contactIndividualId: individualId };
    const answer = await made.call("addEventContact", { path: [eventId], body });
    const contactId = Number(answer.at("/contactId"));
    const contact = await made.call("getContact", { path: [contactId] });
    expect(answer.json).toEqual({
      id: expect.any(Number) as number,
      eventContactUrl: `${base}/Event/${eventId}/Contacts/${String(answer.at("/id"))}`,
      createDateTimeUtc: time,
      createdByUser: "API key",
      modifiedDateTimeUtc: time,
      modifiedByUser: "API key",
      contactId,
      contactUrl: `${base}/Contact/${contactId}`,
      displayName: "Amara Exemplar",
      firstName: "Amara",
      avatarUrl: `${base}/ContactIndividual/${individualId}/Avatar`,
      primaryPhone: contact.at("/contactIndividuals/0/contactMethods/1/value"),
      primaryEmail: contact.at("/contactIndividuals/0/contactMethods/0/value"),
    });
    // The configuration names another individual from now on.
    const next = Object(made.sandbox.config().interfaces.crm["scratch"]).contactIndividualId as unknown;
    expect(next).not.toBe(individualId);
    const again = { path: [eventId], body: { contactIndividualId: next } };
    expect((await made.call("addEventContact", again)).status).toBe(200);
  });

  testRows({
    "answers 409 the second time, and adds the same to another event": [
      newPerson,
      [`POST ${organizers}`, { contactIndividualId: "$other" }, 200],
      [`POST ${organizers}`, { contactIndividualId: "$other" }, 409, "CONFLICT"],
      ["POST /crm/api/Event", { name: "Another" }, 200, { id: "$event" }],
      ["POST /crm/api/Event/$event/Contacts", { contactIndividualId: "$other" }, 200],
    ],
    "answers empty text for an individual without phone and e-mail": [
      newPerson,
      [`POST ${organizers}`, { contactIndividualId: "$other" }, 200, { primaryPhone: "", primaryEmail: "" }],
    ],
    "answers 404 for an unknown event": [
      ["POST /crm/api/Event/987654321/Contacts", individual, 404, "NOT_FOUND"],
    ],
    "is refused, and the field at fault is named": refused(`POST ${organizers}`, individual, {
      "contactIndividualId NOT_FOUND": [0, -5, 987_654_321],
      "contactIndividualId REQUIRED": [undefined, null],
      "contactIndividualId INVALID_TYPE": ["1", 1.5, [1]],
    }),
  });

  it("adds once when the same comes many times at once", async () => {
    const made = crmBench();
    const call = {
      path: [made.scratch("eventId")],
      body: { contactIndividualId: made.scratch("contactIndividualId") },
    };
    const answers = await Promise.all(Array.from({ length: 20 }, () => made.call("addEventContact", call)));
    const statuses = answers.map(({ status }) => status).toSorted();
    expect(statuses).toEqual([200, ...Array.from({ length: 19 }, () => 409)]);
  });
});

const customFields = [{ name: "Meal", value: "Vegan" }];

describe("inviting a guest", () => {
  testRows({
    "answers the guest, once, organizer or not": [
      newPerson,
      [`POST ${organizers}`, { contactIndividualId: "$other" }, 200],
      [`POST ${guests}`, { contactIndividualId: "$other", customFields }, 200, { customFields }],
      [`POST ${guests}`, { contactIndividualId: "$other", customFields }, 409, "CONFLICT"],
    ],
    "is refused for the unknown": [
      ["POST /crm/api/Event/987654321/Attendees", individual, 404],
      [`POST ${guests}`, { contactIndividualId: 987_654_321 }, 422],
      [`POST ${guests}`, {}, 422, "contactIndividualId REQUIRED"],
      [`POST ${guests}`, [], 422],
    ],
  });
  testRows({ "is not there with U-05=none": [[`POST ${guests}`, individual, 404]] }, { "U-05": "none" });
});
