import type { Handler } from "../../pipeline/handler.ts";
import { projects } from "../../store/donation/projects.ts";
import { listReferenceData } from "./support/list-reference-data.ts";

export const listProjects: Handler<"listProjects"> = listReferenceData(projects);
