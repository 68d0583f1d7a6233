import { Entity, instant, organization, text, type RecordOf } from "../entity.ts";

/** An event of the organization: a gala, a walk, a work day. Its fields are not stated. */
export const events = new Entity(
  "crm_event",
  {
    organizationId: organization,
    name: text.required.replaceable,
    description: text.replaceable,
    startsAt: instant.required.replaceable.as("startDateTimeUtc"),
  },
  { neverReused: true },
);

export type Event = RecordOf<typeof events>;
