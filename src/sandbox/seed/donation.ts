import { donors } from "../store/donation/donors.ts";
import { gifts } from "../store/donation/gifts.ts";
import { recurringGifts } from "../store/donation/recurring-gifts.ts";
import { donationIndexes, donationSchema } from "../store/donation/schema.ts";
import { keepTotal } from "../store/donation/totals.ts";
import { mainOrganization, otherOrganization } from "../store/organizations.ts";
import { donationConfiguration } from "./donation/configuration.ts";
import { fillDonation } from "./donation/fill.ts";
import type { InterfaceSeed } from "./interface-seed.ts";

/**
 * Records of the donation interface: as many donors as the scale says, three times as many gifts, and
 * campaigns, segments, projects, premiums and custom fields to go with them; a tenth of it for the other
 * organization.
 */
export const donationSeed: InterfaceSeed = {
  schema: donationSchema,
  fill: (context) => {
    fillDonation(context);
    for (const indexes of donationIndexes) context.database.script(indexes);
    for (const organizationId of [mainOrganization, otherOrganization]) {
      for (const kind of [donors, gifts, recurringGifts]) keepTotal(context.database, organizationId, kind);
    }
  },
  configuration: (database, assumptions) => donationConfiguration(database, mainOrganization, assumptions),
};
