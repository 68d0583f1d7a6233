import type { OperationIdsOf } from "../../../../builtin/generated/operation-types.ts";
import type { Endpoint } from "../../../pipeline/endpoint.ts";
import type { HandlersOf } from "../../../pipeline/handler.ts";
import {
  campaigns,
  customFields,
  donors,
  gifts,
  premiums,
  projects,
  recurringGifts,
  segments,
} from "../../../store/donation/kinds.ts";
import { getQueryList, getQueryOptions } from "./support/query-options.ts";
import { listRecords, listReferenceData } from "./support/lists.ts";
import { isMove, moveProject, replaceWhole } from "./support/replace-whole.ts";
import { withOperatorIntegers } from "./support/operator-names.ts";
import { queryRecords } from "./support/query-records.ts";

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

/** Bodies that an assumption accepts in another form than documented, by operation. */
export const rewrittenBodies: Readonly<Partial<Record<OperationIdsOf<"donation">, Endpoint["rewriteBody"]>>> =
  {
    queryDonors: withOperatorIntegers,
    queryGifts: withOperatorIntegers,
    queryCampaigns: withOperatorIntegers,
    queryRecurringGifts: withOperatorIntegers,
    querySegments: withOperatorIntegers,
  };
