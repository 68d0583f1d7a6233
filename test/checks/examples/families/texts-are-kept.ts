import { isObject, type JsonObject, property } from "../../../../src/checks/support/json.ts";
import type { AnyCall } from "../../../../src/core/model/exchange.ts";
import { answeredBy } from "../../kit/answered-by.ts";
import type { ActiveExamples, AnswerExample, Family } from "../../kit/example.ts";

const sentBy = ({ body }: AnyCall): unknown => {
  if (body?.kind === "text") return JSON.parse(body.text);
  return body?.kind === "json" ? body.value : undefined;
};

interface Note {
  readonly note: unknown;
  readonly noteDate: string;
}

const noteOf = (call: AnyCall): Note => ({
  note: property(sentBy(call), "note"),
  noteDate: String(property(sentBy(call), "noteDateTime")).slice(0, 10),
});

const storingNotes = (change: (note: Note, call: AnyCall) => Note | AnswerExample) => ({
  answers: answeredBy("note-texts-are-kept", (call) => {
    const answer = change(noteOf(call), call);
    return "noteDate" in answer ? { body: answer } : answer;
  }),
});

const onNoteText = (change: (text: string) => unknown) =>
  storingNotes((note) => (typeof note.note === "string" ? { ...note, note: change(note.note) } : note));

const inZone = (hours: number) =>
  storingNotes((note, call) => {
    const moment = Date.parse(String(property(sentBy(call), "noteDateTime")));
    return { ...note, noteDate: new Date(moment + hours * 3_600_000).toISOString().slice(0, 10) };
  });

type Store = (record: JsonObject) => JsonObject | undefined;

/** A target that stores campaigns as they are changed, refuses those that become nothing, and has no other records. */
const storingCampaigns = (store: Store) => {
  let stored: JsonObject = {};
  return {
    answers: answeredBy("replaced-texts-are-kept", ({ operation, body }) => {
      if (operation === "listCampaigns") return { body: { items: [stored], total: 1 } };
      const sent = body?.kind === "json" && isObject(body.value) ? store(body.value) : undefined;
      if (operation !== "replaceCampaign" || sent === undefined) return { status: 400 };
      stored = sent;
      return { status: 204 };
    }),
  };
};

const onCampaignTexts =
  (change: (text: string) => unknown): Store =>
  (record) =>
    Object.fromEntries(
      Object.entries(record).map(([name, value]) => [
        name,
        typeof value === "string" ? change(value) : value,
      ]),
    );

const onGoal =
  (change: (goal: number) => unknown): Store =>
  (record) => ({ ...record, goal: change(Number(record["goal"])) });

/** A target that stores users, groups and projects as they are changed. */
const storingVolunteers = (change: (text: string, operation: string) => unknown) => {
  let last: JsonObject = {};
  return {
    answers: answeredBy("volunteer-texts-are-kept", ({ operation, body }) => {
      if (operation === "getUser") return { body: { data: last } };
      const sent = body?.kind === "json" && isObject(body.value) ? body.value : {};
      last = {
        id: 7,
        ...Object.fromEntries(
          Object.entries(sent).map(([name, value]) => [
            name,
            typeof value === "string" ? change(value, operation) : value,
          ]),
        ),
      };
      return { body: { data: { id: 7 } } };
    }),
  };
};

const withoutAccents = (text: string): string => text.normalize("NFD").replaceAll(/\p{M}/gu, "");

const of = (wanted: string, change: (text: string) => unknown) =>
  storingVolunteers((text, operation) => (operation === wanted ? change(text) : text));

export const active: Family<ActiveExamples> = {
  "note-texts-are-kept": {
    pass: storingNotes((note) => note),
    otherwise: {
      "spaces around a text are kept": onNoteText((text) => text.trim()),
      "letters and line breaks are written in one way": onNoteText((text) =>
        text.normalize("NFD").replaceAll("\n", "\r\n"),
      ),
      "an empty text is a text": onNoteText((text) => (text.trim() === "" ? null : text)),
      "any text is taken": storingNotes((note) =>
        /[^\0-\x7f]/.test(String(note.note)) ? { status: 422 } : note,
      ),
      "a day is one of the west": inZone(-8),
      "a day is one of the east": inZone(13),
      "a day is one of Greenwich": inZone(0),
    },
    fails: {
      "CRM-26: emoji are lost": {
        ...onNoteText((text) => text.replaceAll(/[\u{10000}-\u{10ffff}]/gu, "?")),
        says: "emoji: note of a note does not come back as it was sent",
      },
      "CRM-26: texts are escaped": {
        ...onNoteText((text) => text.replaceAll("&", "&amp;")),
        says: "signs of markup: note of a note does not come back as it was sent",
      },
      "CRM-26: the word null is taken for nothing": onNoteText((text) => (text === "null" ? null : text)),
      "CRM-26: an apostrophe breaks the server": {
        ...storingNotes((note) => (String(note.note).includes("'") ? { status: 500 } : note)),
        says: "apostrophes: writing a note fails",
      },
      "CRM-26 /noteDate: 29 February 2000 is taken for 1 March": storingNotes((note) =>
        note.noteDate === "2000-02-29" ? { ...note, noteDate: "2000-03-01" } : note,
      ),
      "CRM-26 /note: escapes of JSON are lost": storingNotes((note, call) =>
        call.body?.kind === "text" ? { ...note, note: "Thanks" } : note,
      ),
    },
  },
  "replaced-texts-are-kept": {
    pass: storingCampaigns((record) => record),
    otherwise: {
      "spaces around a text are kept": storingCampaigns(onCampaignTexts((text) => text.trim())),
      "a text is shown as it was sent": storingCampaigns(
        onCampaignTexts(
          (text) => `<p>${text.toUpperCase().replaceAll("&", "&amp;").replaceAll("<", "&lt;")}</p>`,
        ),
      ),
      "a text is shown alone": storingCampaigns(onCampaignTexts((text) => `${text} (draft)`)),
      "any text is taken": storingCampaigns((record) =>
        /[^\0-\x7f]/.test(String(record["name"])) ? undefined : record,
      ),
      "an amount is shown as a number": storingCampaigns(onGoal((goal) => goal.toFixed(2))),
      "an amount of 0 is shown": storingCampaigns(onGoal((goal) => (goal === 0 ? undefined : goal))),
      "an amount has cents": storingCampaigns(onGoal((goal) => Math.round(goal))),
    },
    fails: {
      "DON-17: texts are read as Latin-1": {
        ...storingCampaigns(onCampaignTexts((text) => Buffer.from(text, "utf8").toString("latin1"))),
        says: "emoji: name of a campaign does not come back as it was sent",
      },
      "DON-17: an empty text is taken for nothing said, and the old one stays": storingCampaigns(
        onCampaignTexts((text) => (text === "" ? "Ordinary words of a run" : text)),
      ),
      "DON-17: amounts are 32 bits of floating point": {
        ...storingCampaigns(onGoal(Math.fround)),
        says: "the amount -1234567.89: goal of a campaign does not come back as it was sent",
      },
      "DON-17: an amount of 0 is none": {
        ...storingCampaigns(onGoal((goal) => goal || null)),
        says: "the amount 0: goal of a campaign does not come back as it was sent",
      },
      "DON-17: an amount loses its sign": {
        ...storingCampaigns(onGoal((goal) => Math.abs(goal))),
        says: "the amount -1234567.89: goal of a campaign does not come back as it was sent",
      },
    },
  },
  "volunteer-texts-are-kept": {
    pass: storingVolunteers((text) => text),
    otherwise: {
      "texts are shown as they were sent": storingVolunteers((text) => text.toUpperCase()),
      "an empty text is a text": storingVolunteers((text) => (text === "" ? null : text.trim())),
      "what was sent is shown": storingVolunteers(() => "not shown"),
    },
    fails: {
      "VOL-03: names of users lose their accents": {
        ...of("createUser", withoutAccents),
        says: "combining characters: first_name of a user does not come back as it was sent",
      },
      "VOL-04: names of projects end at a line break": of("updateProject", (text) => text.split("\n")[0]),
      "VOL-05: names of groups are escaped": of("updateGroup", (text) => text.replaceAll("'", "&#39;")),
    },
  },
};
