import { crmRecords } from "./crm-records.ts";
import { crmRefusals } from "./crm-refusals.ts";
import { crmTokens } from "./crm-tokens.ts";
import { donationVariants } from "./donation.ts";
import { overTime } from "./over-time.ts";
import type { Variant } from "./variant.ts";
import { volunteerVariants } from "./volunteer.ts";
import { wireVariants } from "./wire.ts";
import { writtenOverTime } from "./written-over-time.ts";
import { writtenValues } from "./written-values.ts";

/** Every variant. Where several go together, the last of them is nearest to the sandbox. */
export const variants: readonly Variant[] = [
  ...wireVariants,
  ...crmRecords,
  ...crmRefusals,
  ...crmTokens,
  ...donationVariants,
  ...volunteerVariants,
  ...writtenOverTime,
  ...writtenValues,
  ...overTime,
];
