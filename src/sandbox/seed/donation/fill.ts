import { createRandom } from "../../random.ts";
import { mainOrganization, otherOrganization } from "../../store/organizations.ts";
import { scaleOf, type SeedContext } from "../interface-seed.ts";
import { createWriter } from "./bulk-writer.ts";
import { createMoments } from "./moments.ts";
import { seedCatalogue } from "./seed-catalogue.ts";
import { seedDonors } from "./seed-donors.ts";

/** Minimum for the other organization, so that its pages are not empty. */
const fewestDonors = 10;

/** Fills the donation tables of both organizations. Ids continue from one organization to the next. */
export const fillDonation = (context: SeedContext): void => {
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
