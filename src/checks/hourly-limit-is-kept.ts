import { defineCheck, send, type Judgement } from "../core/model/check.ts";
import type { Call } from "../core/model/exchange.ts";
import { labelled, notApplicable, wrongStatus } from "./support/judgements.ts";
import { advance, putClockBack, readClock } from "./support/sandbox-calls.ts";
import { announcedLimit, freshCredential } from "./support/sandbox-credential.ts";
import { toBeRefused } from "./support/refusal.ts";

const hour = 3_600_000;

export const hourlyLimitIsKept = defineCheck({
  id: "hourly-limit-is-kept",
  facts: ["CRM-48"],
  effect: "sandbox",
  interfaces: ["crm"],
  needs: [],
  title: "The hourly limit returns 429 once it is exceeded, and not before",
  why: "Only a limit that is enforced tests a consumer's pacing.",
  *plan() {
    const credential = yield* freshCredential("crm");
    if (credential === undefined) return;
    const read = (label: string): Call => ({
      operation: "listContactMethodTypes",
      authorization: credential.authorization,
      label,
      fresh: true,
      asItComes: true,
    });
    const limit = announcedLimit(yield* send(read("first of the hour")));
    if (limit === undefined || limit < 2) return;
    yield* credential.spend(limit - 1, "all but one");
    yield* send(read("last of the hour"));
    yield* send(toBeRefused(read("one too many")));
    const before = yield* send(readClock);
    yield* send(advance(hour, "an hour on"));
    yield* send(read("first of the next hour"));
    yield* send(putClockBack(before));
  },
  *judge(exchanges): Generator<Judgement> {
    if (labelled(exchanges, "one too many") === undefined)
      return yield notApplicable("the sandbox announces no limit");
    for (const [label, status] of [
      ["last of the hour", 200],
      ["one too many", 429],
      ["first of the next hour", 200],
    ] as const) {
      const exchange = labelled(exchanges, label);
      const wrong = exchange && wrongStatus(exchange, [status], `the request ${label}`);
      if (wrong !== undefined) yield wrong;
    }
  },
});
