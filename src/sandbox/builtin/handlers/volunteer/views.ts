import type { Models } from "../../../../builtin/generated/operation-types.ts";
import { utcDateTime } from "../../../moment.ts";
import type { VolunteerGroup } from "../../../store/volunteer/groups.ts";
import type { RecordAsSent } from "../../../store/volunteer/records-as-sent.ts";
import type { User } from "../../../store/volunteer/users.ts";

/** ISO 8601 with a numeric zone. */
const moment = (instant: number): string => utcDateTime(instant, "+00:00");

const text = (value: unknown): string => (typeof value === "string" ? value : "");

/** A user as answered: the sent fields, together with those of the service (assumed, U-03). */
export const userView = (user: User): Models["volunteer-beyond"]["StoredUser"] => ({
  user_status: "VERIFIED",
  membership_status: "ACCEPTED",
  membership_role: "VOLUNTEER",
  ...user.fields,
  type: "user",
  id: user.id,
  // Sent values are returned, whatever their type.
  email: (user.email ?? user.fields["email"] ?? null) as string | null,
  full_name: `${text(user.fields["first_name"])} ${text(user.fields["last_name"])}`.trim(),
  created_at: moment(user.createdAt),
  updated_at: moment(user.updatedAt),
});

/** A project as answered (assumed, U-03). */
export const projectView = (project: RecordAsSent): Models["volunteer-beyond"]["StoredProject"] => ({
  privacy: "PUBLIC",
  description: null,
  ...project.fields,
  type: "project",
  id: project.id,
  created_at: moment(project.createdAt),
  updated_at: moment(project.updatedAt),
});

/** A record of another kind as answered (assumed, U-03). */
export const recordView =
  (type: string) =>
  ({ id, fields, createdAt, updatedAt }: RecordAsSent): Models["volunteer-beyond"]["StoredRecord"] => ({
    description: null,
    ...fields,
    type,
    id,
    created_at: moment(createdAt),
    updated_at: moment(updatedAt),
  });

/** A group as answered (assumed, U-03). */
export const groupView = (
  group: VolunteerGroup,
  hasSubgroups: boolean,
  members: number[],
): Models["volunteer-beyond"]["StoredGroup"] => ({
  ...group.fields,
  type: "group",
  id: group.id,
  name: group.name,
  description: group.description,
  parent_id: group.parentId,
  has_subgroups: hasSubgroups,
  members,
  created_at: moment(group.createdAt),
  updated_at: moment(group.updatedAt),
});
