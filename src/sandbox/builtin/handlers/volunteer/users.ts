import type { Assumptions } from "../../../assumptions/assumptions.ts";
import type { JsonObject } from "../../../../core/model/json-object.ts";
import type { Handler } from "../../../pipeline/handler.ts";
import { refuse } from "../../../refusal.ts";
import { countUsers, findUserByEmail, pageOfUsers, users } from "../../../store/volunteer/users.ts";
import { sentRecordId, sentOwnFields } from "./sent-fields.ts";
import { userView } from "./views.ts";

/** The requested part of a list. */
interface PageRequest {
  readonly page: number;
  readonly perPage: number;
  readonly skip: number;
}

/** Reads per_page and page; anything but a positive number counts as not given (assumed, U-17). */
const pageRequest = (
  perPage: number | undefined,
  page: string | undefined,
  assumptions: Assumptions,
): PageRequest => {
  const size = Math.min(perPage ?? assumptions["U-17.perPage"], assumptions["U-17.maximumPerPage"]);
  const number = page !== undefined && /^[1-9]\d{0,8}$/.test(page) ? Number(page) : 1;
  return { page: number, perPage: size, skip: (number - 1) * size };
};

/** A page: `data`, `links` and `meta` (VOL-01, rest assumed). */
const pageView = (
  data: object[],
  total: number,
  { page, perPage, skip }: PageRequest,
  path: string,
): { data: object[]; links: Record<string, string | null>; meta: PageMeta } => {
  const last = Math.max(1, Math.ceil(total / perPage));
  const link = (number: number): string => `${path}?per_page=${perPage}&page=${number}`;
  return {
    data,
    links: {
      first: link(1),
      last: link(last),
      prev: page > 1 ? link(page - 1) : null,
      next: page < last ? link(page + 1) : null,
    },
    meta: {
      current_page: page,
      from: data.length === 0 ? null : skip + 1,
      to: data.length === 0 ? null : skip + data.length,
      path,
      per_page: perPage,
      total,
    },
  };
};

type PageMeta = {
  readonly current_page: number;
  readonly from: number | null;
  readonly to: number | null;
  readonly path: string;
  readonly per_page: number;
  /** Records on all pages (VOL-07). */
  readonly total: number;
};

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
