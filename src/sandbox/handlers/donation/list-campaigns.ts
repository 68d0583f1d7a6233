import type { Handler } from "../../pipeline/handler.ts";
import { campaigns } from "../../store/donation/campaigns.ts";
import { listRecords } from "./support/list-records.ts";

export const listCampaigns: Handler<"listCampaigns"> = listRecords(campaigns);
