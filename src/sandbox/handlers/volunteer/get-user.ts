import type { Handler } from "../../pipeline/handler.ts";
import { refuse } from "../../refusal.ts";
import { findUser } from "../../store/volunteer/users.ts";
import { recordId } from "./record-id.ts";
import { userView } from "./views.ts";

/** One user (VOL-02). */
export const getUser: Handler<"getUser"> = ({ path }, { database, caller }) => {
  const user = findUser(database, caller.organizationId, recordId(path.id));
  return user === undefined
    ? refuse(404, "There is no such user.")
    : { status: 200, body: { data: userView(user) } };
};
