import { defineCheck, send, type Judgement } from "../harness/model/check.ts";
import { isSuccess, jsonOf, type Exchange } from "../harness/model/exchange.ts";
import { shownFlag } from "../harness/validation/shape-of.ts";
import { stayed } from "./relations/last-written.ts";
import { has, isGone, property } from "./support/json.ts";
import { notApplicable, statusOf, violation, wrongStatus } from "./support/judgements.ts";
import { noteAnswerNames, noteProperties, type NoteProperty } from "./support/note.ts";
import { noteNeeds, putNote, scratchNote, without } from "./support/note-calls.ts";

const singles: readonly (readonly NoteProperty[])[] = noteProperties.map((name) => [name]);

/** Some properties, and all others: any two of them are together in one of these. */
const halves: readonly (readonly NoteProperty[])[] = [
  ["note", "noteDateTime", "important"],
  ["type", "timeSpent", "private"],
  ["note", "noteDateTime", "private"],
  ["type", "timeSpent", "important"],
  ["important", "private"],
  ["type", "timeSpent", "note", "noteDateTime"],
];

const pairsIn = (names: readonly NoteProperty[]): typeof halves =>
  names.flatMap((left, index) => names.slice(index + 1).map((right) => [left, right] as const));

/** All but the type, which a server may want, and all. */
const almostAll = [noteProperties.filter((name) => name !== "type"), noteProperties] as const;

/** Whether a server wants what was left out: which properties are required is not stated. */
const isIncomplete = (exchange: Exchange): boolean => [400, 422].includes(statusOf(exchange));

const labelOf = (names: readonly NoteProperty[]): string =>
  names.length === 0 ? "a whole note" : `a replacement without ${names.join(" and ")}`;

/** What stayed of the note stored before, though the replacement does not have it. */
const kept = function* (after: Exchange, before: Exchange): Generator<Judgement> {
  for (const { request, answer } of noteAnswerNames) {
    const value = property(jsonOf(after), answer);
    if (!has(before.request.body, request) || has(after.request.body, request) || isGone(value)) continue;
    yield violation({
      rule: "relation",
      message:
        typeof value === "boolean"
          ? `${answer} stayed ${String(value)} after a PUT without ${request}`
          : `${answer} stayed after a PUT without ${request}`,
      cause: stayed("note", answer, request),
      exchange: after,
      also: [before],
      pointer: `/${answer}`,
      expected: "gone: absent, null, empty, false or 0",
      actual: shownFlag(value),
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
  title: "Replacing a note clears every property that the body leaves out",
  why: "A server that merges keeps a private or important flag that the user has just removed.",
  *plan(context) {
    const note = scratchNote(context);
    const open: (readonly NoteProperty[])[] = [[], ...almostAll, ...context.sample(halves, 0), ...singles];
    const known = new Set(open.map(labelOf));
    let stored: readonly NoteProperty[] = [];
    // Each one leaves out what the stored one has, so that there is something to be removed.
    while (open.length > 0) {
      const next = open.findIndex((names) => !names.some((name) => stored.includes(name)));
      const names = next < 0 ? [] : (open.splice(next, 1)[0] ?? []);
      const exchange = yield* send(putNote(context, labelOf(names), without(note, names)));
      if (isSuccess(exchange)) stored = names;
      else if (next < 0) break;
      if (!isIncomplete(exchange) || !halves.includes(names)) continue;
      for (const pair of pairsIn(names)) {
        if (!known.has(labelOf(pair))) open.push(pair);
        known.add(labelOf(pair));
      }
    }
    yield* send(putNote(context, "put back", note));
  },
  *judge(exchanges): Generator<Judgement> {
    let before: Exchange | undefined;
    let judged = 0;
    for (const exchange of exchanges) {
      // A refusal for want of a required property keeps nothing stale.
      if (isIncomplete(exchange)) continue;
      const wrong = wrongStatus(exchange, [200], exchange.call?.label ?? "");
      if (wrong !== undefined) {
        if (before !== undefined) yield wrong;
        continue;
      }
      if (before !== undefined) yield* kept(exchange, before);
      if (Object.keys(exchange.request.body ?? {}).length < noteProperties.length) judged += 1;
      before = exchange;
    }
    if (judged === 0) yield notApplicable("no partial replacement was accepted");
  },
});
