import { donors } from "../store/donation/donors.ts";
import { gifts } from "../store/donation/gifts.ts";
import { recurringGifts } from "../store/donation/recurring-gifts.ts";
import { donationIndexes, donationSchema } from "../store/donation/schema.ts";
import { setWaymarks } from "../store/donation/waymarks.ts";
import { mainOrganization, otherOrganization } from "../store/organizations.ts";
import { sql } from "../store/sql.ts";
import { donationConfiguration } from "./donation/configuration.ts";
import { fillDonation } from "./donation/fill.ts";
import type { InterfaceSeed } from "./interface-seed.ts";

/** From here on the query planner is told how the values are spread; small tables need no such advice. */
const manyDonors = 10_000;

/**
 * Records of the donation interface: as many donors as the scale says, three times as many gifts, and campaigns,
 * segments, projects, premiums and custom fields to go with them; a tenth of it for the other organization.
 */
export const donationSeed: InterfaceSeed = {
  schema: donationSchema,
  fill: (context) => {
    const { database, scale } = context;
    fillDonation(context);
    for (const indexes of donationIndexes) database.script(indexes);
    if (scale >= manyDonors) database.script(sql`analyze donation_donor; analyze donation_gift`);
    for (const organizationId of [mainOrganization, otherOrganization]) {
      for (const kind of [donors, gifts, recurringGifts]) setWaymarks(database, organizationId, kind);
    }
  },
  configuration: (database, assumptions) => donationConfiguration(database, mainOrganization, assumptions),
};
