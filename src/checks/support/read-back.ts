import type { PlanContext } from "../../harness/model/check.ts";
import type { Call } from "../../harness/model/exchange.ts";
import type { Secret } from "../../harness/model/secret.ts";
import { mainBearer } from "./sample-calls.ts";

/**
 * A read of a scratch record at the path that the configuration states for it (volunteer.readBack), since the
 * specification states none. Undefined when it is not configured.
 */
export const readBack = (
  context: PlanContext,
  what: "group" | "members" | "project",
  id: string | number | Secret,
  label: string,
): Call | undefined => {
  const path = context.setting(`volunteer.readBack.${what}`);
  if (typeof path !== "string") return undefined;
  const at = path.startsWith("/v1/") ? path : `/v1${path.startsWith("/") ? "" : "/"}${path}`;
  return {
    operation: "getUser",
    at,
    path: { id },
    authorization: mainBearer("volunteer"),
    label,
    fresh: true,
  };
};
