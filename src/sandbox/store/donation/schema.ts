import type { Sql } from "../sql.ts";
import { campaignIndexes, campaignSchema } from "./campaigns.ts";
import { customFieldSchema } from "./custom-fields.ts";
import { donorAddressIndexes, donorAddressSchema } from "./donor-addresses.ts";
import { donorContactMethodIndexes, donorContactMethodSchema } from "./donor-contact-methods.ts";
import { donorIndexes, donorSchema } from "./donors.ts";
import { giftIndexes, giftSchema } from "./gifts.ts";
import { premiumSchema } from "./premiums.ts";
import { projectIndexes, projectSchema } from "./projects.ts";
import { recurringGiftIndexes, recurringGiftSchema } from "./recurring-gifts.ts";
import { savedQuerySchema } from "./saved-queries.ts";
import { segmentIndexes, segmentSchema } from "./segments.ts";
import { totalSchema } from "./totals.ts";

/** The tables of the donation interface, without indexes. */
export const donationSchema: readonly Sql[] = [
  campaignSchema,
  segmentSchema,
  projectSchema,
  premiumSchema,
  customFieldSchema,
  donorSchema,
  donorAddressSchema,
  donorContactMethodSchema,
  recurringGiftSchema,
  giftSchema,
  savedQuerySchema,
  totalSchema,
];

/** To be made once the tables are filled: by the million that is several times as quick. */
export const donationIndexes: readonly Sql[] = [
  campaignIndexes,
  segmentIndexes,
  projectIndexes,
  donorIndexes,
  donorAddressIndexes,
  donorContactMethodIndexes,
  recurringGiftIndexes,
  giftIndexes,
];
