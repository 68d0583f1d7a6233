import { faultsOf, type Outgoing } from "./fault.ts";
import { empty, crmError } from "./support/answers.ts";
import { edit, property, objectOf } from "./support/edit.ts";
import { sentNote, sending, storing } from "./support/notes.ts";
import { onAnswer, onSuccess, withJson, onRequest, parse } from "./support/wrappers.ts";
import { onCount, withStatus } from "./support/later.ts";
import { afterwards, mixingOverlaps, onRepetition, refusalOf } from "./support/over-time.ts";

const replace = "replaceContactNote";

const asLatin1 = (text: unknown): string => Buffer.from(String(text), "utf8").toString("latin1");

const escaped = (text: unknown): string =>
  String(text).replaceAll("&", "&amp;").replaceAll('"', "&quot;").replaceAll("<", "&lt;");

export const faults = faultsOf("CRM-26", {
  gross: {
    "replacing-a-note-answers-nothing": [
      "Replacing a note is answered 204",
      onAnswer(replace, (outgoing) => (outgoing.status === 200 ? empty(204) : outgoing)),
    ],
    "replacing-a-note-answers-true": [
      "Replacing a note answers whether it was done",
      onAnswer(replace, (outgoing) => (outgoing.status === 200 ? withJson(outgoing, true) : outgoing)),
      {
        alsoBreaks: {
          "CRM-08": "The body is a flag, not a ContactNote.",
          "CRM-10": "A flag does not say whether the note is private.",
        },
      },
    ],
  },
  structural: {
    "replacing-a-note-answers-accepted": [
      "Replacing a note is answered 202",
      onAnswer(replace, (outgoing) => (outgoing.status === 200 ? { ...outgoing, status: 202 } : outgoing)),
    ],
    "note-answers-another-id": [
      "The id of the answered note is that of a revision",
      onSuccess(replace, (body) => edit(body, "id", (id) => Number(id) + 5000)),
    ],
    "note-types-come-back-in-lower-case": [
      "The type of the answered note is in lower case",
      onSuccess(replace, (body) => edit(body, "type", (type) => String(type).toLowerCase())),
    ],
  },
  behavioural: {
    "after-a-refusal-a-note-loses-its-importance": [
      "The replacement after a refused one answers that the note is not important",
      afterwards(refusalOf(replace), [replace], (outgoing) =>
        withJson(
          outgoing,
          edit(parse(outgoing.body), "important", () => false),
        ),
      ),
    ],
    "the-same-note-twice-is-a-conflict": [
      "Replacing a note twice by the same is a conflict",
      onRepetition(replace, () => crmError(409, "CONFLICT", "The note is like that already.")),
    ],
    "a-note-moves-when-it-is-repeated": [
      "Replacing a note twice by the same gives it to the next contact",
      onRepetition(replace, (outgoing) =>
        withJson(
          outgoing,
          edit(parse(outgoing.body), "contactId", (id) => Number(id) + 1),
        ),
      ),
    ],
    "overlapping-notes-are-mixed": [
      "Of two replacements under way at once, the second one is stored with the text of the first",
      mixingOverlaps(replace, ({ note = "" }) => ({ note })),
    ],
    "notes-are-accepted-for-later-from-the-fifth-on": [
      "From the fifth replacement on a note is answered with 202",
      onCount(["replaceContactNote"], (count) => count > 4, withStatus(202)),
    ],
    "note-texts-are-cut": [
      "The text of a note is cut after 80 characters",
      onSuccess(replace, (body) => edit(body, "note", (note) => String(note).slice(0, 80))),
    ],
    "note-texts-are-escaped": [
      "The text of a note comes back escaped for HTML",
      onSuccess(replace, (body) => edit(body, "note", escaped)),
    ],
    "note-texts-are-read-as-latin-1": [
      "The text of a note loses every character beyond ASCII",
      onSuccess(replace, (body) => edit(body, "note", asLatin1)),
    ],
    "note-importance-is-forgotten": [
      "important is not read, so no note is",
      onSuccess(replace, (body) => edit(body, "important", () => false)),
    ],
    "note-dates-are-of-today": [
      "noteDate is the day of the request, whatever noteDateTime says",
      (next, surroundings) =>
        onSuccess(replace, (body, incoming) =>
          property(sentNote(incoming), "noteDateTime") === undefined
            ? body
            : edit(body, "noteDate", () => new Date(surroundings.now()).toISOString().slice(0, 10)),
        )(next, surroundings),
    ],
    "replacing-a-note-answers-the-one-before": [
      "The answer is read before the replacement is stored",
      (next) => {
        const stored = new Map<string, Outgoing>();
        return async (incoming) => {
          const outgoing = await next(incoming);
          if (incoming.operation !== replace || outgoing.status !== 200) return outgoing;
          const { pathname } = incoming.url;
          const before = stored.get(pathname) ?? outgoing;
          stored.set(pathname, outgoing);
          return before;
        };
      },
      {
        alsoBreaks: {
          "CRM-08": "What the note before was put without is missing though it was sent now.",
          "CRM-10": "isPrivate is that of the note before.",
          "CRM-27": "Omitted properties keep the value of the note before.",
        },
      },
    ],

    "note-texts-lose-emoji": [
      "Characters beyond 16 bits come back as question marks: the column is utf8 with three bytes",
      onSuccess(replace, (body) =>
        edit(body, "note", (note) => String(note).replaceAll(/[\u{10000}-\u{10ffff}]/gu, "?")),
      ),
    ],
    "note-texts-lose-combining-marks": [
      "Combining characters are dropped",
      onSuccess(replace, (body) => edit(body, "note", (note) => String(note).replaceAll(/\p{M}/gu, ""))),
    ],
    "note-texts-are-repaired": [
      "What looks like mojibake is decoded once more",
      onSuccess(replace, (body) =>
        edit(body, "note", (note) =>
          String(note).includes("Ã©") ? String(note).replaceAll("Ã©", "é") : note,
        ),
      ),
    ],
    "note-apostrophes-are-doubled": [
      "Apostrophes are escaped for SQL and stored so",
      onSuccess(replace, (body) => edit(body, "note", (note) => String(note).replaceAll("'", "''"))),
    ],
    "note-line-breaks-become-spaces": [
      "Line breaks of a note come back as spaces",
      onSuccess(replace, (body) => edit(body, "note", (note) => String(note).replaceAll(/\s*\n\s*/g, " "))),
    ],
    "note-escapes-are-read-twice": [
      "Backslashes of a text are taken for escapes",
      onSuccess(replace, (body) =>
        edit(body, "note", (note) => String(note).replaceAll("\\u0041", "A").replaceAll("\\n", "\n")),
      ),
    ],
    "note-percent-signs-are-decoded": [
      "The text of a note is decoded as if it came from an address",
      onSuccess(replace, (body) =>
        edit(body, "note", (note) => String(note).replaceAll("%20", " ").replaceAll("%25", "%")),
      ),
    ],
    "the-word-null-is-nothing": [
      "A note that says null is stored as one without a text",
      onSuccess(replace, (body) => edit(body, "note", (note) => (note === "null" ? null : note))),
      { alsoBreaks: { "CRM-08": "A note that lost its text has null there." } },
    ],
    "no-text-is-the-word-null": [
      "A note with an empty text comes back with the word null",
      onSuccess(replace, (body, incoming) =>
        sentNote(incoming)["note"] === "" ? { ...objectOf(body), note: "null" } : body,
      ),
    ],
    "an-empty-text-keeps-the-one-before": [
      "An empty text counts as none, and the stored one stays",
      storing((sent, before) => (sent["note"] === "" ? { ...sent, note: before["note"] ?? "" } : sent)),
    ],
    "digits-are-a-number": [
      "A text of digits is stored as a number and loses its zeros",
      onSuccess(replace, (body) =>
        edit(body, "note", (note) => (/^[\d.]+$/.test(String(note)) ? String(Number(note)) : note)),
      ),
    ],
    "note-escapes-of-json-are-not-read": [
      "Escapes of JSON beyond 16 bits are read unit by unit, and each half is lost",
      onRequest(replace, (incoming) => ({
        ...incoming,
        body: incoming.body?.replaceAll(/\\ud[89ab][0-9a-f]{2}\\ud[c-f][0-9a-f]{2}/g, "\\ufffd\\ufffd"),
      })),
    ],
    "note-dates-count-offsets-twice": [
      "The offset of noteDateTime is taken off twice",
      (next) => async (incoming) => {
        const note = sentNote(incoming);
        const moment = String(note["noteDateTime"]);
        const [, sign, hours] = /([+-])(\d\d):\d\d$/.exec(moment) ?? [];
        if (incoming.operation !== replace || sign === undefined) return next(incoming);
        const off = Number(hours) * 3_600_000 * (sign === "+" ? 24 : -24);
        return next(
          sending(incoming, { ...note, noteDateTime: new Date(Date.parse(moment) - off).toISOString() }),
        );
      },
    ],
    "leap-days-are-the-first-of-march": [
      "29 February of a year that ends with 00 is 1 March",
      onSuccess(replace, (body) =>
        edit(body, "noteDate", (day) => (day === "2000-02-29" ? "2000-03-01" : day)),
      ),
    ],
    "moments-beyond-2038-wrap-round": [
      "Moments are 32 bits wide",
      onSuccess(replace, (body) =>
        edit(body, "noteDate", (day) => (String(day) > "2038-01-19" ? "1964-01-25" : day)),
      ),
    ],
  },
});
