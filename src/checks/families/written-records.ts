import { resources } from "../../builtin/generated/resources.ts";
import type { ActiveCheck } from "../../core/model/check.ts";
import { writtenIsRead } from "../relations/written-is-read.ts";

const { user, project, group } = resources.volunteer;

export const writtenRecords: readonly ActiveCheck[] = [
  writtenIsRead(user, {
    id: "created-user-is-read-back",
    title: "A created user can be read by the new id",
    why: "Consumers store the new id and expect to find the person under it.",
  }),
  writtenIsRead(project, {
    id: "projects-are-written",
    title: "Projects can be created and updated",
    why: "Volunteers sign up for projects; a project that cannot be written cannot be staffed.",
  }),
  writtenIsRead(group, {
    id: "group-input-is-validated",
    title: "Groups can be created and updated; invalid input gets 422 and changes nothing",
    why: "A group made from invalid input breaks every list that shows it.",
  }),
];
