import { describe, expect, it } from "vitest";
import { expectRows, testRows, type Row } from "../rows.ts";
import { crmBench } from "./crm-bench.ts";

const people = [{ firstName: "Kim", lastName: "Theirs" }];
const theirs = (request: `${string} /${string}`, body: object, kept: object): Row => [
  `otherOrganizationApiKey ${request}`,
  body,
  200,
  { ...kept },
];

/** One record of every kind, made by the other organization. */
const made: readonly Row[] = [
  theirs(
    "POST /crm/api/Contact",
    { contactType: "Household", name: "Theirs", contactIndividuals: people },
    { id: "$contact", "/contactIndividuals/0/id": "$individual" },
  ),
  theirs("POST /crm/api/Gift", { contactId: "$contact", amount: 1 }, { id: "$gift" }),
  theirs("POST /crm/api/ContactNote", { contactId: "$contact", type: "Visit" }, { id: "$note" }),
  theirs("POST /crm/api/Project", { name: "Theirs" }, { id: "$project" }),
  theirs("POST /crm/api/Event", { name: "Theirs" }, { id: "$event" }),
  theirs("POST /crm/api/Webhook", { payloadUrl: "https://theirs.example" }, { id: "$webhook" }),
];

const read = (state: string): readonly Row[] => [
  ["otherOrganizationApiKey GET /crm/api/Contact/$contact", 200, { "": `$contact ${state}` }],
  ["otherOrganizationApiKey GET /crm/api/ContactNote/$note", 200, { "": `$note ${state}` }],
];

const takeOver = { contactType: "Household", name: "Taken over" };

describe("another organization's records", () => {
  testRows({
    "are answered with 404 on every path that names one, and stay as they are": [
      ...made,
      ...read("before"),
      ["GET /crm/api/Contact/$contact", 404],
      ["PUT /crm/api/Contact/$contact", takeOver, 404],
      ["PUT /crm/api/Gift/$gift", { amount: 2 }, 404],
      ["DELETE /crm/api/Gift/$gift", 404],
      ["GET /crm/api/ContactNote/$note", 404],
      ["PUT /crm/api/ContactNote/$note", {}, 404],
      ["DELETE /crm/api/ContactNote/$note", 404],
      ["PUT /crm/api/Project/$project", { name: "x" }, 404],
      ["DELETE /crm/api/Project/$project", 404],
      ["PUT /crm/api/Event/$event", { name: "x" }, 404],
      ["DELETE /crm/api/Event/$event", 404],
      ["POST /crm/api/Event/$event/Contacts", { contactIndividualId: 1 }, 404],
      ["POST /crm/api/Event/$event/Attendees", { contactIndividualId: 1 }, 404],
      ["GET /crm/api/Webhook/$webhook", 404],
      ["PUT /crm/api/Webhook/$webhook", { payloadUrl: "https://x.example" }, 404],
      ["PUT /crm/api/Webhook/$webhook/Active?active=false", 404],
      ["DELETE /crm/api/Webhook/$webhook", 404],
      ...read("before"),
    ],
    "cannot be referred to in a body": [
      ...made,
      ["POST /crm/api/Gift", { contactId: "$contact", amount: 1 }, 422, "contactId NOT_FOUND"],
      ["POST /crm/api/ContactNote", { contactId: "$contact", type: "Call" }, 422, "contactId NOT_FOUND"],
      [
        "POST /crm/api/Event/{eventId}/Contacts",
        { contactIndividualId: "$individual" },
        422,
        "contactIndividualId NOT_FOUND",
      ],
      [
        "POST /crm/api/Event/{eventId}/Attendees",
        { contactIndividualId: "$individual" },
        422,
        "contactIndividualId NOT_FOUND",
      ],
      ["POST /crm/api/Form/1/Submissions", { contactId: "$contact", fields: {} }, 422, "contactId NOT_FOUND"],
    ],
    "are not found by a search, and their note types are not ours": [
      ...made,
      ["GET /crm/api/Contact?search=Theirs", 200, { list: [], total: 0 }],
      ["otherOrganizationApiKey GET /crm/api/Contact?search=Theirs", 200, { total: 1 }],
      ["PUT /crm/api/ContactNote/{noteId}", { type: "Visit" }, 422],
    ],
    "have ids of their own": [
      ["POST /crm/api/Contact", takeOver, 200, { id: "$own" }],
      ["otherOrganizationApiKey GET /crm/api/Contact/$own", 404],
      ["otherOrganizationApiKey GET /crm/api/Contact/{contactId}", 404],
      ["otherOrganizationApiKey GET /crm/api/Webhook/{webhookId}", 404],
      ["PUT /crm/api/ContactNote/{otherOrganizationNoteId}", {}, 404],
      ["otherOrganizationApiKey PUT /crm/api/ContactNote/{otherOrganizationNoteId}", {}, 200],
    ],
  });

  it("cause no delivery to our webhooks", async () => {
    const bench = crmBench();
    const ours = await bench.call("getWebhook", { path: [bench.record("webhookId")] });
    await expectRows(bench, made);
    await bench.sandbox.deliveriesSettled();
    const urls = bench.sandbox.deliveries().map(({ url }) => url);
    expect(urls.length).toBeGreaterThan(0);
    expect(urls).not.toContain(ours.at("/payloadUrl"));
  });
});
