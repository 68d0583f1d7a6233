import { boolean, Entity, organization, text, type RecordOf } from "../entity.ts";

/** What gifts are given for. Nothing is stated of it but that it is created, updated and deleted. */
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
