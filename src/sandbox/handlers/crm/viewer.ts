import type { Caller } from "../../pipeline/endpoint.ts";
import type { Viewer } from "../../store/crm/viewer.ts";

/** What a caller may see: its own organization, and private contacts only with the permission (CRM-02, GEN-05). */
export const viewerOf = ({ organizationId, permissions }: Caller): Viewer => ({
  organizationId,
  seesPrivate: permissions.has("privateContact.read"),
});
