import type { OperationId, ServedId } from "../../builtin/generated/operation-types.ts";
import type { ServedOperation } from "../../builtin/operations.ts";
import type { Permission } from "../permissions.ts";

/** Permission for each operation (CRM-39, VOL-09); the token endpoint needs no credential. */
const operationPermissions: Readonly<
  Record<OperationId, Permission | undefined> & Partial<Record<ServedId, Permission>>
> = {
  issueToken: undefined,
  getContactByReference: "contact.read",
  getContact: "contact.read",
  listContactMethodTypes: "contactMethodType.read",
  addEventContact: "event.write",
  getWebhook: "webhook.read",
  replaceContactNote: "contactNote.write",
  searchContacts: "contact.read",
  createContact: "contact.write",
  updateContact: "contact.write",
  createGift: "gift.write",
  updateGift: "gift.write",
  deleteGift: "gift.write",
  createCrmProject: "project.write",
  updateCrmProject: "project.write",
  deleteCrmProject: "project.write",
  createContactNote: "contactNote.write",
  getContactNote: "contact.read",
  deleteContactNote: "contactNote.write",
  completeReminder: "reminder.write",
  dismissReminder: "reminder.write",
  createEvent: "event.write",
  updateEvent: "event.write",
  deleteEvent: "event.write",
  createEventAttendee: "event.write",
  submitForm: "contact.write",
  createWebhook: "webhook.write",
  updateWebhook: "webhook.write",
  deleteWebhook: "webhook.write",
  setWebhookActive: "webhook.write",
  listDonors: "giving.read",
  listGifts: "giving.read",
  listCampaigns: "giving.read",
  listCustomFields: "giving.read",
  listPremiums: "giving.read",
  listProjects: "giving.read",
  queryDonors: "giving.read",
  queryGifts: "giving.read",
  queryCampaigns: "giving.read",
  queryRecurringGifts: "giving.read",
  querySegments: "giving.read",
  getQueryOptions: "giving.read",
  getQueryList: "giving.read",
  replaceCampaign: "giving.write",
  replaceProject: "giving.write",
  replaceSegment: "giving.write",
  listUsers: "user.read",
  getUser: "user.read",
  createUser: "user.write",
  createProject: "project.write",
  updateProject: "project.write",
  createGroup: "group.write",
  updateGroup: "group.write",
  setGroupMembers: "group.write",
  getGroup: "group.read",
  listGroupMembers: "group.read",
  getProject: "project.read",
  listGroups: "group.read",
  listVolunteerProjects: "project.read",
  listVolunteerCampaigns: "project.read",
  listForms: "project.read",
  listCertificates: "user.read",
};

/** What changes records of the CRM needs, by the resource in its path: the permission for contacts where nothing is said. */
const writes: Readonly<Record<string, Permission>> = {
  Gift: "gift.write",
  RecurringGift: "gift.write",
  PlannedGift: "gift.write",
  Grant: "gift.write",
  Project: "project.write",
  ContactNote: "contactNote.write",
  Event: "event.write",
  Webhook: "webhook.write",
};

/** The permission that an operation needs: its own, or that of its resource. */
export const permissionFor = ({ id, effect, path }: ServedOperation): Permission | undefined => {
  if (Object.hasOwn(operationPermissions, id)) return operationPermissions[id];
  const [, , first = "", second = ""] = path.split("/");
  return effect === "read" ? "contact.read" : (writes[first === "v2" ? second : first] ?? "contact.write");
};
