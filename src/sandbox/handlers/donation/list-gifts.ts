import type { Handler } from "../../pipeline/handler.ts";
import { gifts } from "../../store/donation/gifts.ts";
import { listRecords } from "./support/list-records.ts";

export const listGifts: Handler<"listGifts"> = listRecords(gifts);
