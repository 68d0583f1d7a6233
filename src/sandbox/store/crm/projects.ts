import { booleanColumn, Entity, organization, textColumn, moreColumn } from "../entity.ts";

/** The purpose of a gift. Only its creation, update and deletion are stated. */
export const crmProjects = new Entity(
  "crm_project",
  {
    organizationId: organization,
    name: textColumn.required.replaceable,
    description: textColumn.replaceable,
    isActive: booleanColumn.required.replaceable,
    more: moreColumn,
  },
  { neverReused: true },
);
