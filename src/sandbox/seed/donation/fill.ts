import { createRandom } from "../../random.ts";
import type { Database } from "../../store/database.ts";
import { donorAddresses } from "../../store/donation/donor-addresses.ts";
import { donorContactMethods } from "../../store/donation/donor-contact-methods.ts";
import { donors } from "../../store/donation/donors.ts";
import { gifts } from "../../store/donation/gifts.ts";
import type { Kind } from "../../store/donation/kind.ts";
import { recurringGifts } from "../../store/donation/recurring-gifts.ts";
import { mainOrganization, otherOrganization } from "../../store/organizations.ts";
import { sql } from "../../store/sql.ts";
import { scaleOf, type SeedContext } from "../interface-seed.ts";
import { createWriter } from "./bulk-writer.ts";
import { createMoments } from "./moments.ts";
import { seedCatalogue } from "./seed-catalogue.ts";
import { seedDonors, type NextIds } from "./seed-donors.ts";

/** Of the other organization, whose pages are to have something on them. */
const fewestDonors = 10;

/** Fills the donation tables of both organizations. Ids go on from one organization to the next. */
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
  const nextIds = nextIdsIn(database);
  seedDonors({ writer, organizationId, donorCount, catalogue, people, giving, moments, nextIds });
  writer.flush();
};

const nextIdsIn = (database: Database): NextIds => {
  const next = ({ table }: Kind): number =>
    (database.get<{ id: number | null }>(sql`select max(id) as id from ${table}`)?.id ?? 0) + 1;
  return {
    donor: next(donors),
    address: next(donorAddresses),
    contactMethod: next(donorContactMethods),
    recurringGift: next(recurringGifts),
    gift: next(gifts),
  };
};
