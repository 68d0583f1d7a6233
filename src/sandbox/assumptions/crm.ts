import { choice, hourlyFloor, whole } from "./entry.ts";

/** Open questions of the CRM interface. */
export const crmAssumptions = {
  "U-01": choice({
    description:
      "a text of a contact that nobody knows and that may not be null: the empty text, or left out",
    values: ["empty", "omitted"],
    default: "empty",
  }),
  "U-04": choice({
    description:
      "task status of a reminder after its links were followed: Completed and Dismissed, or both Closed",
    values: ["completed-dismissed", "closed"],
    default: "completed-dismissed",
  }),
  "U-05": choice({
    description: "whether guests are invited by POST /api/Event/{eventId}/Attendees, or that is not served",
    values: ["known", "none"],
    default: "known",
  }),
  "U-06": choice({
    description:
      "whether webhooks are created, replaced, deleted and switched by endpoints, or these are not served",
    values: ["known", "none"],
    default: "known",
  }),
  "U-07": choice({
    description:
      "whether the reminder links act, and contacts, gifts, projects, notes, events and forms have endpoints, or none is served",
    values: ["known", "none"],
    default: "known",
  }),
  "U-08": choice({
    description: "how amounts may be sent: numbers or decimal strings, or one of them only",
    values: ["number-or-text", "number", "text"],
    default: "number-or-text",
  }),
  "U-18.maximumAge": whole({
    description: "seconds after which an HMAC signature is too old; 0 looks at no timestamp",
    minimum: 0,
    maximum: 86_400,
    default: 0,
  }),
  "U-24": choice({
    description: "which CRM endpoints answer errors in the canonical envelope and which in the older form",
    values: ["canonical", "legacy", "mixed"],
    default: "canonical",
  }),
  "U-24.unauthorized": choice({
    description: "what an older 401 holds: one message string, or plain text",
    values: ["message", "text"],
    default: "message",
  }),
  "U-24.token": choice({
    description: "form of a refused token request: the envelope, or the error object customary in OAuth 2.0",
    values: ["canonical", "oauth"],
    default: "canonical",
  }),
  "U-27": whole({
    description: "requests per hour and CRM credential; 5000 and 1500 are stated",
    ...hourlyFloor,
    maximum: 1_000_000_000,
    default: 5000,
  }),
  "U-35": choice({
    description: "whether reading a contact by id returns the Contact model alone or further fields too",
    values: ["exact", "extra"],
    default: "exact",
  }),
  "U-36": choice({
    description: "whether a refresh replaces the refresh token, and whether the old one still works",
    values: ["rotate", "keep", "keep-old-working"],
    default: "rotate",
  }),
  removedNoteProperties: choice({
    description:
      "what a replaced note answers for properties that were left out: empty text and false, null and false, or nothing",
    values: ["empty", "null", "absent"],
    default: "empty",
  }),
} as const;
