import type { Database } from "../../store/database.ts";
import { mainOrganization, otherOrganization } from "../../store/organizations.ts";
import { sql, type Sql } from "../../store/sql.ts";

/** The value of a one-column query named `value`, or undefined without a row. */
const first = (database: Database, statement: Sql): number | string | undefined =>
  database.get<{ value: number | string }>(statement)?.value;

const contact = (
  database: Database,
  organizationId: number,
  isPrivate: boolean,
): number | string | undefined =>
  first(
    database,
    sql`select min(id) as value from crm_contact
      where organization_id = ${organizationId} and is_private = ${isPrivate}`,
  );

const webhook = (database: Database, organizationId: number): number | string | undefined =>
  first(
    database,
    sql`select id as value from webhook where organization_id = ${organizationId} and interface = 'crm' order by id`,
  );

/** Records for read-only use; a key whose record no longer exists is undefined. */
export const records = (database: Database): Readonly<Record<string, unknown>> => ({
  contactId: contact(database, mainOrganization, false),
  privateContactId: contact(database, mainOrganization, true),
  referenceId: first(
    database,
    sql`select reference_id as value from crm_contact
      where organization_id = ${mainOrganization} and is_private = 0 and reference_id is not null order by id`,
  ),
  webhookId: webhook(database, mainOrganization),
  otherOrganizationContactId: contact(database, otherOrganization, false),
  otherOrganizationWebhookId: webhook(database, otherOrganization),
  otherOrganizationNoteId: first(
    database,
    sql`select id as value from crm_note where organization_id = ${otherOrganization} order by id`,
  ),
});

/** The last record of the other organization in a table. */
const ofOther = (database: Database, table: Sql): number | string | undefined =>
  first(
    database,
    sql`select id as value from ${table} where organization_id = ${otherOrganization} order by id desc`,
  );

/**
 * Records that a run may change: a note with a visible reminder, and an event with an individual who is not yet one of
 * its contacts.
 */
export const scratch = (database: Database): Readonly<Record<string, unknown>> => {
  const eventId = first(
    database,
    sql`select id as value from crm_event where organization_id = ${mainOrganization} order by id`,
  );
  return {
    noteId: first(
      database,
      sql`select crm_note.id as value from crm_note
        join crm_reminder on crm_reminder.note_id = crm_note.id
        join crm_contact on crm_contact.id = crm_note.contact_id
        where crm_note.organization_id = ${mainOrganization} and crm_contact.is_private = 0 order by crm_note.id`,
    ),
    noteType: first(
      database,
      sql`select name as value from crm_note_type where organization_id = ${mainOrganization} order by id`,
    ),
    eventId,
    contactIndividualId: first(
      database,
      sql`select crm_individual.id as value from crm_individual
        join crm_contact on crm_contact.id = crm_individual.contact_id
        where crm_individual.organization_id = ${mainOrganization} and crm_contact.is_private = 0
          and not exists (
            select 1 from crm_event_contact
            where event_id = ${eventId ?? null} and individual_id = crm_individual.id
          )
        order by crm_individual.id`,
    ),
    otherOrganizationNoteId: ofOther(database, sql`crm_note`),
    otherOrganizationEventId: ofOther(database, sql`crm_event`),
    otherOrganizationContactIndividualId: ofOther(database, sql`crm_individual`),
  };
};
