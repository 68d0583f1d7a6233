import type { Handler } from "../../pipeline/handler.ts";
import type { Database } from "../../store/database.ts";
import {
  addUser,
  findUser,
  findUserByEmail,
  saveUserFields,
  type User,
} from "../../store/volunteer/users.ts";
import { sentFields } from "./sent-fields.ts";
import { userView } from "./views.ts";

/** Creates a user (VOL-03), or updates the one with that e-mail address (assumed, U-17). */
export const createUser: Handler<"createUser"> = (
  { body },
  { database, caller, assumptions, clock, emit },
) => {
  const { organizationId } = caller;
  const fields = sentFields(body);
  const email = typeof fields["email"] === "string" && fields["email"] !== "" ? fields["email"] : undefined;
  const known =
    email === undefined || assumptions["U-17.upsert"] === "create"
      ? undefined
      : findUserByEmail(database, organizationId, email);
  if (known !== undefined) {
    saveUserFields(database, known.id, { ...known.fields, ...fields }, clock.now());
    const view = userView(stored(database, organizationId, known.id));
    emit("user.updated", view);
    return { status: 200, body: { data: view } };
  }
  const id = addUser(database, organizationId, { email, fields, now: clock.now() });
  const view = userView(stored(database, organizationId, id));
  emit("user.created", view);
  return { status: 201, body: { data: view } };
};

const stored = (database: Database, organizationId: number, id: number): User => {
  const user = findUser(database, organizationId, id);
  if (user === undefined) throw new Error("a user that was just stored is gone");
  return user;
};
