import { createRandom } from "../../../serving/random.ts";
import { donors, gifts, queryTypes, recurringGifts, savedQueries } from "../../store/donation/kinds.ts";
import { keepTotal, totalSchema } from "../../store/donation/pages.ts";
import { mainOrganization, otherOrganization } from "../../store/organizations.ts";
import { createWriter } from "./donation/bulk-writer.ts";
import { donationConfiguration } from "./donation/configuration.ts";
import { createMoments } from "./donation/moments.ts";
import { seedCatalogue } from "./donation/seed-catalogue.ts";
import { seedDonors } from "./donation/seed-donors.ts";
import { scaleOf, type InterfaceSeed, type SeedContext } from "./interface-seed.ts";

/**
 * Records of the donation interface: `scale` donors, three times as many gifts, and campaigns, segments, projects,
 * premiums and custom fields; a tenth of it for the other organization. Indexes are created after the tables are
 * filled: with millions of rows that is several times faster.
 */
export const donationSeed: InterfaceSeed = {
  schema: [...queryTypes.map(({ schema }) => schema), savedQueries.schema, totalSchema],
  fill: (context) => {
    fillDonation(context);
    for (const { indexes } of queryTypes) context.database.script(indexes);
    for (const organizationId of [mainOrganization, otherOrganization]) {
      for (const kind of [donors, gifts, recurringGifts]) keepTotal(context.database, organizationId, kind);
    }
  },
  configuration: (database, assumptions) => donationConfiguration(database, mainOrganization, assumptions),
};

/** Minimum for the other organization, so that its pages are not empty. */
const fewestDonors = 10;

/** Fills the donation tables of both organizations. Ids continue from one organization to the next. */
const fillDonation = (context: SeedContext): void => {
  fillOrganization(context, mainOrganization, scaleOf(context, mainOrganization));
  fillOrganization(context, otherOrganization, Math.max(fewestDonors, scaleOf(context, otherOrganization)));
};

const fillOrganization = (
  { database, seed, now }: SeedContext,
  organizationId: number,
  donorCount: number,
): void => {
  const stream = (name: string) => createRandom(seed, `donation ${name} of ${organizationId}`);
  const catalogue = seedCatalogue({ database, organizationId, now, random: stream("catalogue") });
  const writer = createWriter(database);
  const [people, giving, moments] = [
    stream("people"),
    stream("giving"),
    createMoments(now, stream("moments")),
  ];
  seedDonors({ writer, organizationId, donorCount, catalogue, people, giving, moments });
  writer.flush();
};
