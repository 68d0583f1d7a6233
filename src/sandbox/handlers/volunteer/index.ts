import type { HandlersOf } from "../../pipeline/handler.ts";
import type { ServedIdsOf } from "../../../contract/generated/operation-types.ts";
import { createGroup, getGroup, listGroupMembers, setGroupMembers, updateGroup } from "./groups.ts";
import { createProject, getProject, updateProject } from "./projects.ts";
import { createUser, getUser, listUsers } from "./users.ts";

export const volunteerHandlers: HandlersOf<ServedIdsOf<"volunteer" | "volunteer-beyond">> = {
  listUsers,
  getUser,
  createUser,
  createProject,
  updateProject,
  createGroup,
  updateGroup,
  setGroupMembers,
  getGroup,
  listGroupMembers,
  getProject,
};
