import type { Handler } from "../../pipeline/handler.ts";
import { refuse } from "../../refusal.ts";
import { countUsers, findUserByEmail, pageOfUsers, users } from "../../store/volunteer/users.ts";
import { pageRequest, pageView } from "./page.ts";
import { recordId } from "./record-id.ts";
import { sentFields } from "./sent-fields.ts";
import { userView } from "./views.ts";

/** A page of users with the count of all (VOL-01, VOL-07). */
export const listUsers: Handler<"listUsers"> = (
  { query, undocumented },
  { database, caller, assumptions, baseUrl },
) => {
  const page = pageRequest(query.per_page, undocumented["page"], assumptions);
  const shown = pageOfUsers(database, caller.organizationId, page.skip, page.perPage);
  const total = countUsers(database, caller.organizationId);
  return { status: 200, body: pageView(shown.map(userView), total, page, `${baseUrl}/v1/users`) };
};

export const getUser: Handler<"getUser"> = ({ path }, { database, caller }) => {
  const user = users.findIn(database, caller.organizationId, recordId(path.id));
  return user === undefined
    ? refuse(404, "There is no such user.")
    : { status: 200, body: { data: userView(user) } };
};

/** Creates a user (VOL-03), or updates the one with that e-mail address (assumed, U-17). */
export const createUser: Handler<"createUser"> = (
  { body },
  { database, caller, assumptions, clock, emit },
) => {
  const { organizationId } = caller;
  const fields = sentFields(body);
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
