import { utcDate } from "../../moment.ts";
import { createRandom, type Random } from "../../../serving/random.ts";
import type { SandboxDatabase } from "../../store/database.ts";
import type { InputOf } from "../../store/entity.ts";
import { firstOf, mainOrganization, otherOrganization } from "../../store/organizations.ts";
import { sql } from "../../store/sql.ts";
import { groups, memberSchema, replaceMembers } from "../../store/volunteer/groups.ts";
import {
  volunteerCampaigns,
  volunteerCertificates,
  volunteerForms,
  volunteerProjects,
} from "../../store/volunteer/records-as-sent.ts";
import { users } from "../../store/volunteer/users.ts";
import { firstNames, lastNames } from "./names.ts";
import { scaleOf, type InterfaceSeed, type SeedContext } from "./interface-seed.ts";

const day = 86_400_000;

export const volunteerSeed: InterfaceSeed = {
  schema: [
    ...[users, groups, volunteerProjects, volunteerCampaigns, volunteerForms, volunteerCertificates].flatMap(
      ({ schema, indexes }) => [schema, indexes],
    ),
    memberSchema,
  ],
  fill: (context) => {
    const countFor = (organizationId: number, fewest: number): number =>
      fewest + Math.floor(scaleOf(context, organizationId) / 100);
    fillOrganization(context, mainOrganization, countFor(mainOrganization, 42));
    fillOrganization(context, otherOrganization, countFor(otherOrganization, 9));
  },
  configuration: (database, assumptions) => {
    const userIds = idsOf(database, mainOrganization);
    const [userId] = userIds;
    const [otherUserId, otherMemberId] = idsOf(database, otherOrganization);
    return {
      records: { userId, otherOrganizationUserId: otherUserId },
      scratch: scratch(database, userIds.slice(1, 4), otherMemberId),
      created: { user: "/data/id", group: "/data/id", project: "/data/id" },
      ...(assumptions["U-17.endpoints"] === "known" ? { readBack } : {}),
    };
  },
};

/** Unstated paths that read a changed record. */
const readBack = {
  group: "/v1/groups/{id}",
  members: "/v1/groups/{id}/members",
  project: "/v1/projects/{id}",
};

const fillOrganization = (context: SeedContext, organizationId: number, userCount: number): void => {
  const { database, seed, now } = context;
  const random = createRandom(seed, `volunteer ${organizationId}`);
  const userIds = Array.from({ length: userCount }, (_, index) =>
    users.add(database, { organizationId, ...seededUser(random, index, now) }),
  );
  const made = (): { readonly createdAt: number; readonly updatedAt: number } => {
    const createdAt = now - random.integer(1, 300) * day;
    return { createdAt, updatedAt: createdAt };
  };
  for (const name of ["Saturday crew", "Kitchen", "Drivers"]) {
    const description = `The ${name.toLowerCase()} of our organization.`;
    const id = groups.add(database, { organizationId, name, description, fields: {}, ...made() });
    replaceMembers(database, id, random.shuffled(userIds).slice(0, 4));
  }
  for (const name of ["River clean-up", "Food drive", "Reading hour"]) {
    const fields = seededProject(random, name, now);
    volunteerProjects.add(database, { organizationId, fields, ...made() });
  }
  for (const [records, names] of referenceNames)
    for (const name of names) records.add(database, { organizationId, fields: { name }, ...made() });
};

const referenceNames = [
  [volunteerCampaigns, ["Spring of service", "Winter coats"]],
  [volunteerForms, ["Volunteer application", "Liability waiver", "Photo release"]],
  [volunteerCertificates, ["Food handling", "First aid"]],
] as const;

type NewUser = InputOf<typeof users>;

const seededUser = (random: Random, index: number, now: number): NewUser => {
  const first = random.pick(firstNames);
  const last = random.pick(lastNames);
  const email = `${first}.${last}.${index + 1}@volunteers.example`.toLowerCase();
  const fields = {
    first_name: first,
    last_name: last,
    email,
    phone: `+1555${String(random.integer(0, 9_999_999)).padStart(7, "0")}`,
    birthday: utcDate(now - random.integer(18 * 366, 80 * 366) * day),
    gender: random.pick(["M", "F", "N"]),
  };
  const createdAt = now - random.integer(1, 1000) * day;
  return { email, fields, createdAt, updatedAt: createdAt };
};

const seededProject = (random: Random, name: string, now: number): Record<string, unknown> => ({
  name,
  description: `${name}, everybody welcome.`,
  privacy: random.pick(["PUBLIC", "PRIVATE", "UNLISTED"]),
  dates: [utcDate(now + random.integer(1, 90) * day)],
  categories: [],
});

const idsOf = (database: SandboxDatabase, organizationId: number): number[] =>
  users.all(database, sql`organization_id = ${organizationId} order by id limit 10`).map(({ id }) => id);

/** Bodies that the sandbox accepts, and two that it must refuse. */
const scratch = (
  database: SandboxDatabase,
  memberIds: readonly number[],
  otherMemberId: number | undefined,
): Readonly<Record<string, unknown>> => ({
  groupId: firstOf(database, groups, mainOrganization),
  projectId: firstOf(database, volunteerProjects, mainOrganization),
  memberIds,
  otherOrganizationGroupId: firstOf(database, groups, otherOrganization),
  otherOrganizationProjectId: firstOf(database, volunteerProjects, otherOrganization),
  otherOrganizationMemberId: otherMemberId,
  createUser: { first_name: "Noor", last_name: "Scratch", email: "noor.scratch@volunteers.example" },
  createGroup: { name: "Scratch group", description: "May be changed by a run." },
  createProject: { name: "Scratch project", privacy: "UNLISTED", dates: ["2030-01-01"] },
  updateGroup: { name: "Scratch group, renamed" },
  updateProject: { name: "Scratch project, renamed" },
  invalidGroup: { name: "" },
  setMembers: { members: "$memberIds" },
  invalidMembers: { members: "nobody" },
});
