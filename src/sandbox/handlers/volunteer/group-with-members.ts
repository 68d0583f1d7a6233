import type { Database } from "../../store/database.ts";
import { findGroup, membersOf } from "../../store/volunteer/groups.ts";
import { groupView } from "./views.ts";

/** A group that exists, with the ids of its members. */
export const groupWithMembers = (
  database: Database,
  organizationId: number,
  groupId: number,
): Record<string, unknown> => {
  const group = findGroup(database, organizationId, groupId);
  if (group === undefined) throw new Error("a group that was just stored is gone");
  return { ...groupView(group), members: membersOf(database, groupId) };
};
