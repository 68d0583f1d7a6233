import type { PassiveExamples } from "../kit/example.ts";

export const examples: PassiveExamples = {
  passes: [
    {
      operation: "addEventContact",
      body: {
        id: 1,
        eventContactUrl: "http://sandbox.test/crm/api/Event/1/Contacts/1",
        createDateTimeUtc: "2025-03-01T12:01:00Z",
        createdByUser: "API key",
        modifiedDateTimeUtc: "2025-03-01T12:01:00Z",
        modifiedByUser: "API key",
        contactId: 1,
        contactUrl: "http://sandbox.test/crm/api/Contact/1",
        displayName: "Amara Exemplar",
        firstName: "Amara",
        avatarUrl: "http://sandbox.test/crm/api/ContactIndividual/1/",
        primaryPhone: "+1 555 010 0100",
        primaryEmail: "amara@example.org",
      },
    },
  ],
  fails: [
    {
      what: "Every moment is serialized as a local one, without a zone",
      blames: "GEN-02",
      changes: { "/createDateTimeUtc": "2025-03-01T12:01:00" },
      pointer: "/createDateTimeUtc",
    },
  ],
};
