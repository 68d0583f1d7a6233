import type { Context } from "../../../pipeline/endpoint.ts";
import { JsonText } from "../../../pipeline/json-text.ts";
import type { DonationRecord } from "../../../store/donation/kind.ts";
import { countSelected, idsInWindow, type Selection } from "../../../store/donation/pages.ts";
import { recordsOf, type Showing } from "../../../store/donation/records.ts";
import type { Paging } from "./paging.ts";

/** The envelope of all paged results (DON-01), as written by the database. */
export type Page = JsonText<{ items: DonationRecord[]; total: number }>;

export const pageOf = (
  { database }: Context,
  selection: Selection,
  { order, window }: Paging,
  showing: Showing,
): Page => {
  const total = countSelected(database, selection);
  const ids = idsInWindow(database, selection, order, window, total);
  const records = recordsOf(database, selection.kind, selection.organizationId, ids, showing);
  return new JsonText(`{"items":[${records.join(",")}],"total":${total}}`);
};
