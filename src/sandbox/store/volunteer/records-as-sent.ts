import type { JsonObject } from "../../../core/model/json-object.ts";
import { Entity, instantColumn, jsonColumn, organization, type RecordOf } from "../entity.ts";
import { sql, sqlName } from "../sql.ts";

/** Records whose fields are not stated (U-03), so they are kept as sent. */
const keptAsSent = (kind: string) => {
  const table = `volunteer_${kind}`;
  return new Entity(
    table,
    {
      organizationId: organization,
      fields: jsonColumn<JsonObject>().required,
      createdAt: instantColumn.required,
      updatedAt: instantColumn.required,
    },
    {
      indexes: sql`create index ${sqlName(`${table}_by_organization`)} on ${sqlName(table)} (organization_id, id)`,
    },
  );
};

export const volunteerProjects = keptAsSent("project");

/** Known to exist (U-17); no operation writes them. */
export const volunteerCampaigns = keptAsSent("campaign");
export const volunteerForms = keptAsSent("form");
export const volunteerCertificates = keptAsSent("certificate");

export type RecordAsSent = RecordOf<typeof volunteerProjects>;
