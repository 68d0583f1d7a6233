import { boolean, Entity, organization, text, type InputOf, type RecordOf } from "../entity.ts";

/** What gifts are given for. Nothing is stated of it but that it is created, updated and deleted. */
export const projects = new Entity(
  "crm_project",
  {
    organizationId: organization,
    name: text.required,
    description: text,
    isActive: boolean.required,
  },
  { neverReused: true },
);

export type Project = RecordOf<typeof projects>;
export type ProjectInput = InputOf<typeof projects>;
