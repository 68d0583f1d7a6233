import type { RequestBodyOf } from "../../../../../builtin/generated/operation-types.ts";
import { own, type JsonObject } from "../../../../../core/model/json-object.ts";
import { JsonText, type EndpointContext } from "../../../../pipeline/endpoint.ts";
import { refuse, type FieldError, type SandboxRefusal } from "../../../../refusal.ts";
import type { DonationRecord, RecordKindEntity } from "../../../../store/donation/kind.ts";
import { moveRecurringGifts, projects, recurringGifts } from "../../../../store/donation/kinds.ts";
import { recordsOf } from "../../../../store/donation/records.ts";
import { exists, replaceRecord, writtenFields } from "../../../../store/donation/replace.ts";
import type { SqliteValue } from "../../../../store/sql.ts";
import { readOperand, readStored } from "./scalars.ts";

type ReplaceRequest = RequestBodyOf<"replaceCampaign" | "replaceProject" | "replaceSegment">;

type ReplaceAnswer = { readonly status: 200; readonly body: DonationRecord } | { readonly status: 204 };

/**
 * Replaces a whole record (DON-17): the body is the record, and properties that it omits or sends as null are cleared.
 * Fields that the service maintains, and unknown ones, are ignored, so that a record can be sent back as it was read.
 */
export const replaceWhole = (
  kind: RecordKindEntity,
  body: ReplaceRequest,
  context: EndpointContext,
): ReplaceAnswer | SandboxRefusal<400 | 404> => {
  const { database, caller, clock } = context;
  const { organizationId } = caller;
  const id = readOperand("integer", body["id"]);
  if ("problem" in id || typeof body["id"] !== "number") {
    const message = body["id"] === undefined ? "Send the id of the record." : "Write an integer.";
    return refuse(400, "The record cannot be replaced.", {
      fields: [{ field: "id", code: "REQUIRED", message }],
    });
  }
  const { values, problems } = readValues(kind, body, context);
  if (problems.length > 0) return refuse(400, "The record cannot be replaced.", { fields: problems });
  const replacement = { organizationId, id: body["id"], values, now: clock.now() };
  if (!replaceRecord(database, kind, replacement)) return refuse(404, "There is no such record.");
  const record = recordOf(kind, body["id"], context);
  const { name } = kind;
  if (announced.has(name)) context.emit(`${name}Update`, { [name]: record });
  return answerWith(record, context);
};

/** Kinds of records whose changes webhooks receive (U-22). */
const announced: ReadonlySet<string> = new Set(["campaign", "project"]);

const recordOf = (kind: RecordKindEntity, id: number, context: EndpointContext): DonationRecord => {
  const { database, caller, assumptions } = context;
  const showing = { chosen: undefined, withDetails: false, assumptions };
  const [text = "{}"] = recordsOf(database, kind, caller.organizationId, [id], showing);
  return new JsonText<DonationRecord>(text).read();
};

/** The record, or nothing (U-16.answer). */
const answerWith = (record: DonationRecord, { assumptions }: EndpointContext): ReplaceAnswer =>
  assumptions["U-16.answer"] === "record" ? { status: 200, body: record } : { status: 204 };

const readValues = (kind: RecordKindEntity, body: ReplaceRequest, context: EndpointContext) => {
  const values = new Map<string, SqliteValue>();
  const problems: FieldError[] = [];
  for (const { name, type } of writtenFields(kind)) {
    const sent = own(body, name);
    if (sent === undefined || sent === null) continue;
    const reading = readStored(type, sent);
    if ("problem" in reading) problems.push({ field: name, code: "INVALID_TYPE", message: reading.problem });
    else values.set(name, reading.value);
  }
  return { values, problems: [...problems, ...danglingReferences(kind, values, context)] };
};

const danglingReferences = (
  kind: RecordKindEntity,
  values: ReadonlyMap<string, SqliteValue>,
  { database, caller }: EndpointContext,
): FieldError[] =>
  writtenFields(kind).flatMap(({ name, details: { references } }) => {
    const id = values.get(name);
    if (references === undefined || id === undefined) return [];
    if (exists(database, references, caller.organizationId, id)) return [];
    return [{ field: name, code: "NOT_FOUND", message: "There is no such record." }];
  });

/** The sandbox stores no pages: their new projects are only looked up. */
const pageFields = ["legacyPageProjectId", "defaultPageProjectId", "pageProjectId"] as const;

const newProjectFields = ["recurringGiftNewProjectId", ...pageFields] as const;

/** Whether a body names other projects to replace the project (U-16.project). */
export const isMove = (body: JsonObject, { assumptions }: EndpointContext): boolean =>
  assumptions["U-16.project"] === "record-or-successors" &&
  body["id"] === undefined &&
  body["currentProjectId"] !== undefined;

/** Moves recurring gifts of one project to another; null or nothing leaves them unchanged. */
export const moveProject = (
  body: JsonObject,
  context: EndpointContext,
): ReplaceAnswer | SandboxRefusal<400 | 404> => {
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

const misfit = (name: string, body: JsonObject, { database, caller }: EndpointContext): FieldError[] => {
  const id = body[name];
  if (id === undefined || id === null) return [];
  if (typeof id !== "number" || !Number.isSafeInteger(id)) return notAnId(name, id);
  return exists(database, projects.table, caller.organizationId, id)
    ? []
    : [{ field: name, code: "NOT_FOUND", message: "There is no such project." }];
};

const announceMoved = (
  ids: readonly number[],
  { database, caller, assumptions, emit }: EndpointContext,
): void => {
  const showing = { chosen: undefined, withDetails: false, assumptions };
  for (const record of recordsOf(database, recurringGifts, caller.organizationId, ids, showing)) {
    emit("recurringGiftUpdate", { recurringGift: new JsonText(record).read() });
  }
};
