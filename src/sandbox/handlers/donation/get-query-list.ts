import type { Handler } from "../../pipeline/handler.ts";
import { refuse } from "../../refusal.ts";
import { kindOfQueryType, savedQueries } from "../../store/donation/kinds.ts";
import { sql } from "../../store/sql.ts";

/** Lists the saved queries of a type (DON-16); that these are meant is assumed (U-11). */
export const getQueryList: Handler<"getQueryList"> = ({ path }, { assumptions, caller, database }) => {
  const { queryType } = path;
  const kind = kindOfQueryType(queryType, assumptions);
  if (kind === undefined) return refuse(404, "There is no such query type.");
  const about = sql`organization_id = ${caller.organizationId} and kind = ${kind.name} order by id`;
  const items = savedQueries.all(database, about).map(({ id, name, createdAt, modifiedAt }) => ({
    id,
    name,
    queryType,
    createdDate: new Date(createdAt).toISOString(),
    modifiedDate: new Date(modifiedAt).toISOString(),
  }));
  return { status: 200, body: { items, total: items.length } };
};
