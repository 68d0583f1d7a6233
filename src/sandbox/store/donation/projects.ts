import { sql } from "../sql.ts";
import { boolean, decimal, instant, integer, text } from "./field.ts";
import type { Kind } from "./kind.ts";
import type { Replaceable } from "./replace.ts";

/** Projects that gifts go to. Whatever a replacement leaves out is null. */
export const projectSchema = sql`
  create table donation_project (
    id integer primary key,
    organization_id integer not null,
    name text collate nocase,
    description text collate nocase,
    code text collate nocase,
    crm_key text collate nocase,
    goal_cents integer,
    is_active integer,
    is_tax_deductible integer,
    created_at integer not null,
    modified_at integer not null
  ) strict;
`;

export const projectIndexes = sql`
  create index donation_project_by_organization on donation_project (organization_id);
`;

export const projects: Kind = {
  name: "project",
  table: sql`donation_project`,
  isLarge: false,
  fields: [
    integer("id", sql`id`, { isSortable: true }),
    text("name", sql`name`, { isSortable: true }),
    text("description", sql`description`),
    text("code", sql`code`, { isSortable: true }),
    text("crmKey", sql`crm_key`),
    decimal("goal", sql`goal_cents`),
    boolean("isActive", sql`is_active`),
    boolean("isTaxDeductible", sql`is_tax_deductible`),
    instant("createdDate", sql`created_at`, { isSortable: true }),
    instant("modifiedDate", sql`modified_at`, { isSortable: true }),
    instant("modifiedDateTimeUtc", sql`modified_at`, { isSortable: true, isShown: false }),
  ],
  parts: [],
};

/** What a replacement writes (U-16). */
export const replaceableProjects: Replaceable = {
  kind: projects,
  written: ["name", "description", "code", "crmKey", "goal", "isActive", "isTaxDeductible"],
  references: [],
  searched: [],
};
