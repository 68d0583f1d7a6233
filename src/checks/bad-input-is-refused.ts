import { defineCheck, send, type Judgement, type PlanContext } from "../harness/model/check.ts";
import type { Call } from "../harness/model/exchange.ts";
import { labelled, notApplicable, wrongStatus } from "./support/judgements.ts";
import { unknownId } from "./support/unknown-id.ts";
import { idAt, mainBearer, sampleCall } from "./support/sample-calls.ts";
import { toBeRefused } from "./support/refusal.ts";

const malformed = '{"note": "cut short';

const label = (what: string, operation: string): string => `${what} to ${operation}`;

/** Only a record declared as scratch, or one with an unknown id, is written to. */
const unknownRecords = (context: PlanContext): readonly Call[] =>
  (context.isEmbedded === true ? (["addEventContact", "replaceContactNote"] as const) : []).flatMap(
    (operation) => {
      const call = sampleCall(operation, context, mainBearer("crm"), label("an unknown id", operation));
      const path = Object.keys(call?.path ?? {}).map((name) => [name, unknownId]);
      return call === undefined
        ? []
        : [{ ...call, path: Object.fromEntries(path) as Record<string, number> }];
    },
  );

export const badInputIsRefused = defineCheck({
  id: "bad-input-is-refused",
  facts: ["CRM-45"],
  effect: "write",
  severity: "error",
  interfaces: ["crm"],
  needs: ["crm.credentials.apiKey"],
  title: "Malformed JSON gets 400; input that breaks a business rule gets 422",
  why: "A 400 is a bug in the client; a 422 is a message for its user.",
  *plan(context) {
    const noteId = idAt(context, "crm.scratch.noteId");
    const eventId = idAt(context, "crm.scratch.eventId");
    const text = { kind: "text", text: malformed, mediaType: "application/json" } as const;
    const authorization = mainBearer("crm");
    const calls: Call[] = [];
    if (noteId !== undefined)
      calls.push({
        operation: "replaceContactNote",
        path: { noteId },
        body: text,
        authorization,
        label: label("malformed JSON", "replaceContactNote"),
      });
    if (eventId !== undefined)
      calls.push(
        {
          operation: "addEventContact",
          path: { eventId },
          body: text,
          authorization,
          label: label("malformed JSON", "addEventContact"),
        },
        {
          operation: "addEventContact",
          path: { eventId },
          body: { kind: "json", value: {} },
          authorization,
          label: label("a body without its required field", "addEventContact"),
        },
      );
    calls.push(...unknownRecords(context));
    for (const call of calls) yield* send(toBeRefused(call));
  },
  *judge(exchanges): Generator<Judgement> {
    if (exchanges.length === 0)
      return yield notApplicable("not configured: crm.scratch.noteId or crm.scratch.eventId");
    for (const [what, status] of [
      ["malformed JSON", 400],
      ["a body without its required field", 422],
      ["an unknown id", 404],
    ] as const)
      for (const operation of ["replaceContactNote", "addEventContact"]) {
        const exchange = labelled(exchanges, label(what, operation));
        const wrong = exchange && wrongStatus(exchange, [status], label(what, operation));
        if (wrong !== undefined) yield wrong;
      }
  },
});
