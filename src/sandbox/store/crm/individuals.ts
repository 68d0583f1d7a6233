import type { Database } from "../database.ts";
import { sql } from "../sql.ts";
import { inSight, type Viewer } from "./viewer.ts";

/** The properties of a person; null means unknown. */
export interface IndividualInput {
  readonly prefix: string | null;
  readonly firstName: string;
  readonly middleName: string | null;
  readonly lastName: string;
  readonly suffix: string | null;
  readonly gender: string | null;
  readonly isPrimary: boolean;
  readonly isSecondary: boolean;
  readonly birthMonth: number | null;
  readonly birthDay: number | null;
  readonly birthYear: number | null;
  readonly isDeceased: boolean;
  readonly passion: string | null;
}

/** A person belonging to a contact. */
export interface Individual extends IndividualInput {
  readonly id: number;
  readonly contactId: number;
}

export const individualSchema = sql`
  create table crm_individual (
    id integer primary key,
    organization_id integer not null references organization (id),
    contact_id integer not null references crm_contact (id),
    prefix text,
    first_name text not null,
    middle_name text,
    last_name text not null,
    suffix text,
    gender text,
    is_primary integer not null,
    is_secondary integer not null,
    birth_month integer,
    birth_day integer,
    birth_year integer,
    is_deceased integer not null,
    passion text
  ) strict;
  create index crm_individual_by_contact on crm_individual (contact_id);
`;

interface IndividualRow extends Omit<Individual, "isPrimary" | "isSecondary" | "isDeceased"> {
  readonly isPrimary: number;
  readonly isSecondary: number;
  readonly isDeceased: number;
}

const columns = sql`
  crm_individual.id, contact_id as contactId, prefix, first_name as firstName, middle_name as middleName,
  last_name as lastName, suffix, gender, is_primary as isPrimary, is_secondary as isSecondary,
  birth_month as birthMonth, birth_day as birthDay, birth_year as birthYear, is_deceased as isDeceased, passion`;

const individualOf = (row: IndividualRow): Individual => ({
  ...row,
  isPrimary: row.isPrimary === 1,
  isSecondary: row.isSecondary === 1,
  isDeceased: row.isDeceased === 1,
});

/** Stores a person and returns the id. */
export const addIndividual = (
  database: Database,
  organizationId: number,
  individual: IndividualInput & { readonly contactId: number },
): number =>
  database.run(sql`
    insert into crm_individual (organization_id, contact_id, prefix, first_name, middle_name, last_name, suffix,
      gender, is_primary, is_secondary, birth_month, birth_day, birth_year, is_deceased, passion)
    values (${organizationId}, ${individual.contactId}, ${individual.prefix},
      ${individual.firstName}, ${individual.middleName}, ${individual.lastName}, ${individual.suffix},
      ${individual.gender}, ${individual.isPrimary}, ${individual.isSecondary}, ${individual.birthMonth},
      ${individual.birthDay}, ${individual.birthYear}, ${individual.isDeceased}, ${individual.passion})`)
    .lastId;

/** The people of a contact, by id. */
export const individualsOf = (database: Database, organizationId: number, contactId: number): Individual[] =>
  database
    .all<IndividualRow>(
      sql`select ${columns} from crm_individual
        where organization_id = ${organizationId} and contact_id = ${contactId} order by id`,
    )
    .map(individualOf);

/** The person with that id, if the contact is in sight. */
export const findIndividual = (database: Database, viewer: Viewer, id: number): Individual | undefined => {
  const row = database.get<IndividualRow>(
    sql`select ${columns} from crm_individual join crm_contact on crm_contact.id = contact_id
      where ${inSight(viewer)} and crm_individual.id = ${id}`,
  );
  return row === undefined ? undefined : individualOf(row);
};
