import type { QueryParameters } from "../../../../contract/generated/operation-types.ts";
import type { Context } from "../../../pipeline/endpoint.ts";
import { refuse, type Refusal } from "../../../refusal.ts";
import type { Kind } from "../../../store/donation/kind.ts";
import { searchFor } from "../../../store/donation/search.ts";
import { pageOf, type Page } from "./page.ts";
import { asParameters, readPaging } from "./paging.ts";

type ListOperation = "listDonors" | "listGifts" | "listCampaigns";

/** Answers a list endpoint with all its parameters (DON-01 to DON-08). */
export const listRecords =
  (kind: Kind) =>
  (
    { query }: { readonly query: QueryParameters<ListOperation> },
    context: Context,
  ): { readonly status: 200; readonly body: Page } | Refusal<400> => {
    const { assumptions, caller } = context;
    const { organizationId } = caller;
    const { Skip: skip, Take: take, SortBy: sortBy, Descending: descending } = query;
    const paging = readPaging(kind, { skip, take, sortBy, descending }, assumptions);
    if ("problems" in paging)
      return refuse(400, "The page cannot be made.", { fields: asParameters(paging.problems) });
    const condition = searchFor({
      kind,
      organizationId,
      filter: query.Filter ?? "",
      mode: assumptions["U-10"],
    });
    const showing = { chosen: undefined, withDetails: query.IncludeDetails ?? false, assumptions };
    return { status: 200, body: pageOf(context, { kind, organizationId, condition }, paging, showing) };
  };
