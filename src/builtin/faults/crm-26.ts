import { faultsOf, type FaultAnswer } from "./fault.ts";
import { crmError, empty } from "./support/answers.ts";
import { today } from "./support/notes.ts";
import { sends } from "./support/requests.ts";
import { add, cutTo, latin1, lowerCase, enlarged, replaced, turned, decodedAgain } from "./support/edit.ts";
import {
  onAnswer,
  onBody,
  onField,
  onRequest,
  onSentField,
  refusedStatuses,
  status,
} from "./support/rows.ts";
import { address, after, every, from, mixingOverlaps, sentTwice, storing } from "./support/rules.ts";

const replace = "replaceContactNote";

const escaped = (text: unknown): string =>
  String(text).replaceAll("&", "&amp;").replaceAll('"', "&quot;").replaceAll("<", "&lt;");

export const faults = faultsOf("CRM-26", {
  gross: {
    "replacing-a-note-answers-nothing": [
      "Replacing a note is answered 204",
      onAnswer(replace, empty(204), 200),
    ],
    "replacing-a-note-answers-true": [
      "Replacing a note answers whether it was done",
      onBody(replace, () => true, 200),
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
      onAnswer(replace, status(202), 200),
    ],
    "note-answers-another-id": [
      "The id of the answered note is that of a revision",
      onField(replace, "id", enlarged(5000)),
    ],
    "note-types-come-back-in-lower-case": [
      "The type of the answered note is in lower case",
      onField(replace, "type", lowerCase),
    ],
  },
  behavioural: {
    "after-a-refusal-a-note-loses-its-importance": [
      "The replacement after a refused one answers that the note is not important",
      onField(replace, "important", false, after(replace, refusedStatuses)),
    ],
    "the-same-note-twice-is-a-conflict": [
      "Replacing a note twice by the same is a conflict",
      onAnswer(replace, crmError(409, "The note is like that already."), sentTwice),
    ],
    "a-note-moves-when-it-is-repeated": [
      "Replacing a note twice by the same gives it to the next contact",
      onField(replace, "contactId", enlarged(1), sentTwice),
    ],
    "overlapping-notes-are-mixed": [
      "Of two replacements under way at once, the second one is stored with the text of the first",
      mixingOverlaps(replace, ({ note = "" }) => ({ note })),
    ],
    "notes-are-accepted-for-later-from-the-fifth-on": [
      "From the fifth replacement on a note is answered with 202",
      onAnswer("replaceContactNote", status(202), from(5)),
    ],
    "note-texts-are-cut": [
      "The text of a note is cut after 80 characters",
      onField(replace, "note", cutTo(80)),
    ],
    "every-third-note-names-another-author": [
      "Every third replacement answers a note that somebody else has created",
      onField(replace, "createdByUser", "Somebody else", every(3)),
    ],
    "very-long-note-texts-are-cut": [
      "The text of a note is cut after 4,000 characters",
      onField(replace, "note", cutTo(4000)),
    ],
    "note-texts-are-escaped": [
      "The text of a note comes back escaped for HTML",
      onField(replace, "note", escaped),
    ],
    "note-texts-are-read-as-latin-1": [
      "The text of a note loses every character beyond ASCII",
      onField(replace, "note", latin1),
    ],
    "note-importance-is-forgotten": [
      "important is not read, so no note is",
      onField(replace, "important", false),
    ],
    "note-dates-are-of-today": [
      "noteDate is the day of the request, whatever noteDateTime says",
      onBody(
        replace,
        add("noteDate", today),
        sends(({ noteDateTime }) => noteDateTime !== undefined),
      ),
    ],
    "replacing-a-note-answers-the-one-before": [
      "The answer is read before the replacement is stored",
      (next) => {
        const stored = new Map<string, FaultAnswer>();
        return async (incoming) => {
          const outgoing = await next(incoming);
          if (incoming.operation !== replace || outgoing.status !== 200) return outgoing;
          const before = stored.get(address(incoming)) ?? outgoing;
          stored.set(address(incoming), outgoing);
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
      onField(replace, "note", replaced(/[\u{10000}-\u{10ffff}]/gu, "?")),
    ],
    "note-texts-lose-combining-marks": [
      "Combining characters are dropped",
      onField(replace, "note", replaced(/\p{M}/gu, "")),
    ],
    "note-texts-are-repaired": [
      "What looks like mojibake is decoded once more",
      onField(replace, "note", replaced("Ã©", "é")),
    ],
    "note-apostrophes-are-doubled": [
      "Apostrophes are escaped for SQL and stored so",
      onField(replace, "note", replaced("'", "''")),
    ],
    "note-line-breaks-become-spaces": [
      "Line breaks of a note come back as spaces",
      onField(replace, "note", replaced(/\s*\n\s*/g, " ")),
    ],
    "note-escapes-are-read-twice": [
      "Backslashes of a text are taken for escapes",
      onField(replace, "note", (note) => String(note).replaceAll("\\u0041", "A").replaceAll("\\n", "\n")),
    ],
    "note-percent-signs-are-decoded": [
      "The text of a note is decoded as if it came from an address",
      onField(replace, "note", (note) => String(note).replaceAll("%20", " ").replaceAll("%25", "%")),
    ],
    "the-word-null-is-nothing": [
      "A note that says null is stored as one without a text",
      onField(replace, "note", turned("null", null)),
      { alsoBreaks: { "CRM-08": "A note that lost its text has null there." } },
    ],
    "no-text-is-the-word-null": [
      "A note with an empty text comes back with the word null",
      onBody(
        replace,
        add("note", "null"),
        sends(({ note }) => note === ""),
      ),
    ],
    "an-empty-text-keeps-the-one-before": [
      "An empty text counts as none, and the stored one stays",
      storing(replace, (sent, before) =>
        sent["note"] === "" ? { ...sent, note: before["note"] ?? "" } : sent,
      ),
    ],
    "digits-are-a-number": [
      "A text of digits is stored as a number and loses its zeros",
      onField(replace, "note", (note) => (/^[\d.]+$/.test(String(note)) ? String(Number(note)) : note)),
    ],
    "note-escapes-of-json-are-not-read": [
      "Escapes of JSON beyond 16 bits are read unit by unit, and each half is lost",
      onRequest(replace, (incoming) => ({
        ...incoming,
        body: incoming.body?.replaceAll(/\\ud[89ab][0-9a-f]{2}\\ud[c-f][0-9a-f]{2}/g, "\\ufffd\\ufffd"),
      })),
      { alsoBreaks: { "GEN-03": "Escapes are a part of JSON." } },
    ],
    "note-dates-count-offsets-twice": [
      "The offset of noteDateTime is taken off twice",
      onSentField(replace, "noteDateTime", (moment) => {
        const [, sign, hours] = /([+-])(\d\d):\d\d$/.exec(String(moment)) ?? [];
        if (sign === undefined) return moment;
        const off = Number(hours) * 3_600_000 * (sign === "+" ? 24 : -24);
        return new Date(Date.parse(String(moment)) - off).toISOString();
      }),
    ],
    "leap-days-are-the-first-of-march": [
      "29 February of a year that ends with 00 is 1 March",
      onField(replace, "noteDate", turned("2000-02-29", "2000-03-01")),
    ],
    "moments-beyond-2038-wrap-round": [
      "Moments are 32 bits wide",
      onField(replace, "noteDate", (day) => (String(day) > "2038-01-19" ? "1964-01-25" : day)),
    ],
    "note-exponents-are-numbers": [
      "A text like 1e3 is stored as a number",
      onSentField(replace, "note", (note) => (/^\de\d$/.test(String(note)) ? String(Number(note)) : note)),
    ],
    "notes-are-decoded-once-more": [
      "Percent signs of a note are decoded, if they can be",
      onSentField(replace, "note", decodedAgain),
    ],
    "notes-of-midnight-are-of-the-day-before": [
      "A note of the first moment of a day is of the day before",
      onSentField(replace, "noteDateTime", (moment) =>
        String(moment).endsWith("T00:00:00Z")
          ? new Date(Date.parse(String(moment)) - 1).toISOString()
          : moment,
      ),
    ],
  },
});
