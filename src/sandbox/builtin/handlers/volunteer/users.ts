import type { JsonObject } from "../../../../core/model/json-object.ts";
import type { Handler } from "../../../pipeline/handler.ts";
import { refuse } from "../../../refusal.ts";
import { findUserByEmail, users } from "../../../store/volunteer/users.ts";
import { recordPage } from "./pages.ts";
import { sentRecordId, sentOwnFields } from "./sent-fields.ts";
import { userView } from "./views.ts";

/** A page of users with the count of all (VOL-01, VOL-07). */
export const listUsers: Handler<"listUsers"> = ({ query, undocumented }, context) => ({
  status: 200,
  body: recordPage(users, userView, "/v1/users", { ...query, page: undocumented["page"] }, context),
});

export const getUser: Handler<"getUser"> = ({ path }, { database, caller }) => {
  const user = users.findIn(database, caller.organizationId, sentRecordId(path.id));
  return user === undefined
    ? refuse(404, "There is no such user.")
    : { status: 200, body: { data: userView(user) } };
};

/** What proves who a user is, is neither stored nor shown. */
const withoutPasswords = (fields: JsonObject): JsonObject =>
  Object.fromEntries(Object.entries(fields).filter(([name]) => !/pass_?(?:word|phrase|code)/i.test(name)));

/** Creates a user (VOL-03), or updates the one with that e-mail address (assumed, U-17). */
export const createUser: Handler<"createUser"> = (
  { body },
  { database, caller, assumptions, clock, emit },
) => {
  const { organizationId } = caller;
  const fields = withoutPasswords(sentOwnFields(body));
  const email = typeof fields["email"] === "string" && fields["email"] !== "" ? fields["email"] : null;
  const now = clock.now();
  const known =
    email === null || assumptions["U-17.upsert"] === "create"
      ? undefined
      : findUserByEmail(database, organizationId, email);
  if (known !== undefined) {
    const change = { fields: { ...known.fields, ...fields }, updatedAt: now };
    users.save(database, known.id, change);
    const view = userView({ ...known, ...change });
    emit("user.updated", view);
    return { status: 200, body: { data: view } };
  }
  const user = { organizationId, email, fields, createdAt: now, updatedAt: now };
  const view = userView({ ...user, id: users.add(database, user) });
  emit("user.created", view);
  return { status: 201, body: { data: view } };
};
