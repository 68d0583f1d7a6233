import { isGone, isObject, type JsonObject } from "../model/json-object.ts";
import type { UndoWrite } from "../model/undo-plan.ts";
import type { FieldLabel } from "../model/field-label.ts";
import { anyCase, membersIn, recordIn } from "./record-comparison.ts";

/** Changes that somebody else made to a record since a run first read it. */
export interface ForeignChange {
  /** Properties written by the run that hold neither the original nor a written value; or `members`. */
  readonly names: readonly string[];
  /** Properties not written by the run that have changed since, to be left as they are. */
  readonly kept: JsonObject;
}

const none: ForeignChange = { names: [], kept: {} };

const isDate = (text: string): boolean => /^\d{4}-\d{2}-\d{2}/.test(text);

/** Servers trim, truncate and change the case of texts, and write numbers and dates in different ways. */
const isAlike = (now: unknown, written: unknown): boolean => {
  const [one, other] = [now, written].map((value) =>
    String(value ?? "")
      .trim()
      .toLowerCase(),
  );
  if (one === other) return true;
  if (one === undefined || other === undefined || one === "") return false;
  if (isDate(one) && isDate(other)) return one.slice(0, 10) === other.slice(0, 10);
  return other.startsWith(one) || (Number(one) === Number(other) && !Number.isNaN(Number(one)));
};

/** Every scalar of a body, at any depth, as text. */
const leavesOf = (body: unknown): readonly string[] => {
  if (typeof body !== "object" || body === null) return [String(body)];
  return Object.values(body).flatMap(leavesOf);
};

const membersChanged = (answer: unknown, original: readonly unknown[], wrote: readonly unknown[]) => {
  const shown = membersIn(answer);
  if (shown === undefined) return none;
  const [now, then] = [new Set(shown.map(String)), new Set(original.map(String))];
  const written = wrote.map((body) => new Set(leavesOf(body)));
  const isAdded = [...now].some((id) => !then.has(id) && !written.some((ids) => ids.has(id)));
  const isRemoved = [...then].some((id) => !now.has(id) && written.every((ids) => ids.has(id)));
  return isAdded || isRemoved ? { names: ["members"], kept: {} } : none;
};

const fieldsChanged = (
  record: JsonObject,
  original: JsonObject,
  wrote: readonly JsonObject[],
  label: FieldLabel,
): ForeignChange => {
  const names: string[] = [];
  const kept: Record<string, unknown> = {};
  for (const [name, then] of Object.entries(original)) {
    const now = anyCase(record, name.toLowerCase());
    const written = wrote.map((body) => anyCase(body, name.toLowerCase()));
    // A replacement that omits a property clears it.
    const isOwn = written.some((one) => (one === undefined ? isGone(now) : isAlike(now, one)));
    if (isOwn || isAlike(now, then)) continue;
    if (written.some((one) => one !== undefined)) names.push(label(name));
    else kept[name] = now;
  }
  return { names: [...new Set(names)], kept };
};

/**
 * Compares a read of a record with its state before the first write and with everything written since. If the read does
 * not show the record, no foreign change is known.
 */
export const foreignChangeIn = (
  answer: unknown,
  { original, recordId = "" }: UndoWrite,
  wrote: readonly unknown[],
  label: FieldLabel,
): ForeignChange => {
  if (original === undefined) return none;
  if (original.kind === "members") return membersChanged(answer, original.ids, wrote);
  const record = recordIn(answer, recordId);
  return record === undefined ? none : fieldsChanged(record, original.fields, wrote.filter(isObject), label);
};

/** The same write, keeping what somebody else has changed meanwhile. */
export const keeping = (undo: UndoWrite, kept: JsonObject): UndoWrite => {
  const keepIn = (body: unknown): unknown =>
    isObject(body)
      ? Object.fromEntries(
          Object.entries(body).map(([name, value]) => [name, Object.hasOwn(kept, name) ? kept[name] : value]),
        )
      : body;
  const { shows } = undo;
  return {
    ...undo,
    bodies: undo.bodies.map(keepIn),
    ...(shows?.kind === "fields"
      ? {
          shows: {
            kind: "fields",
            fields: Object.fromEntries(
              Object.entries(shows.fields).filter(([name]) => !Object.hasOwn(kept, name)),
            ),
          },
        }
      : {}),
  };
};
