import type { AssumedEndpoint } from "../../pipeline/assumed-endpoint.ts";
import type { HandlersOf } from "../../pipeline/handler.ts";
import type { OperationIdsOf } from "../../../contract/generated/operation-types.ts";
import { readEndpoints } from "./assumed/read-endpoints.ts";
import { createGroup } from "./create-group.ts";
import { createProject } from "./create-project.ts";
import { createUser } from "./create-user.ts";
import { getUser } from "./get-user.ts";
import { listUsers } from "./list-users.ts";
import { setGroupMembers } from "./set-group-members.ts";
import { updateGroup } from "./update-group.ts";
import { updateProject } from "./update-project.ts";

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
