import type { Random } from "../../../../serving/random.ts";
import type { SandboxDatabase } from "../../../store/database.ts";
import {
  campaigns,
  customFields,
  premiums,
  projects,
  queryTypes,
  savedQueries,
  segments,
} from "../../../store/donation/kinds.ts";
import { mainOrganization } from "../../../store/organizations.ts";

export interface CatalogueOptions {
  readonly database: SandboxDatabase;
  readonly organizationId: number;
  readonly now: number;
  readonly random: Random;
}

/** Records that gifts refer to. The last campaign, segment and project are left out: they may be replaced. */
export interface SeedCatalogue {
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

/** Fills the small tables of an organization: the other one has a part of the main one's records. */
export const seedCatalogue = (options: CatalogueOptions): SeedCatalogue => {
  const share = options.organizationId === mainOrganization ? 1 : 0.4;
  const some = <Item>(items: readonly Item[]): readonly Item[] =>
    items.slice(0, Math.ceil(items.length * share));
  const campaignIds = some(campaignNames).map((name, index) => addCampaign(options, name, index));
  const segmentIds = campaignIds.flatMap((campaignId, index) =>
    Array.from({ length: 1 + (index % 3) }, (_, part) => addSegment(options, campaignId, index + part)),
  );
  const projectIds = some(projectNames).map((name, index) => addProject(options, name, index));
  addDisposable(options, campaignIds[0] ?? null);
  addPremiums(options, some(["Tote bag", "Enamel pin", "Photo book", 'Coffee mug "Thanks!"', "Calendar"]));
  addCustomFields(options, share);
  addSavedQueries(options);
  const [firstProject = 0, ...otherProjects] = projectIds;
  const [firstSegment = { id: 0, campaignId: 0 }, ...otherSegments] = segmentIds;
  return { projects: [firstProject, ...otherProjects], segments: [firstSegment, ...otherSegments] };
};

/** When a record was created and last changed. */
type Made = { readonly createdDate: number; readonly modifiedDate: number };

const made = ({ now, random }: CatalogueOptions): Made => {
  const createdDate = now - random.integer(200, 2000) * day;
  // Some share the time of their last change.
  const modifiedDate = random.chance(0.4) ? now - 90 * day : createdDate + random.integer(1, 190) * day;
  return { createdDate, modifiedDate };
};

const addCampaign = (options: CatalogueOptions, name: string, index: number): number => {
  const { database, organizationId, now, random } = options;
  const startDate =
    index === 6 ? null : Date.UTC(new Date(now).getUTCFullYear() - (index % 3), (index * 5) % 12);
  return campaigns.add(database, {
    organizationId,
    ...made(options),
    name,
    description: [null, "", "Matched up to $5,000.00", "Bring a friend"][index % 4] ?? null,
    crmKey: index % 3 === 0 ? null : `C-${100 + index}`,
    goal: index === 4 ? null : random.integer(1, 40) * 50_000,
    startDate,
    endDate: startDate === null || index % 2 === 0 ? null : startDate + 90 * day - 1,
    isActive: index % 3 !== 2,
  });
};

const addSegment = (options: CatalogueOptions, campaignId: number, index: number): Segment => {
  const { database, organizationId, random } = options;
  const channel = channels[index % channels.length] ?? "MAIL";
  const id = segments.add(database, {
    organizationId,
    ...made(options),
    campaignId,
    name: `${channel.toLowerCase()} list ${index}`,
    code: `${channel}-${campaignId}-${index}`,
    description: [null, "", "Lapsed donors"][index % 3] ?? null,
    cost: index % 4 === 0 ? null : random.integer(0, 500_000),
    isActive: index % 4 !== 3,
  });
  return { id, campaignId };
};

const addProject = (options: CatalogueOptions, name: string, index: number): number => {
  const { database, organizationId, random } = options;
  return projects.add(database, {
    organizationId,
    ...made(options),
    name,
    description: [null, "", `All about ${name.toLowerCase()}.`][index % 3] ?? null,
    code: `P${String(index + 1).padStart(3, "0")}`,
    crmKey: index % 4 === 0 ? null : `PK-${index}`,
    goal: index % 3 === 1 ? null : random.integer(1, 99) * 12_345,
    isActive: index !== 5,
    isTaxDeductible: index % 5 !== 4,
  });
};

/** Adds records that no other refers to and that may be replaced. */
const addDisposable = (options: CatalogueOptions, campaignId: number | null): void => {
  const { database, organizationId } = options;
  const common = { organizationId, ...made(options) };
  campaigns.add(database, { ...common, name: "Disposable campaign" });
  segments.add(database, { ...common, campaignId, name: "Disposable segment", code: "SCRATCH" });
  projects.add(database, { ...common, name: "Disposable project", code: "SCRATCH" });
};

const addPremiums = (options: CatalogueOptions, names: readonly string[]): void => {
  const { database, organizationId, random } = options;
  for (const [index, name] of names.entries())
    premiums.add(database, {
      organizationId,
      ...made(options),
      name,
      description: index % 2 === 0 ? null : "While stocks last",
      code: `PR-${index + 1}`,
      fairMarketValue: random.integer(100, 4999),
      minimumGift: index === 1 ? null : 5000 * (index + 1),
      quantityOnHand: index === 2 ? null : random.integer(0, 800),
      isActive: index !== 3,
    });
};

/** Fields of the main organization; donors have values of the first three. */
const fields = [
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
  for (const [index, field] of fields.slice(0, Math.ceil(fields.length * share)).entries()) {
    customFields.add(database, {
      organizationId,
      ...made(options),
      ...field,
      isRequired: index === 1,
      position: index + 1,
    });
  }
};

/** Two per query type. */
const addSavedQueries = (options: CatalogueOptions): void => {
  const { database, organizationId } = options;
  for (const { name: kind } of queryTypes) {
    for (const name of [`All (${kind})`, `Changed lately (${kind})`]) {
      const { createdDate, modifiedDate } = made(options);
      const moments = { createdAt: createdDate, modifiedAt: modifiedDate };
      savedQueries.add(database, { organizationId, kind, name, ...moments });
    }
  }
};
