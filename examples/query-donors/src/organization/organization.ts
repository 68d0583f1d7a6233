// Written by tripact generate --discover. Run it again when the organization changes its settings.
import type { ColumnOf, FieldOf, SortableOf } from "tripact/queries";
import type { dialect } from "./dialect.js";

/** The names that a query of "donor" records may compare, select and sort by. */
export type DonorField = FieldOf<typeof dialect, "donor">;
export type DonorColumn = ColumnOf<typeof dialect, "donor">;
export type DonorSortField = SortableOf<typeof dialect, "donor">;

/** The columns of "donor" records that a query may select. */
export interface DonorColumns {
  readonly id: number | null;
  readonly name: string | null;
  readonly title: string | null;
  readonly firstName: string | null;
  readonly middleName: string | null;
  readonly lastName: string | null;
  readonly suffix: string | null;
  readonly email: string | null;
  readonly phone: string | null;
  readonly city: string | null;
  readonly state: string | null;
  readonly postal: string | null;
  readonly country: string | null;
  readonly notes: string | null;
  readonly isOrganization: boolean | null;
  readonly organizationName: string | null;
  readonly crmKey: string | null;
  readonly isTestMode: boolean | null;
  readonly isArchived: boolean | null;
  readonly giftCount: number | null;
  readonly lifetimeGiving: string | number | null;
  readonly lastGiftAmount: string | number | null;
  readonly lastGiftDate: string | null;
  readonly createdDate: string | null;
  readonly modifiedDate: string | null;
  readonly modifiedDateTimeUtc: string | null;
  readonly primaryAddress: unknown;
  readonly customFields: unknown;
  readonly DonorAddresses: unknown;
  readonly DonorContactMethods: unknown;
  readonly donorEmailAddresses: unknown;
  readonly donorPhoneNumbers: unknown;
}

/** The names that a query of "gift" records may compare, select and sort by. */
export type GiftField = FieldOf<typeof dialect, "gift">;
export type GiftColumn = ColumnOf<typeof dialect, "gift">;
export type GiftSortField = SortableOf<typeof dialect, "gift">;

/** The columns of "gift" records that a query may select. */
export interface GiftColumns {
  readonly id: number | null;
  readonly donorId: number | null;
  readonly donorName: string | null;
  readonly amount: string | number | null;
  readonly date: string | null;
  readonly status: string | null;
  readonly paymentMethod: string | null;
  readonly reference: string | null;
  readonly isAnonymous: boolean | null;
  readonly campaignId: number | null;
  readonly segmentId: number | null;
  readonly recurringGiftId: number | null;
  readonly projectId: number | null;
  readonly createdDate: string | null;
  readonly modifiedDate: string | null;
  readonly modifiedDateTimeUtc: string | null;
  readonly projects: unknown;
  readonly metadata: unknown;
  readonly donor: unknown;
  readonly campaign: unknown;
}

/** The names that a query of "campaign" records may compare, select and sort by. */
export type CampaignField = FieldOf<typeof dialect, "campaign">;
export type CampaignColumn = ColumnOf<typeof dialect, "campaign">;
export type CampaignSortField = SortableOf<typeof dialect, "campaign">;

/** The columns of "campaign" records that a query may select. */
export interface CampaignColumns {
  readonly id: number | null;
  readonly name: string | null;
  readonly description: string | null;
  readonly crmKey: string | null;
  readonly goal: string | number | null;
  readonly startDate: string | null;
  readonly endDate: string | null;
  readonly isActive: boolean | null;
  readonly createdDate: string | null;
  readonly modifiedDate: string | null;
  readonly modifiedDateTimeUtc: string | null;
  readonly segments: unknown;
}

/** The names that a query of "recurringGift" records may compare, select and sort by. */
export type RecurringGiftField = FieldOf<typeof dialect, "recurringGift">;
export type RecurringGiftColumn = ColumnOf<typeof dialect, "recurringGift">;
export type RecurringGiftSortField = SortableOf<typeof dialect, "recurringGift">;

/** The columns of "recurringGift" records that a query may select. */
export interface RecurringGiftColumns {
  readonly id: number | null;
  readonly organizationId: number | null;
  readonly profileNumber: string | null;
  readonly donorId: number | null;
  readonly amount: string | number | null;
  readonly frequency: string | null;
  readonly status: string | null;
  readonly startDate: string | null;
  readonly nextGiftDate: string | null;
  readonly endDate: string | null;
  readonly projectId: number | null;
  readonly createdDate: string | null;
  readonly modifiedDate: string | null;
  readonly modifiedDateTimeUtc: string | null;
  readonly currencyCode: unknown;
  readonly formattedAmount: unknown;
  readonly donor: unknown;
  readonly project: unknown;
}

/** The names that a query of "segment" records may compare, select and sort by. */
export type SegmentField = FieldOf<typeof dialect, "segment">;
export type SegmentColumn = ColumnOf<typeof dialect, "segment">;
export type SegmentSortField = SortableOf<typeof dialect, "segment">;

/** The columns of "segment" records that a query may select. */
export interface SegmentColumns {
  readonly id: number | null;
  readonly name: string | null;
  readonly code: string | null;
  readonly description: string | null;
  readonly campaignId: number | null;
  readonly cost: string | number | null;
  readonly isActive: boolean | null;
  readonly createdDate: string | null;
  readonly modifiedDate: string | null;
  readonly modifiedDateTimeUtc: string | null;
  readonly campaign: unknown;
}

/** The names of the organization's custom fields. */
export type CustomFieldName =
  | "In honor of"
  | "Member since"
  | "Preferred language"
  | "T-shirt size"
  | "Table number"
  | "Volunteers";

/** The custom fields of "Gift", by their names. */
export interface GiftCustomFields {
  readonly "In honor of": string | null;
  readonly "Table number": string | number | null;
}

/** The custom fields of "Donor", by their names. */
export interface DonorCustomFields {
  readonly "Member since": string | null;
  readonly "Preferred language": "English" | "Español" | "Français" | null;
  readonly "T-shirt size": "S" | "M" | "L" | "XL" | null;
  readonly Volunteers: boolean | null;
}

/** The types of contact methods that the organization has configured. */
export const contactMethodTypes = [
  "Home Email",
  "Home Phone",
  "Messenger",
  "Mobile Phone",
  "Work Email",
  "Work Phone",
] as const;
export type ContactMethodType = (typeof contactMethodTypes)[number];

/** The note types that are known: nothing lists them, so there may be more. */
export const knownNoteTypes = ["Call"] as const;
export type KnownNoteType = (typeof knownNoteTypes)[number];

/** A note type: a known one, or any other. */
export type NoteType = KnownNoteType | (string & {});
