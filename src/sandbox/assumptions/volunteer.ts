import { choice, hourlyFloor, whole } from "./entry.ts";

/** Open questions of the volunteer interface. */
export const volunteerAssumptions = {
  "U-17.endpoints": choice({
    description:
      "whether the volunteer endpoints that are not stated answer: lists of groups, members, projects, campaigns, forms and certificates, and reading a group and a project",
    values: ["known", "none"],
    default: "known",
  }),
  "U-17.upsert": choice({
    description:
      "what creating a user with a known e-mail address does: updates that user, or creates another",
    values: ["update", "create"],
    default: "update",
  }),
  "U-17.created": choice({
    description: "status of a created group",
    values: ["200", "201"],
    default: "200",
  }),
  "U-17.members": choice({
    description: "what setting the members of a group answers: the page of members, or the group",
    values: ["members", "group"],
    default: "members",
  }),
  "U-17.perPage": whole({
    description: "records on a page when per_page is not given",
    minimum: 1,
    maximum: 100,
    default: 15,
  }),
  "U-17.maximumPerPage": whole({
    description: "largest page; a larger per_page gives this",
    minimum: 1,
    maximum: 100_000,
    default: 1000,
  }),
  "U-26": choice({
    description: "body of a volunteer error",
    values: ["message-errors", "message", "envelope", "problem"],
    default: "message-errors",
  }),
  "U-29": whole({
    description: "requests per hour and volunteer token; 0 sets no limit",
    ...hourlyFloor,
    orNone: true,
    maximum: 1_000_000_000,
    default: 0,
  }),
} as const;
