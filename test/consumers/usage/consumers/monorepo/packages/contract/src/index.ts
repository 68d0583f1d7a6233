export * as giving from "../contract/donation.ts";
export * as crm from "../contract/crm.ts";
export type { components as Volunteering } from "../contract/volunteer.ts";
