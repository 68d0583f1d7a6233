import { resources } from "../contract/generated/resources.ts";
import { defineCheck, send, type Judgement } from "../harness/model/check.ts";
import { isSuccess, type Exchange } from "../harness/model/exchange.ts";
import { judgeOneFact } from "./relations/judge-written.ts";
import { without } from "./support/json.ts";
import { notApplicable, statusOf, wrongStatus } from "./support/judgements.ts";
import { noteProperties, type NoteProperty } from "./support/note.ts";
import { noteNeeds, putNote, scratchNote } from "./support/note-calls.ts";

const singles: readonly (readonly NoteProperty[])[] = noteProperties.map((name) => [name]);

/** Property sets and their complements; any two properties are together in one of them. */
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

/** All but the type, which a server may require, and all. */
const almostAll = [noteProperties.filter((name) => name !== "type"), noteProperties] as const;

/** Whether a server requires what was left out: required properties are not stated. */
const isIncomplete = (exchange: Exchange): boolean => [400, 422].includes(statusOf(exchange));

const labelOf = (names: readonly NoteProperty[]): string =>
  names.length === 0 ? "a whole note" : `a replacement without ${names.join(" and ")}`;

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
    // Each leaves out properties that the stored note has, so that there is something to remove.
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
    // A refusal for lack of a required property cannot keep old values.
    const complete = exchanges.filter((exchange) => !isIncomplete(exchange));
    const first = complete.findIndex((exchange) => statusOf(exchange) === 200);
    for (const exchange of first < 0 ? [] : complete.slice(first)) {
      const wrong = wrongStatus(exchange, [200], exchange.call?.label ?? "");
      if (wrong !== undefined) yield wrong;
    }
    yield* judgeOneFact(resources.crm.note, "CRM-27", complete);
    const isPartial = ({ request }: Exchange): boolean =>
      Object.keys(request.body ?? {}).length < noteProperties.length;
    if (!complete.some((exchange) => statusOf(exchange) === 200 && isPartial(exchange)))
      yield notApplicable("no partial replacement was accepted");
  },
});
