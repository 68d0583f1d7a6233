import type { Handler } from "../../pipeline/handler.ts";
import { donors } from "../../store/donation/donors.ts";
import { queryRecords } from "./support/query-records.ts";

export const queryDonors: Handler<"queryDonors"> = queryRecords(donors);
