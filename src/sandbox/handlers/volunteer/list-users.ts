import type { Handler } from "../../pipeline/handler.ts";
import { countUsers, pageOfUsers } from "../../store/volunteer/users.ts";
import { pageRequest, pageView } from "./page.ts";
import { userView } from "./views.ts";

/** A page of users with the count of all (VOL-01, VOL-07). */
export const listUsers: Handler<"listUsers"> = (
  { query, undocumented },
  { database, caller, assumptions, baseUrl },
) => {
  const page = pageRequest(query.per_page, undocumented["page"], assumptions);
  const users = pageOfUsers(database, caller.organizationId, page.skip, page.perPage);
  const total = countUsers(database, caller.organizationId);
  return { status: 200, body: pageView(users.map(userView), total, page, `${baseUrl}/v1/users`) };
};
