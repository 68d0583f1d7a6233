import type { Database } from "../database.ts";
import { sql } from "../sql.ts";

/** An online form of the organization. */
export interface Form {
  readonly id: number;
  readonly name: string;
}

export const formSchema = sql`
  create table crm_form (
    id integer primary key,
    organization_id integer not null references organization (id),
    name text not null
  ) strict;
  create table crm_form_submission (
    id integer primary key,
    organization_id integer not null references organization (id),
    form_id integer not null references crm_form (id),
    contact_id integer references crm_contact (id),
    fields text not null,
    submitted_at integer not null
  ) strict;
`;

/** Stores a form and returns its id. */
export const addForm = (database: Database, organizationId: number, name: string): number =>
  database.run(sql`insert into crm_form (organization_id, name) values (${organizationId}, ${name})`).lastId;

export const findForm = (database: Database, organizationId: number, id: number): Form | undefined =>
  database.get<Form>(
    sql`select id, name from crm_form where organization_id = ${organizationId} and id = ${id}`,
  );

/** What somebody filled in; `contactId` is null when nobody knows who. */
export interface SubmissionInput {
  readonly formId: number;
  readonly contactId: number | null;
  readonly fields: Readonly<Record<string, unknown>>;
  /** Milliseconds since the epoch. */
  readonly at: number;
}

/** Stores what was filled in and returns its id. */
export const addSubmission = (
  database: Database,
  organizationId: number,
  submission: SubmissionInput,
): number =>
  database.run(sql`
    insert into crm_form_submission (organization_id, form_id, contact_id, fields, submitted_at)
    values (${organizationId}, ${submission.formId}, ${submission.contactId}, ${JSON.stringify(submission.fields)},
      ${submission.at})`).lastId;
