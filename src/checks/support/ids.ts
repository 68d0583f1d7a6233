import type { PlanContext } from "../../core/model/check.ts";
import { climbs } from "../../core/model/climbs.ts";
import type { Exchange } from "../../core/model/exchange.ts";
import type { Resource } from "../../core/model/resource.ts";
import { isSecret, learnt, type Secret } from "../../core/model/secret.ts";
import { at, mayBeId } from "./json.ts";

/** Whether a value is as it was sent: JSON integers beyond the precision of a number are rounded. */
export const isExact = (value: unknown): boolean => !Number.isInteger(value) || Number.isSafeInteger(value);

/** Whether an id of an answer equals the requested one; either may be text. Rounded ones are compared approximately. */
export const sameId = (answered: unknown, asked: unknown): boolean =>
  String(answered) === String(asked) || (!isExact(answered) && Number(asked) === answered);

/** An id that no record has: beyond any count of records, but within 32 bits so that it is a valid id everywhere. */
export const unknownId = 2_147_483_600;

/**
 * Whether an id from an answer can be one segment of a path: dots would lead to another operation, half a surrogate pair
 * cannot be encoded, and a rounded number names another record.
 */
export const fitsPath = (id: string | number): boolean => {
  const text = String(id);
  return isExact(id) && text !== "" && text.isWellFormed() && !climbs(text);
};

/** An id from an answer: evidence names it but does not show it, since it is part of a personal record. */
export const learntId = (what: string, id: string | number): Secret => learnt(`${what} id`, String(id));

/** The id in the path of a call, whether or not evidence shows it. */
export const askedId = ({ call }: Exchange, name: string): string | number | undefined => {
  const id = call?.path?.[name];
  if (!isSecret(id)) return id;
  return id.kind === "learnt" ? id.value : undefined;
};

/** The id of a created record, at the configured pointer or else at the usual ones; undefined if no id fits a path. */
export const createdId = (
  body: unknown,
  { called, create }: Resource,
  context: Pick<PlanContext, "setting">,
): string | number | undefined => {
  const configured = create === undefined ? undefined : context.setting(create.newId);
  const pointers = typeof configured === "string" ? [configured] : ["/id", "/data/id", `/${called}/id`];
  return pointers
    .map((pointer) => at(body, pointer))
    .find((id): id is string | number => mayBeId(id) && fitsPath(id));
};
