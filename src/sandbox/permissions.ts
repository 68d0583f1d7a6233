import type { BuiltinInterface } from "../builtin/interface-name.ts";

/** Permissions by interface. An operation needs exactly one of them. */
export const permissionsOf = {
  crm: [
    "contact.read",
    "contact.write",
    "privateContact.read",
    "contactMethodType.read",
    "contactNote.write",
    "event.write",
    "gift.write",
    "project.write",
    "reminder.write",
    "webhook.read",
    "webhook.write",
  ],
  donation: ["giving.read", "giving.write"],
  volunteer: ["user.read", "user.write", "group.read", "group.write", "project.read", "project.write"],
} as const satisfies Readonly<Record<BuiltinInterface, readonly string[]>>;

export type Permission = (typeof permissionsOf)[BuiltinInterface][number];
