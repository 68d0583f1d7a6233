import type { Handler } from "../../pipeline/handler.ts";
import { gifts } from "../../store/donation/gifts.ts";
import { queryRecords } from "./support/query-records.ts";

export const queryGifts: Handler<"queryGifts"> = queryRecords(gifts);
