import type { JsonObject } from "../../../harness/model/json-object.ts";
import type { Fault } from "../fault.ts";
import { parse } from "./answers.ts";
import { objectOf } from "./edit.ts";
import type { Change } from "./rows.ts";

/** The properties of a note as they are sent. */
export const noteProperties = ["type", "note", "noteDateTime", "important", "private", "timeSpent"] as const;

/** Today, as YYYY-MM-DD. */
export const today: Change = (_body, _incoming, { now }) => new Date(now()).toISOString().slice(0, 10);

/** Lets `merge` make the note that is stored, from the one sent and the one stored before (at first an empty one). */
export const storing =
  (merge: (sent: JsonObject, before: JsonObject) => JsonObject): Fault["wrap"] =>
  (next) => {
    const stored = new Map<string, JsonObject>();
    return async (incoming) => {
      const sent = parse(incoming.body);
      if (incoming.operation !== "replaceContactNote" || sent === undefined) return next(incoming);
      const path = incoming.url.pathname;
      const note = merge(objectOf(sent), stored.get(path) ?? {});
      const outgoing = await next({ ...incoming, body: JSON.stringify(note) });
      if (outgoing.status === 200) stored.set(path, note);
      return outgoing;
    };
  };
