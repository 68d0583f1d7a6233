import type { Handler } from "../../pipeline/handler.ts";
import { customFields } from "../../store/donation/custom-fields.ts";
import { listReferenceData } from "./support/list-reference-data.ts";

export const listCustomFields: Handler<"listCustomFields"> = listReferenceData(customFields);
