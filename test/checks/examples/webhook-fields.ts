import type { PassiveExamples } from "../kit/example.ts";

export const examples: PassiveExamples = {
  passes: [
    {
      operation: "getWebhook",
      body: {
        id: 1,
        payloadUrl: "https://hooks.riverbend.example/everything",
        secret: "token-12",
        active: true,
        contactCreate: true,
        contactUpdate: true,
        giftCreate: true,
        giftUpdate: true,
        giftDelete: true,
        projectCreate: true,
        projectUpdate: true,
        projectDelete: true,
        formSubmission: true,
        contactNoteCreate: true,
        contactNoteUpdate: true,
        contactNoteDelete: true,
        eventCreate: true,
        eventUpdate: true,
        eventDelete: true,
      },
    },
  ],
  fails: [
    {
      what: "A webhook's flags are 0 or 1",
      blames: "CRM-15",
      changes: { "/contactCreate": 1 },
      pointer: "/contactCreate",
    },
    {
      what: "EventDelete, the flag that came last, is missing",
      blames: "CRM-15",
      changes: { "/eventDelete": undefined },
      pointer: "/eventDelete",
    },
  ],
};
