import { defineTaggedCheck, send, type Judgement } from "../core/model/check.ts";
import type { Call } from "../core/model/exchange.ts";
import { notApplicable, tagged, wrongStatus } from "./support/judgements.ts";
import { advance, putClockBack, readClock } from "./support/sandbox-calls.ts";
import { announcedLimit, freshCredential } from "./support/sandbox-credential.ts";
import { toBeRefused } from "./support/refusal.ts";

const hour = 3_600_000;

type Tag =
  | "the first request of the hour"
  | "the last request within the hourly limit"
  | "the first request above the hourly limit"
  | "the first request of the next hour";

export const hourlyLimitIsKept = defineTaggedCheck<Tag>({
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
    const read = (tag: Tag): Call<Tag> => ({
      operation: "listContactMethodTypes",
      authorization: credential.authorization,
      label: tag,
      tag,
      fresh: true,
      asItComes: true,
    });
    const limit = announcedLimit(yield* send(read("the first request of the hour")));
    if (limit === undefined || limit < 2) return;
    yield* credential.spend(limit - 1, "all but one");
    yield* send(read("the last request within the hourly limit"));
    yield* send(toBeRefused(read("the first request above the hourly limit")));
    const before = yield* send(readClock);
    yield* send(advance(hour, "an hour on"));
    yield* send(read("the first request of the next hour"));
    yield* send(putClockBack(before));
  },
  *judge(exchanges): Generator<Judgement> {
    if (tagged(exchanges, "the first request above the hourly limit") === undefined)
      return yield notApplicable("the sandbox announces no limit");
    for (const [tag, status] of [
      ["the last request within the hourly limit", 200],
      ["the first request above the hourly limit", 429],
      ["the first request of the next hour", 200],
    ] as const) {
      const exchange = tagged(exchanges, tag);
      const wrong = exchange && wrongStatus(exchange, [status], tag);
      if (wrong !== undefined) yield wrong;
    }
  },
});
