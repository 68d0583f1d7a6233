import type { Caller, EndpointContext } from "../../../pipeline/endpoint.ts";
import { findAccount } from "../../../store/credentials.ts";
import type { Viewer } from "../../../store/crm/viewer.ts";

/** What a caller may see: its own organization, and private contacts only with the permission (CRM-02, GEN-05). */
export const viewerOf = ({ organizationId, permissions }: Caller): Viewer => ({
  organizationId,
  seesPrivate: permissions.has("privateContact.read"),
});

/** The display name of a change's author: the user's, or a fixed name for a key. */
export const authorOf = ({ database, caller }: Pick<EndpointContext, "database" | "caller">): string => {
  const account = caller.accountId === undefined ? undefined : findAccount(database, caller.accountId);
  return account?.displayName ?? "API key";
};
