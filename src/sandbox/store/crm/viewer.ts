import { sql, type Sql } from "../sql.ts";

/** Whose eyes records are read with. Whatever is out of sight is answered as if it were not there. */
export interface Viewer {
  readonly organizationId: number;
  /** Whether private contacts, and what hangs on them, are in sight (CRM-02). */
  readonly seesPrivate: boolean;
}

/** The condition on a row of crm_contact that a viewer's eyes put. */
export const inSight = ({ organizationId, seesPrivate }: Viewer): Sql =>
  seesPrivate
    ? sql`crm_contact.organization_id = ${organizationId}`
    : sql`crm_contact.organization_id = ${organizationId} and crm_contact.is_private = 0`;
