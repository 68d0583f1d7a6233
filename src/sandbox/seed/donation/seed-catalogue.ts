import type { Random } from "../../random.ts";
import type { Database } from "../../store/database.ts";
import { queryTypes } from "../../store/donation/query-types.ts";
import { searchText } from "../../store/donation/search-text.ts";
import { mainOrganization } from "../../store/organizations.ts";
import { sql } from "../../store/sql.ts";

export interface CatalogueOptions {
  readonly database: Database;
  readonly organizationId: number;
  readonly now: number;
  readonly random: Random;
}

/** What gifts refer to. The last campaign, segment and project are left out: they are free to be replaced. */
export interface Catalogue {
  /** Ids. */
  readonly projects: readonly [number, ...number[]];
  readonly segments: readonly [Segment, ...Segment[]];
}

export interface Segment {
  readonly id: number;
  readonly campaignId: number;
}

const day = 86_400_000;

const campaignNames = [
  "Year-end appeal",
  "Spring gala",
  "Disaster relief",
  "Capital campaign",
  "Monthly partners",
  "Run for Water",
  "50% match_week",
  "Journée de l'eau",
] as const;
const channels = ["MAIL", "MAIL", "EMAIL", "WEB", "EVENT"] as const;
const projectNames = [
  "General fund",
  "Clean water",
  "Scholarships",
  "Community kitchen",
  "Emergency shelter",
  "Music & arts",
  "Médecins du quartier",
  "Library",
  "Youth sports",
] as const;

/** Fills the small tables of an organization: the other one has a part of what the main one has. */
export const seedCatalogue = (options: CatalogueOptions): Catalogue => {
  const share = options.organizationId === mainOrganization ? 1 : 0.4;
  const some = <Item>(items: readonly Item[]): readonly Item[] =>
    items.slice(0, Math.ceil(items.length * share));
  const campaigns = some(campaignNames).map((name, index) => addCampaign(options, name, index));
  const segments = campaigns.flatMap((campaignId, index) =>
    Array.from({ length: 1 + (index % 3) }, (_, part) => addSegment(options, campaignId, index + part)),
  );
  const projects = some(projectNames).map((name, index) => addProject(options, name, index));
  addDisposable(options, campaigns[0] ?? null);
  addPremiums(options, some(["Tote bag", "Enamel pin", "Photo book", 'Coffee mug "Thanks!"', "Calendar"]));
  addCustomFields(options, share);
  addSavedQueries(options);
  const [firstProject = 0, ...otherProjects] = projects;
  const [firstSegment = { id: 0, campaignId: 0 }, ...otherSegments] = segments;
  return { projects: [firstProject, ...otherProjects], segments: [firstSegment, ...otherSegments] };
};

const made = ({ now, random }: CatalogueOptions): { readonly created: number; readonly modified: number } => {
  const created = now - random.integer(200, 2000) * day;
  // A few share the instant of their last change.
  return { created, modified: random.chance(0.4) ? now - 90 * day : created + random.integer(1, 190) * day };
};

const addCampaign = (options: CatalogueOptions, name: string, index: number): number => {
  const { database, organizationId, now, random } = options;
  const { created, modified } = made(options);
  const description = [null, "", "Matched up to $5,000.00", "Bring a friend"][index % 4] ?? null;
  const crmKey = index % 3 === 0 ? null : `C-${100 + index}`;
  const starts =
    index === 6 ? null : Date.UTC(new Date(now).getUTCFullYear() - (index % 3), (index * 5) % 12);
  const ends = starts === null || index % 2 === 0 ? null : starts + 90 * day - 1;
  return database.run(sql`
    insert into donation_campaign (organization_id, name, description, crm_key, goal_cents, starts_at, ends_at,
      is_active, created_at, modified_at, search)
    values (${organizationId}, ${name}, ${description}, ${crmKey}, ${index === 4 ? null : random.integer(1, 40) * 50_000},
      ${starts}, ${ends}, ${index % 3 !== 2}, ${created}, ${modified}, ${searchText([name, description, crmKey])})`)
    .lastId;
};

const addSegment = (options: CatalogueOptions, campaignId: number, index: number): Segment => {
  const { database, organizationId, random } = options;
  const { created, modified } = made(options);
  const channel = channels[index % channels.length] ?? "MAIL";
  const id = database.run(sql`
    insert into donation_segment (organization_id, campaign_id, name, code, description, cost_cents, is_active,
      created_at, modified_at)
    values (${organizationId}, ${campaignId}, ${`${channel.toLowerCase()} list ${index}`}, ${`${channel}-${campaignId}-${index}`},
      ${[null, "", "Lapsed donors"][index % 3] ?? null}, ${index % 4 === 0 ? null : random.integer(0, 500_000)},
      ${index % 4 !== 3}, ${created}, ${modified})`).lastId;
  return { id, campaignId };
};

const addProject = (options: CatalogueOptions, name: string, index: number): number => {
  const { database, organizationId, random } = options;
  const { created, modified } = made(options);
  return database.run(sql`
    insert into donation_project (organization_id, name, description, code, crm_key, goal_cents, is_active,
      is_tax_deductible, created_at, modified_at)
    values (${organizationId}, ${name}, ${[null, "", `All about ${name.toLowerCase()}.`][index % 3] ?? null},
      ${`P${String(index + 1).padStart(3, "0")}`}, ${index % 4 === 0 ? null : `PK-${index}`},
      ${index % 3 === 1 ? null : random.integer(1, 99) * 12_345}, ${index !== 5}, ${index % 5 !== 4}, ${created}, ${modified})`)
    .lastId;
};

/** Records that nothing else needs, to be replaced at will. */
const addDisposable = (options: CatalogueOptions, campaignId: number | null): void => {
  const { database, organizationId } = options;
  const { created, modified } = made(options);
  database.run(sql`
    insert into donation_campaign (organization_id, name, created_at, modified_at, search)
    values (${organizationId}, 'Disposable campaign', ${created}, ${modified}, ${searchText(["Disposable campaign"])})`);
  database.run(sql`
    insert into donation_segment (organization_id, campaign_id, name, code, created_at, modified_at)
    values (${organizationId}, ${campaignId}, 'Disposable segment', 'SCRATCH', ${created}, ${modified})`);
  database.run(sql`
    insert into donation_project (organization_id, name, code, created_at, modified_at)
    values (${organizationId}, 'Disposable project', 'SCRATCH', ${created}, ${modified})`);
};

const addPremiums = (options: CatalogueOptions, names: readonly string[]): void => {
  const { database, organizationId, random } = options;
  for (const [index, name] of names.entries()) {
    const { created, modified } = made(options);
    database.run(sql`
      insert into donation_premium (organization_id, name, description, code, fair_market_value_cents,
        minimum_gift_cents, quantity_on_hand, is_active, created_at, modified_at)
      values (${organizationId}, ${name}, ${index % 2 === 0 ? null : "While stocks last"}, ${`PR-${index + 1}`},
        ${random.integer(100, 4999)}, ${index === 1 ? null : 5000 * (index + 1)}, ${index === 2 ? null : random.integer(0, 800)},
        ${index !== 3}, ${created}, ${modified})`);
  }
};

/** Of the main organization; donors hold values of the first three. */
const customFields = [
  { name: "T-shirt size", recordType: "Donor", dataType: "List", options: ["S", "M", "L", "XL"] },
  {
    name: "Preferred language",
    recordType: "Donor",
    dataType: "List",
    options: ["English", "Español", "Français"],
  },
  { name: "Volunteers", recordType: "Donor", dataType: "Boolean", options: [] },
  { name: "Member since", recordType: "Donor", dataType: "Date", options: [] },
  { name: "In honor of", recordType: "Gift", dataType: "Text", options: [] },
  { name: "Table number", recordType: "Gift", dataType: "Number", options: [] },
] as const;

const addCustomFields = (options: CatalogueOptions, share: number): void => {
  const { database, organizationId } = options;
  for (const [index, field] of customFields.slice(0, Math.ceil(customFields.length * share)).entries()) {
    const { created, modified } = made(options);
    database.run(sql`
      insert into donation_custom_field (organization_id, name, record_type, data_type, options, is_required, position,
        created_at, modified_at)
      values (${organizationId}, ${field.name}, ${field.recordType}, ${field.dataType}, ${JSON.stringify(field.options)},
        ${index === 1}, ${index + 1}, ${created}, ${modified})`);
  }
};

/** Two for each query type. */
const addSavedQueries = (options: CatalogueOptions): void => {
  const { database, organizationId } = options;
  for (const { name: kind } of queryTypes) {
    for (const name of [`All (${kind})`, `Changed lately (${kind})`]) {
      const { created, modified } = made(options);
      database.run(sql`
        insert into donation_saved_query (organization_id, kind, name, created_at, modified_at)
        values (${organizationId}, ${kind}, ${name}, ${created}, ${modified})`);
    }
  }
};
