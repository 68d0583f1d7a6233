import type { Handler } from "../../pipeline/handler.ts";
import { recurringGifts } from "../../store/donation/recurring-gifts.ts";
import { queryRecords } from "./support/query-records.ts";

export const queryRecurringGifts: Handler<"queryRecurringGifts"> = queryRecords(recurringGifts);
