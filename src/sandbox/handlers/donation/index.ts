import type { OperationIdsOf } from "../../../contract/generated/operation-types.ts";
import type { HandlersOf } from "../../pipeline/handler.ts";
import {
  campaigns,
  customFields,
  donors,
  gifts,
  premiums,
  projects,
  recurringGifts,
  segments,
} from "../../store/donation/kinds.ts";
import { getQueryList } from "./get-query-list.ts";
import { getQueryOptions } from "./support/query-options.ts";
import { listRecords } from "./support/list-records.ts";
import { listReferenceData } from "./support/list-reference-data.ts";
import { isMove, moveProject } from "./support/move-project.ts";
import { queryRecords } from "./support/query-records.ts";
import { replaceWhole } from "./support/replace-whole.ts";

export const donationHandlers: HandlersOf<OperationIdsOf<"donation">> = {
  listDonors: listRecords(donors),
  listGifts: listRecords(gifts),
  listCampaigns: listRecords(campaigns),
  listCustomFields: listReferenceData(customFields),
  listPremiums: listReferenceData(premiums),
  listProjects: listReferenceData(projects),
  queryDonors: queryRecords(donors),
  queryGifts: queryRecords(gifts),
  queryCampaigns: queryRecords(campaigns),
  queryRecurringGifts: queryRecords(recurringGifts),
  querySegments: queryRecords(segments),
  getQueryOptions,
  getQueryList,
  replaceCampaign: ({ body }, context) => replaceWhole(campaigns, body, context),
  // Two forms of the body are known: the whole project, or the projects that replace it (U-16).
  replaceProject: ({ body }, context) =>
    isMove(body, context) ? moveProject(body, context) : replaceWhole(projects, body, context),
  replaceSegment: ({ body }, context) => replaceWhole(segments, body, context),
};
