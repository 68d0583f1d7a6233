import type { JsonObject } from "../../core/model/json-object.ts";
import { faultsOf } from "./fault.ts";
import { configuredValue } from "./support/credentials.ts";
import { add, put } from "./support/edit.ts";
import { type BodyChange, onBody, onSent } from "./support/rows.ts";
import { notePropertyNames, today } from "./support/notes.ts";
import { leavesOut, sends, sentBody } from "./support/requests.ts";
import { address, from, onNextSent, storing } from "./support/rules.ts";

const replace = "replaceContactNote";

const missing = (sent: JsonObject): readonly string[] =>
  notePropertyNames.filter((name) => sent[name] === undefined);

const keepingIt =
  (name: (typeof notePropertyNames)[number]) =>
  (sent: JsonObject, before: JsonObject): JsonObject =>
    sent[name] === undefined && before[name] !== undefined ? { ...sent, [name]: before[name] } : sent;

export const faults = faultsOf("CRM-27", {
  gross: {
    "note-replacement-merges": [
      "A put changes what it sends and keeps the rest",
      storing(replace, (sent, before) => ({ ...before, ...sent })),
    ],
  },
  structural: {
    "note-replacement-keeps-the-type": [
      "The type of a note stays when a put leaves it out",
      storing(replace, keepingIt("type")),
    ],
    "note-replacement-keeps-the-text": [
      "The text of a note stays when a put leaves it out",
      storing(replace, keepingIt("note")),
    ],
    "note-replacement-keeps-the-date": [
      "The date of a note stays when a put leaves it out",
      storing(replace, keepingIt("noteDateTime")),
    ],
    "note-replacement-keeps-the-importance": [
      "A note stays important when a put leaves that out",
      storing(replace, keepingIt("important")),
    ],
    "note-replacement-keeps-the-privacy": [
      "A note stays private when a put leaves that out",
      storing(replace, keepingIt("private")),
    ],
    "note-replacement-keeps-the-time-spent": [
      "timeSpent, which this service answers with, stays when a put leaves it out",
      (next, here) => {
        let spent: unknown = 0;
        const spending: BodyChange = (body, incoming) =>
          put(body, "timeSpent", (spent = sentBody(incoming)["timeSpent"] ?? spent));
        return onBody(replace, spending)(next, here);
      },
    ],
  },
  behavioural: {
    "the-text-of-a-refused-note-comes-back": [
      "A replacement without a text takes that of a refused one before it",
      onNextSent(replace, [400, 401, 403, 404, 409, 415, 422, 429], (body, refused) => ({
        note: sentBody(refused)["note"],
        ...body,
      })),
    ],
    "note-replacement-merges-from-the-eighth-on": [
      "From the eighth replacement on a note stays important when a put leaves that out",
      onBody(
        replace,
        (body, incoming) =>
          sentBody(incoming)["important"] === undefined ? put(body, "important", true) : body,
        from(8, address),
      ),
    ],
    "note-replacement-fills-in-the-default-type": [
      "A note whose type is left out falls back to the default type",
      onSent(
        replace,
        (sent, _incoming, here) => put(sent, "type", configuredValue(here, "crm", "scratch/noteType")),
        sends(({ note, type }) => note !== undefined && type === undefined),
      ),
    ],
    "note-replacement-dates-the-note-today": [
      "A note whose date is left out is dated today",
      onBody(replace, add("noteDate", today), leavesOut("noteDateTime")),
    ],
    "note-replacement-merges-from-two-on": [
      "A put that leaves out two properties or more counts as a patch",
      storing(replace, (sent, before) => (missing(sent).length >= 2 ? { ...before, ...sent } : sent)),
    ],
    "note-replacement-keeps-privacy-of-what-is-not-important": [
      "A note stays private when important is left out together with private",
      storing(replace, (sent, before) =>
        sent["important"] === undefined && sent["private"] === undefined
          ? { ...sent, private: before["private"] === true }
          : sent,
      ),
    ],
    "empty-note-replacement-changes-nothing": [
      "A put without any property leaves the note as it is",
      storing(replace, (sent, before) => (Object.keys(sent).length === 0 ? before : sent)),
    ],
    "note-replacement-keeps-privacy-of-what-is-important": [
      "An important note stays private when a put leaves that out",
      storing(replace, (sent, before) =>
        sent["important"] === true ? keepingIt("private")(sent, before) : sent,
      ),
    ],
  },
});
