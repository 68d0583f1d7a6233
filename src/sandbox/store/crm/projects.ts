import { booleanColumn, Entity, organization, textColumn, type RecordOf } from "../entity.ts";

/** The purpose of a gift. Only its creation, update and deletion are stated. */
export const crmProjects = new Entity(
  "crm_project",
  {
    organizationId: organization,
    name: textColumn.required.replaceable,
    description: textColumn.replaceable,
    isActive: booleanColumn.required.replaceable,
  },
  { neverReused: true },
);

export type CrmProject = RecordOf<typeof crmProjects>;
