import { property } from "../../../src/checks/support/json.ts";
import type { Call } from "../../../src/harness/model/exchange.ts";
import { answeredBy } from "../kit/answered-by.ts";
import type { ActiveExamples, AnswerExample } from "../kit/example.ts";

const sentBy = ({ body }: Call): unknown => {
  if (body?.kind === "text") return JSON.parse(body.text);
  return body?.kind === "json" ? body.value : undefined;
};

interface Note {
  readonly note: unknown;
  readonly noteDate: string;
}

const noteOf = (call: Call): Note => ({
  note: property(sentBy(call), "note"),
  noteDate: String(property(sentBy(call), "noteDateTime")).slice(0, 10),
});

const answersWith = (change: (note: Note, call: Call) => Note | AnswerExample) => ({
  answers: answeredBy("note-texts-are-kept", (call) => {
    const answer = change(noteOf(call), call);
    return "noteDate" in answer ? { body: answer } : answer;
  }),
});

const onText = (change: (text: string) => unknown) =>
  answersWith((note) => (typeof note.note === "string" ? { ...note, note: change(note.note) } : note));

const inZone = (hours: number) =>
  answersWith((note, call) => {
    const moment = Date.parse(String(property(sentBy(call), "noteDateTime")));
    return { ...note, noteDate: new Date(moment + hours * 3_600_000).toISOString().slice(0, 10) };
  });

export const examples: ActiveExamples = {
  pass: answersWith((note) => note),
  otherwise: {
    "spaces around a text are kept": onText((text) => text.trim()),
    "letters and line breaks are written in one way": onText((text) =>
      text.normalize("NFD").replaceAll("\n", "\r\n"),
    ),
    "an empty text is a text": onText((text) => (text.trim() === "" ? null : text)),
    "any text is taken": answersWith((note) =>
      /[^\0-\x7f]/.test(String(note.note)) ? { status: 422 } : note,
    ),
    "a day is one of the west": inZone(-8),
    "a day is one of the east": inZone(13),
    "a day is one of Greenwich": inZone(0),
  },
  fails: {
    "CRM-26: emoji are lost": {
      ...onText((text) => text.replaceAll(/[\u{10000}-\u{10ffff}]/gu, "?")),
      says: "emoji: note of a note does not come back as it was sent",
    },
    "CRM-26: texts are escaped": {
      ...onText((text) => text.replaceAll("&", "&amp;")),
      says: "signs of markup: note of a note does not come back as it was sent",
    },
    "CRM-26: the word null is taken for nothing": onText((text) => (text === "null" ? null : text)),
    "CRM-26: an apostrophe breaks the server": {
      ...answersWith((note) => (String(note.note).includes("'") ? { status: 500 } : note)),
      says: "apostrophes: writing a note fails",
    },
    "CRM-26 /noteDate: 29 February 2000 is taken for 1 March": answersWith((note) =>
      note.noteDate === "2000-02-29" ? { ...note, noteDate: "2000-03-01" } : note,
    ),
    "CRM-26 /note: escapes of JSON are lost": answersWith((note, call) =>
      call.body?.kind === "text" ? { ...note, note: "Thanks" } : note,
    ),
  },
};
