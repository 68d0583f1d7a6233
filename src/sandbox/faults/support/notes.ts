import type { Fault, Incoming } from "../fault.ts";
import { objectOf } from "./edit.ts";
import { parse } from "./wrappers.ts";

/** The properties of a note as they are sent. */
export const noteProperties = ["type", "note", "noteDateTime", "important", "private", "timeSpent"] as const;

export type SentNote = Readonly<Record<string, unknown>>;

export const sentNote = ({ body }: Incoming): SentNote => objectOf(parse(body));

/** The request with another note for its body. */
export const sending = (incoming: Incoming, note: SentNote): Incoming => ({
  ...incoming,
  body: JSON.stringify(note),
});

/**
 * Lets `merge` make the note that is stored, from the one that is sent and the one stored before (empty before the
 * first). Where it gives nothing the note is left as it was sent.
 */
export const storing =
  (merge: (sent: SentNote, before: SentNote) => SentNote | undefined): Fault["wrap"] =>
  (next) => {
    const stored = new Map<string, SentNote>();
    return async (incoming) => {
      const sent = parse(incoming.body);
      if (incoming.operation !== "replaceContactNote" || sent === undefined) return next(incoming);
      const path = incoming.url.pathname;
      const note = merge(objectOf(sent), stored.get(path) ?? {}) ?? objectOf(sent);
      const outgoing = await next(sending(incoming, note));
      if (outgoing.status === 200) stored.set(path, note);
      return outgoing;
    };
  };
