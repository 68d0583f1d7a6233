import type { Handler } from "../../pipeline/handler.ts";
import { campaigns } from "../../store/donation/campaigns.ts";
import { queryRecords } from "./support/query-records.ts";

export const queryCampaigns: Handler<"queryCampaigns"> = queryRecords(campaigns);
