import type { AssumedEndpoint } from "../../pipeline/assumed-endpoint.ts";
import type { HandlersOf } from "../../pipeline/handler.ts";
import type { OperationIdsOf } from "../../../contract/generated/operation-types.ts";
import { readEndpoints } from "./assumed/read-endpoints.ts";
import { createGroup, setGroupMembers, updateGroup } from "./groups.ts";
import { createProject, updateProject } from "./projects.ts";
import { createUser, getUser, listUsers } from "./users.ts";

export const volunteerHandlers: HandlersOf<OperationIdsOf<"volunteer">> = {
  listUsers,
  getUser,
  createUser,
  createProject,
  updateProject,
  createGroup,
  updateGroup,
  setGroupMembers,
};

/** Endpoints that the specification does not state. */
export const volunteerAssumed: readonly AssumedEndpoint[] = readEndpoints;
