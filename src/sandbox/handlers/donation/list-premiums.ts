import type { Handler } from "../../pipeline/handler.ts";
import { premiums } from "../../store/donation/premiums.ts";
import { listReferenceData } from "./support/list-reference-data.ts";

export const listPremiums: Handler<"listPremiums"> = listReferenceData(premiums);
