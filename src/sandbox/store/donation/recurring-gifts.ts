import type { Database } from "../database.ts";
import { sql } from "../sql.ts";
import { donorOf } from "./gifts.ts";
import { decimal, instant, integer, Kind, part, text } from "./kind.ts";
import { currencyCode, moneyJson } from "./money.ts";
import { named, relatedPart } from "./related.ts";

export const frequencies = ["Weekly", "Monthly", "Quarterly", "Yearly"] as const;

export const recurringGifts = new Kind(
  "recurringGift",
  {
    organizationId: integer.required,
    profileNumber: text,
    donorId: integer.required,
    amount: decimal.required.sortable,
    frequency: text.required.oneOf(frequencies),
    status: text.required.oneOf(["Active", "Paused", "Cancelled"]).sortable,
    startDate: instant.required,
    nextGiftDate: instant.sortable,
    endDate: instant,
    projectId: integer.required.indexed,
    createdDate: instant.required.sortable,
    modifiedDate: instant.required.sortable,
  },
  {
    isLarge: true,
    parts: [
      part("currencyCode", sql`${currencyCode}`),
      part("formattedAmount", moneyJson(sql`record.amount`)),
      relatedPart("donor", donorOf, "always"),
      relatedPart(
        "project",
        { table: sql`donation_project`, column: sql`project_id`, shows: named },
        "details",
      ),
    ],
  },
);

/** Moves every recurring gift of one project to another; returns their ids. */
export const moveRecurringGifts = (
  database: Database,
  move: { readonly organizationId: number; readonly from: number; readonly to: number; readonly now: number },
): number[] =>
  database
    .all<{ id: number }>(
      sql`
      update donation_recurring_gift set project_id = ${move.to}, modified_date = ${move.now}
      where organization_id = ${move.organizationId} and project_id = ${move.from} and project_id <> ${move.to}
      returning id`,
    )
    .map(({ id }) => id);
