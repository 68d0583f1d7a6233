import type { Handler } from "../../../pipeline/handler.ts";
import { permissionsOf } from "../../../permissions.ts";

/** What the caller's permission group allows. */
export const listPermissions: Handler<"listPermissions"> = (_request, { caller }) => ({
  status: 200,
  body: permissionsOf.crm.map((name) => ({ name, isAllowed: caller.permissions.has(name) })),
});
