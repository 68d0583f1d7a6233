import type { ServedIdsOf } from "../../../../builtin/generated/operation-types.ts";
import type { HandlersOf } from "../../../pipeline/handler.ts";
import * as groups from "./groups.ts";
import * as projects from "./projects.ts";
import * as lists from "./reference-lists.ts";
import * as users from "./users.ts";

export const volunteerHandlers: HandlersOf<ServedIdsOf<"volunteer" | "volunteer-beyond">> = {
  ...users,
  ...projects,
  ...groups,
  ...lists,
};
