import type { Handler } from "../../pipeline/handler.ts";
import { refuse } from "../../refusal.ts";
import { kindOfQueryType } from "../../store/donation/query-types.ts";
import { queryOptions } from "./support/query-options.ts";

/** Answers for all ten types, even those without a query endpoint (DON-15). */
export const getQueryOptions: Handler<"getQueryOptions"> = ({ path }, { assumptions }) => {
  const kind = kindOfQueryType(path.queryType, assumptions);
  if (kind === undefined) return refuse(404, "There is no such query type.");
  return { status: 200, body: queryOptions(kind, assumptions) };
};
