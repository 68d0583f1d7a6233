import { troublesomeMoments, troublesomeTexts } from "../contract/arbitraries/troublesome-values.ts";
import { defineCheck, send, type Judgement } from "../harness/model/check.ts";
import { jsonOf, type Call, type Exchange } from "../harness/model/exchange.ts";
import { isKept } from "./support/kept-text.ts";
import { property } from "./support/json.ts";
import { notApplicable, statusOf, violation } from "./support/judgements.ts";
import { noteNeeds, putNote, scratchNote } from "./support/note-calls.ts";
import { toBeRefused } from "./support/refusal.ts";
import { judgeTexts, tryTexts, type Shown } from "./support/written-values.ts";

const shown: Shown = {
  name: "note",
  fact: "CRM-26",
  show: (exchange, field) => (field === "note" ? property(jsonOf(exchange), "note") : undefined),
};

const escaped = "a note in escapes";

const escapedText = troublesomeTexts.find(({ name }) => name === "emoji")?.text ?? "";

/** JSON without a character beyond ASCII: each of them in an escape. */
const inEscapes = (value: unknown): string =>
  JSON.stringify(value).replaceAll(
    /[\u0080-\uffff]/g,
    (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, "0")}`,
  );

const momentLabel = (moment: string): string => `a note of ${moment}`;

const hour = 3_600_000;

/** Zones of organizations, in hours: all moments are in one season, so that one zone must explain every day. */
const zones = Array.from({ length: 93 }, (_, index) => -10 + index / 4);

const dayIn = (moment: string, zone: number): string =>
  new Date(Date.parse(moment) + zone * hour).toISOString().slice(0, 10);

type Reading = (moment: string, day: string) => boolean;

/** The ways in which a day may follow from a moment: as it is written, or in one zone. */
const readings: readonly Reading[] = [
  (moment, day) => moment.slice(0, 10) === day,
  ...zones.map(
    (zone): Reading =>
      (moment, day) =>
        dayIn(moment, zone) === day,
  ),
];

const judgeDays = function* (exchanges: readonly Exchange[]): Generator<Judgement> {
  let possible = readings;
  for (const moment of troublesomeMoments) {
    const exchange = exchanges.find(({ call }) => call?.label === momentLabel(moment));
    const day = exchange && property(jsonOf(exchange), "noteDate");
    // One that is no date breaks CRM-08, and a note without one is judged elsewhere.
    if (exchange === undefined || statusOf(exchange) !== 200 || typeof day !== "string") continue;
    if (!/^\d{4}-\d\d-\d\d$/.test(day)) continue;
    const left = possible.filter((reading) => reading(moment, day));
    if (left.length > 0) {
      possible = left;
      continue;
    }
    yield violation({
      rule: "relation",
      message: `noteDate is not the day of noteDateTime ${moment}, in one zone for all notes`,
      exchange,
      pointer: "/noteDate",
      expected: `a day of ${moment}`,
      actual: "another day",
    });
  }
};

export const noteTextsAreKept = defineCheck({
  id: "note-texts-are-kept",
  facts: ["CRM-26"],
  effect: "write",
  severity: "error",
  interfaces: ["crm"],
  needs: noteNeeds,
  title: "A note holds the text and the day that were sent, whatever they are",
  why: "Notes are written in every language, on every day of the year.",
  turns: 6,
  *plan(context) {
    const note = scratchNote(context);
    const write = (values: object, label: string): Call => putNote(context, label, { ...note, ...values });
    yield* tryTexts(
      context,
      {
        ...shown,
        write,
        // No read of a note is stated.
        // eslint-disable-next-line require-yield
        *read() {
          return undefined;
        },
        texts: ["note"],
        amounts: [],
      },
      1,
    );
    for (const label of context.sample([escaped], 0))
      yield* send({
        ...write({}, label),
        body: {
          kind: "text",
          text: inEscapes({ ...note, note: escapedText }),
          mediaType: "application/json",
        },
      });
    for (const moment of context.sample(troublesomeMoments, 2))
      yield* send(toBeRefused(write({ noteDateTime: moment }, momentLabel(moment))));
    yield* send(write({}, "put back"));
  },
  *judge(exchanges): Generator<Judgement> {
    if (exchanges.length === 0) return yield notApplicable("it was another check's turn");
    yield* judgeTexts(shown, exchanges);
    yield* judgeDays(exchanges);
    const plain = exchanges.find(({ call }) => call?.label === escaped);
    if (
      plain !== undefined &&
      statusOf(plain) === 200 &&
      !isKept(escapedText, property(jsonOf(plain), "note"))
    )
      yield violation({
        rule: "relation",
        message: "a note that was sent in escapes of JSON does not come back as it was sent",
        exchange: plain,
        pointer: "/note",
        expected: "the text that the escapes stand for",
        actual: "another text",
      });
  },
});
