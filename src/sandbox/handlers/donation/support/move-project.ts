import type { JsonObject } from "../../../../harness/model/json-object.ts";
import type { Context } from "../../../pipeline/endpoint.ts";
import { JsonText } from "../../../pipeline/json-text.ts";
import { refuse, type FieldError, type Refusal } from "../../../refusal.ts";
import { recordsOf } from "../../../store/donation/records.ts";
import { moveRecurringGifts, projects, recurringGifts } from "../../../store/donation/kinds.ts";
import { exists } from "../../../store/donation/replace.ts";
import { answerWith, recordOf, type ReplaceAnswer } from "./replace-whole.ts";

/** The sandbox stores no pages: their new projects are only looked up. */
const pageFields = ["legacyPageProjectId", "defaultPageProjectId", "pageProjectId"] as const;

const newProjectFields = ["recurringGiftNewProjectId", ...pageFields] as const;

/** Whether a body names other projects to replace the project (U-16.project). */
export const isMove = (body: JsonObject, { assumptions }: Context): boolean =>
  assumptions["U-16.project"] === "record-or-successors" &&
  body["id"] === undefined &&
  body["currentProjectId"] !== undefined;

/** Moves recurring gifts of one project to another; null or nothing leaves them unchanged. */
export const moveProject = (body: JsonObject, context: Context): ReplaceAnswer | Refusal<400 | 404> => {
  const { database, caller, clock } = context;
  const { organizationId } = caller;
  const from = body["currentProjectId"];
  const problems = [
    ...notAnId("currentProjectId", from),
    ...newProjectFields.flatMap((name) => misfit(name, body, context)),
  ];
  if (problems.length > 0 || typeof from !== "number") {
    return refuse(400, "The project cannot be replaced.", { fields: problems });
  }
  if (!exists(database, projects.table, organizationId, from)) return refuse(404, "There is no such record.");
  const to = body["recurringGiftNewProjectId"];
  if (typeof to === "number") {
    const moved = moveRecurringGifts(database, { organizationId, from, to, now: clock.now() });
    announceMoved(moved, context);
  }
  return answerWith(recordOf(projects, from, context), context);
};

const notAnId = (field: string, value: unknown): FieldError[] =>
  Number.isSafeInteger(value) ? [] : [{ field, code: "INVALID_TYPE", message: "Write an integer." }];

const misfit = (name: string, body: JsonObject, { database, caller }: Context): FieldError[] => {
  const id = body[name];
  if (id === undefined || id === null) return [];
  if (typeof id !== "number" || !Number.isSafeInteger(id)) return notAnId(name, id);
  return exists(database, projects.table, caller.organizationId, id)
    ? []
    : [{ field: name, code: "NOT_FOUND", message: "There is no such project." }];
};

const announceMoved = (ids: readonly number[], { database, caller, assumptions, emit }: Context): void => {
  const showing = { chosen: undefined, withDetails: false, assumptions };
  for (const record of recordsOf(database, recurringGifts, caller.organizationId, ids, showing)) {
    emit("recurringGiftUpdate", { recurringGift: new JsonText(record).read() });
  }
};
