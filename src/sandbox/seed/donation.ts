import { donors, gifts, queryTypes, recurringGifts, savedQueries } from "../store/donation/kinds.ts";
import { keepTotal, totalSchema } from "../store/donation/totals.ts";
import { mainOrganization, otherOrganization } from "../store/organizations.ts";
import { donationConfiguration } from "./donation/configuration.ts";
import { fillDonation } from "./donation/fill.ts";
import type { InterfaceSeed } from "./interface-seed.ts";

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
