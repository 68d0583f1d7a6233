import type { Handler } from "../../pipeline/handler.ts";
import { segments } from "../../store/donation/segments.ts";
import { queryRecords } from "./support/query-records.ts";

export const querySegments: Handler<"querySegments"> = queryRecords(segments);
