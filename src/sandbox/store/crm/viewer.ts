import { sql, type SqlText } from "../sql.ts";

/** Who reads records. Whatever the viewer may not see is answered as if it did not exist. */
export interface Viewer {
  readonly organizationId: number;
  /** Whether private contacts and their parts are visible (CRM-02). */
  readonly seesPrivate: boolean;
}

/** The condition on a row of crm_contact for being visible to the viewer. */
export const inSight = ({ organizationId, seesPrivate }: Viewer): SqlText =>
  seesPrivate
    ? sql`crm_contact.organization_id = ${organizationId}`
    : sql`crm_contact.organization_id = ${organizationId} and crm_contact.is_private = 0`;
