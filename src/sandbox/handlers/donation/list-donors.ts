import type { Handler } from "../../pipeline/handler.ts";
import { donors } from "../../store/donation/donors.ts";
import { listRecords } from "./support/list-records.ts";

export const listDonors: Handler<"listDonors"> = listRecords(donors);
