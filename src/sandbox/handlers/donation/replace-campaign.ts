import type { Handler } from "../../pipeline/handler.ts";
import { replaceableCampaigns } from "../../store/donation/campaigns.ts";
import { replaceWhole } from "./support/replace-whole.ts";

export const replaceCampaign: Handler<"replaceCampaign"> = ({ body }, context) =>
  replaceWhole(replaceableCampaigns, body, context);
