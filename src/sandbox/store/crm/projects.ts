import { boolean, Entity, organization, text, type RecordOf } from "../entity.ts";

/** The purpose of a gift. Only its creation, update and deletion are stated. */
export const projects = new Entity(
  "crm_project",
  {
    organizationId: organization,
    name: text.required.replaceable,
    description: text.replaceable,
    isActive: boolean.required.replaceable,
  },
  { neverReused: true },
);

export type Project = RecordOf<typeof projects>;
