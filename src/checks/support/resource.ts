import { send, type Plan, type PlanContext } from "../../core/model/check.ts";
import { isSuccess, jsonOf, type Call, type Exchange } from "../../core/model/exchange.ts";
import type { Resource, ResourceWrite } from "../../core/model/resource.ts";
import type { Secret } from "../../core/model/secret.ts";
import { createdId, learntId } from "./ids.ts";
import { fillTemplate } from "./declared-body.ts";
import { anyCase, isObject, isSameJson, property, type JsonObject } from "./json.ts";
import { readPage, leastDeepRecord } from "./replaced-record.ts";
import { bearer, idAt } from "./sample-calls.ts";
import { sentFields, shownField } from "./shown-record.ts";

/** How a scratch record is overwritten; if that is not stated, how another is created. */
export const writeOf = ({ called, replace, update, create }: Resource): ResourceWrite => {
  const write = replace ?? update ?? create;
  if (write === undefined) throw new Error(`no write of a ${called} is declared`);
  return write;
};

/** Whether each write leaves a record for good. */
export const isOnlyCreated = ({ replace, update }: Resource): boolean => (replace ?? update) === undefined;

/** Dotted config paths that writing a record needs. */
export const needsOf = ({ id, body }: ResourceWrite): readonly string[] => [
  ...(id === undefined ? [] : [id.setting]),
  ...(typeof body === "string"
    ? [body]
    : Object.values(body).flatMap((value) =>
        typeof value === "string" && value.startsWith("$") ? [value.slice(1)] : [],
      )),
];

/** The declared body of a write; undefined if something that the write needs is missing. */
export const declaredBody = (context: PlanContext, write: ResourceWrite): JsonObject | undefined => {
  if (!needsOf(write).every((path) => context.has(path))) return undefined;
  const { body } = write;
  if (typeof body === "string") {
    const template = fillTemplate(context.setting(body), context);
    return isObject(template) ? template : undefined;
  }
  return Object.fromEntries(
    Object.entries(body).map(([name, value]) => [
      name,
      typeof value === "string" && value.startsWith("$") ? context.setting(value.slice(1)) : value,
    ]),
  );
};

/** A write of a scratch record, or of a new one. */
export const writeCall = (
  context: PlanContext,
  { credential }: Resource,
  { operation, id }: ResourceWrite,
  value: unknown,
  label: string,
): Call => ({
  operation,
  ...(id === undefined ? {} : { path: { [id.parameter]: idAt(context, id.setting) ?? "" } }),
  body: { kind: "json", value },
  authorization: bearer(credential),
  label,
});

/** A read of one record, if one is stated or configured. */
export const readCall = (
  context: PlanContext,
  { credential, read }: Resource,
  id: string | number | Secret,
  label: string,
): Call | undefined => {
  if (read === undefined) return undefined;
  const { operation, parameter, at, below = "" } = read;
  const call = { operation, path: { [parameter]: id }, authorization: bearer(credential), label };
  if (at === undefined) return call;
  const path = context.setting(at);
  if (typeof path !== "string") return undefined;
  const whole = path.startsWith(`${below}/`) ? path : `${below}${path.startsWith("/") ? "" : "/"}${path}`;
  return { ...call, at: whole, fresh: true };
};

/** The read of a created record, if its id is known and a read is stated or configured. */
export const createdRead = (
  context: PlanContext,
  resource: Resource,
  created: Exchange,
  label: string,
): Call | undefined => {
  const id = isSuccess(created) ? createdId(jsonOf(created), resource, context) : undefined;
  if (id === undefined) return undefined;
  return readCall(context, resource, learntId(`${resource.interface} ${resource.called}`, id), label);
};

/** Reads a created record, if that is possible. */
export function* readCreated<Tag = never>(
  context: PlanContext,
  resource: Resource,
  created: Exchange,
  label: string,
  more: Pick<Call<Tag>, "tag"> = {},
): Plan<Exchange<Tag> | undefined, Tag> {
  const call = createdRead(context, resource, created, label);
  return call === undefined ? undefined : yield* send({ ...call, ...more });
}

/** Reads a written record, to see what was stored, if a read is stated or configured. */
export function* readWritten<Tag = never>(
  context: PlanContext,
  resource: Resource,
  written: Exchange,
  label: string,
  more: Pick<Call<Tag>, "isLate" | "tag"> = {},
): Plan<Exchange<Tag> | undefined, Tag> {
  if (resource.reads !== undefined) return yield* readPage(resource, context, label, more);
  const { id } = writeOf(resource);
  const call =
    id === undefined
      ? createdRead(context, resource, written, label)
      : readCall(context, resource, idAt(context, id.setting) ?? "", label);
  return call === undefined ? undefined : yield* send({ ...call, ...more });
}

/** What an answer shows of a sent property; undefined if nothing. */
export const shownIn = (
  { shown, names, called }: Resource,
  answer: Exchange,
  sent: unknown,
  name: string,
): unknown => {
  const body = jsonOf(answer);
  if (shown === "whole") return property(body, names?.[name] ?? name);
  return shown === "by-id"
    ? anyCase(leastDeepRecord(body, anyCase(sent, "id")), name)
    : shownField(body, called, name);
};

/** Whether a record shows what a write has sent, and did not before. */
export const isOverwritten = (
  resource: Resource,
  { request: { body } }: Exchange,
  before: Exchange,
  after: Exchange,
): boolean =>
  sentFields(body).some(([name, sent]) => {
    const [was, is] = [before, after].map((read) => shownIn(resource, read, body, name));
    return isSameJson(is, sent) && !isSameJson(was, is);
  });
