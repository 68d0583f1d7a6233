import { defineCheck, send } from "../harness/model/check.ts";
import { jsonOf } from "../harness/model/exchange.ts";
import { shownFlag } from "../harness/validation/shape-of.ts";
import { has, property } from "./support/json.ts";
import { notApplicable, statusOf, violation } from "./support/judgements.ts";
import { noteNeeds, putNote, scratchNote } from "./support/note-calls.ts";

export const notePrivacyIsRenamed = defineCheck({
  id: "note-privacy-is-renamed",
  facts: ["CRM-10"],
  effect: "write",
  severity: "error",
  interfaces: ["crm"],
  needs: noteNeeds,
  title: "A note's private comes back as isPrivate",
  why: "A consumer that misses the renamed flag shows a private note to everybody.",
  *plan(context) {
    const note = scratchNote(context);
    // There and back: a flag that sticks shows in one direction only.
    yield* send(putNote(context, "private", { ...note, private: true }));
    yield* send(putNote(context, "public", { ...note, private: false }));
    yield* send(putNote(context, "put back", note));
  },
  *judge(exchanges) {
    const taken = exchanges.filter((exchange) => statusOf(exchange) === 200);
    if (taken.length === 0) return yield notApplicable("no replacement was accepted");
    for (const exchange of taken) {
      const body = jsonOf(exchange);
      const sent = property(exchange.request.body, "private");
      const answered = property(body, "isPrivate");
      if (answered !== sent)
        yield violation({
          rule: "relation",
          message: `isPrivate is ${shownFlag(answered)} after a PUT with private ${shownFlag(sent)}`,
          exchange,
          pointer: "/isPrivate",
          expected: String(sent),
          actual: shownFlag(answered),
        });
      if (has(body, "private"))
        yield violation({
          rule: "extra",
          message: "the answer has private beside or in place of isPrivate",
          exchange,
          pointer: "/private",
          expected: "isPrivate only",
          actual: shownFlag(property(body, "private")),
        });
    }
  },
});
