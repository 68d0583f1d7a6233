import type { OperationIdsOf } from "../../../contract/generated/operation-types.ts";
import type { AssumedEndpoint } from "../../pipeline/assumed-endpoint.ts";
import type { HandlersOf } from "../../pipeline/handler.ts";
import { getQueryList } from "./get-query-list.ts";
import { getQueryOptions } from "./get-query-options.ts";
import { listCampaigns } from "./list-campaigns.ts";
import { listCustomFields } from "./list-custom-fields.ts";
import { listDonors } from "./list-donors.ts";
import { listGifts } from "./list-gifts.ts";
import { listPremiums } from "./list-premiums.ts";
import { listProjects } from "./list-projects.ts";
import { queryCampaigns } from "./query-campaigns.ts";
import { queryDonors } from "./query-donors.ts";
import { queryGifts } from "./query-gifts.ts";
import { queryRecurringGifts } from "./query-recurring-gifts.ts";
import { querySegments } from "./query-segments.ts";
import { replaceCampaign } from "./replace-campaign.ts";
import { replaceProject } from "./replace-project.ts";
import { replaceSegment } from "./replace-segment.ts";

/** One handler for every operation of the donation document. */
export const donationHandlers: HandlersOf<OperationIdsOf<"donation">> = {
  listDonors,
  listGifts,
  listCampaigns,
  listCustomFields,
  listPremiums,
  listProjects,
  queryDonors,
  queryGifts,
  queryCampaigns,
  queryRecurringGifts,
  querySegments,
  getQueryOptions,
  getQueryList,
  replaceCampaign,
  replaceProject,
  replaceSegment,
};

/** Endpoints that the specification does not state: none is known of this interface. */
export const donationAssumed: readonly AssumedEndpoint[] = [];
