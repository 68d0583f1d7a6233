import { askedIn, methodText, personText, addressText } from "../../store/crm/contact-json.ts";
import { events } from "../../store/crm/events.ts";
import { crmGifts } from "../../store/crm/gifts.ts";
import { notes } from "../../store/crm/notes.ts";
import { crmProjects } from "../../store/crm/projects.ts";
import { fromMore, type Member, columnMembers, momentText, objectText } from "../../store/crm/record-json.ts";
import { inSight } from "../../store/crm/viewer.ts";
import type { RecordView } from "../../store/crm/contact-json.ts";
import { moneyJson } from "../../store/donation/kind.ts";
import { organizations } from "../../store/organizations.ts";
import { sql, type SqlText } from "../../store/sql.ts";
import { contactTable } from "./contact-table.ts";
import { addressTable, individualTable, methodTable } from "./contact-parts.ts";
import { plainTable, type TableRecords } from "./table-records.ts";

/** The name of the contact that a row belongs to. */
const contactName = (row: SqlText): SqlText =>
  sql`(select name from crm_contact where id = ${row}.contact_id)`;

const list = (row: SqlText, name: string): Member => ({
  name,
  value: fromMore(row, name, sql`json_array()`),
});

/** Whether the contact of a row is in sight. */
const seen = ({ viewer }: RecordView, row: SqlText): SqlText =>
  sql`exists (select 1 from crm_contact where crm_contact.id = ${row}.contact_id and ${inSight(viewer)})`;

const numbered = (row: SqlText, text: SqlText, from: SqlText): SqlText =>
  sql`select ${row}.id as sequence, cast(${row}.id as text) as key, ${text} as body from ${from}`;

const gift = sql`gift`;

const giftTable = plainTable<{ givenAt: number; giftType: string }>({
  entity: crmGifts,
  noun: "gift",
  shown: ["contactName", "contactUrl", "amountFormatted", "giftDateFormatted", "giftTypeFormatted"],
  otherwise: ({ clock }) => ({ givenAt: clock.now(), giftType: "Cash" }),
  own: ({ contactId }) => ({ contactId }),
  rows: (view) =>
    numbered(
      gift,
      objectText(
        [
          ...columnMembers(crmGifts, gift, view.assumptions),
          { name: "contactName", value: contactName(gift) },
          { name: "contactUrl", value: sql`${`${view.baseUrl}/api/Contact/`} || gift.contact_id` },
          { name: "amountFormatted", value: moneyJson(sql`gift.amount`) },
          { name: "giftDateFormatted", value: sql`strftime('%m/%d/%Y', gift.given_at / 1000, 'unixepoch')` },
          { name: "giftTypeFormatted", value: sql`gift.gift_type` },
          list(gift, "giftDesignations"),
          list(gift, "customFields"),
        ],
        sql`gift.more`,
      ),
      sql`crm_gift as gift where ${seen(view, gift)}`,
    ),
});

/** What gifts are designated to: parts of gifts, which are written with them. */
const designationTable: TableRecords = {
  entity: crmGifts,
  rows: (
    view,
  ) => sql`select gift.id * 1000 + part.key as sequence, cast(gift.id * 1000 + part.key as text) as key,
      json_patch(
        json_object('id', gift.id * 1000 + part.key, 'giftId', gift.id, 'contactId', gift.contact_id,
          'contactName', ${contactName(gift)},
          'giftDate', strftime('%Y-%m-%dT%H:%M:%SZ', gift.given_at / 1000, 'unixepoch'), 'giftType', gift.gift_type,
          'project', (select name from crm_project where id = part.value ->> 'projectId')),
        part.value) as body
    from crm_gift as gift, json_each(gift.more, '$.giftDesignations') as part
    where ${seen(view, gift)} and part.type = 'object'`,
};

const ofOrganization = ({ viewer }: RecordView, row: SqlText): SqlText =>
  sql`${row}.organization_id = ${viewer.organizationId}`;

const project = sql`project`;

const projectTable = plainTable<{ isActive: boolean }>({
  entity: crmProjects,
  noun: "project",
  shown: [],
  otherwise: () => ({ isActive: true }),
  rows: (view) =>
    numbered(
      project,
      objectText(columnMembers(crmProjects, project, view.assumptions), sql`project.more`),
      sql`crm_project as project where ${ofOrganization(view, project)}`,
    ),
});

const event = sql`event`;

const eventTable = plainTable<{ startsAt: number }>({
  entity: events,
  noun: "event",
  shown: ["startDateTime"],
  respelled: (record, before) => {
    const { startDateTime } = record;
    const isSent = (startDateTime ?? undefined) !== undefined && startDateTime !== before["startDateTime"];
    return isSent ? { ...record, startDateTimeUtc: startDateTime } : record;
  },
  otherwise: ({ clock }) => ({ startsAt: clock.now() }),
  rows: (view) =>
    numbered(
      event,
      objectText(
        [
          ...columnMembers(events, event, view.assumptions),
          { name: "startDateTime", value: momentText(sql`event.starts_at`) },
        ],
        sql`event.more`,
      ),
      sql`crm_event as event where ${ofOrganization(view, event)}`,
    ),
});

const note = sql`note`;

/** Notes are written by handlers: their types are configured, and they have reminders. */
const noteTable: TableRecords = {
  entity: notes,
  rows: (view) => {
    const members = columnMembers(notes, note, view.assumptions).filter(
      ({ name }) => !["noteDate", "type"].includes(name),
    );
    const text = objectText(
      [
        ...members,
        { name: "noteDate", value: sql`substr(note.note_date_time, 1, 10)` },
        { name: "noteDateTime", value: sql`note.note_date_time` },
        { name: "type", value: sql`(select name from crm_note_type where id = note.type_id)` },
        { name: "timeSpent", value: sql`note.time_spent` },
        { name: "contactName", value: contactName(note) },
      ],
      sql`note.more`,
    );
    return numbered(note, text, sql`crm_note as note where ${seen(view, note)}`);
  },
};

const contactIdOf = (row: SqlText): Member => ({ name: "contactId", value: sql`${row}.contact_id` });

/** The caller's organization: a credential belongs to one. */
const organizationTable: TableRecords = {
  entity: organizations,
  rows: ({ viewer }) => sql`select id as sequence, cast(id as text) as key,
      json_object('id', id, 'organizationUserId', id, 'organizationId', id, 'organizationName', name,
        'isCurrent', json('true')) as body
    from organization where id = ${viewer.organizationId}`,
};

/** The tables of declared resources, by the names of these. */
export const tables: Readonly<Record<string, TableRecords>> = {
  contact: contactTable,
  individual: individualTable((view) => {
    const also = [
      contactIdOf(sql`person`),
      {
        name: "avatarUrl",
        value: sql`${`${view.baseUrl}/api/ContactIndividual/`} || person.id || '/Avatar'`,
      },
    ];
    return numbered(
      sql`person`,
      personText(view.assumptions, also),
      sql`${askedIn(view)} join crm_individual as person where ${seen(view, sql`person`)}`,
    );
  }),
  method: methodTable((view) =>
    numbered(
      sql`method`,
      methodText(view.assumptions, [{ name: "contactIndividualId", value: sql`method.individual_id` }]),
      sql`crm_contact_method as method
        join crm_method_type as type on type.id = method.type_id
        join crm_individual as person on person.id = method.individual_id
        where ${seen(view, sql`person`)}`,
    ),
  ),
  address: addressTable((view) =>
    numbered(
      sql`address`,
      addressText(view.assumptions, [contactIdOf(sql`address`)]),
      sql`crm_address as address where ${seen(view, sql`address`)}`,
    ),
  ),
  gift: giftTable,
  giftDesignation: designationTable,
  project: projectTable,
  event: eventTable,
  note: noteTable,
  organization: organizationTable,
};
