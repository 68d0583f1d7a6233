import type { Handler } from "../../pipeline/handler.ts";
import { replaceableProjects } from "../../store/donation/projects.ts";
import { isMove, moveProject } from "./support/move-project.ts";
import { replaceWhole } from "./support/replace-whole.ts";

/** Two forms of the body are known: the whole project, or the projects that take its place (U-16). */
export const replaceProject: Handler<"replaceProject"> = ({ body }, context) =>
  isMove(body, context) ? moveProject(body, context) : replaceWhole(replaceableProjects, body, context);
