import { defineCheck, send, type Judgement } from "../model/check.ts";
import { jsonOf, type Exchange } from "../model/exchange.ts";
import { shapeOf } from "../validation/shape-of.ts";
import { isGone, property } from "./support/json.ts";
import { labelled, notApplicable, statusOf, violation, wrongStatus } from "./support/judgements.ts";
import { noteAnswerNames, noteProperties, type NoteProperty } from "./support/note.ts";
import { noteNeeds, putNote, scratchNote, without } from "./support/note-calls.ts";

/** Each property alone, each pair, all but one, and all. */
const omissions: readonly (readonly NoteProperty[])[] = [
  ...noteProperties.map((name) => [name]),
  ...noteProperties.flatMap((left, index) => noteProperties.slice(index + 1).map((right) => [left, right])),
  ...noteProperties.map((kept) => noteProperties.filter((name) => name !== kept)),
  noteProperties,
];

const labelOf = (names: readonly NoteProperty[]): string => `without ${names.join(" and ")}`;

const answerName = (name: NoteProperty): string =>
  noteAnswerNames.find(({ request }) => request === name)?.answer ?? name;

const kept = function* (exchange: Exchange, names: readonly NoteProperty[]): Generator<Judgement> {
  for (const name of names) {
    const answer = answerName(name);
    const value = property(jsonOf(exchange), answer);
    if (isGone(value)) continue;
    yield violation({
      rule: "relation",
      message: `${name} was left out of the replacement and is still there`,
      exchange,
      pointer: `/${answer}`,
      expected: "gone: absent, null, empty, false or 0",
      actual: shapeOf(value),
    });
  }
};

export const noteIsReplacedWhole = defineCheck({
  id: "note-is-replaced-whole",
  facts: ["CRM-27"],
  effect: "write",
  severity: "error",
  interfaces: ["crm"],
  needs: noteNeeds,
  title: "A property left out of a note's replacement is gone",
  why: "A server that merges keeps a private or important flag that its user has just taken away.",
  *plan(context) {
    const note = scratchNote(context);
    for (const names of omissions) {
      yield* send(putNote(context, `whole before ${labelOf(names)}`, note));
      yield* send(putNote(context, labelOf(names), without(note, names)));
    }
    yield* send(putNote(context, "put back", note));
  },
  *judge(exchanges): Generator<Judgement> {
    let judged = 0;
    for (const names of omissions) {
      const before = labelled(exchanges, `whole before ${labelOf(names)}`);
      const after = labelled(exchanges, labelOf(names));
      if (before === undefined || after === undefined || statusOf(before) !== 200) continue;
      // A refusal for want of a required property keeps nothing stale: which are required is not stated.
      if (statusOf(after) === 400 || statusOf(after) === 422) continue;
      const wrong = wrongStatus(after, [200], `a replacement ${labelOf(names)}`);
      if (wrong !== undefined) yield wrong;
      else yield* kept(after, names);
      judged += 1;
    }
    if (judged === 0) yield notApplicable("no partial replacement was taken");
  },
});
