import { defineCheck, send } from "../model/check.ts";
import { responseOf } from "../model/exchange.ts";
import { observation, wrongStatus } from "./support/judgements.ts";
import { bearer } from "./support/sample-calls.ts";

const limitHeaders = ["x-ratelimit-limit", "x-rate-limit-limit", "ratelimit-limit"] as const;

export const exhaustedKeyIsLimited = defineCheck({
  id: "exhausted-key-is-limited",
  facts: ["CRM-46"],
  effect: "read",
  severity: "error",
  interfaces: ["crm"],
  needs: ["crm.credentials.exhaustedApiKey"],
  title: "A key whose hour is used up gets 429",
  why: "Clients wait on a 429 as it says; on anything else they retry or give up.",
  *plan() {
    yield* send({
      operation: "listContactMethodTypes",
      authorization: bearer("crm.credentials.exhaustedApiKey"),
      label: "exhausted",
      asItComes: true,
    });
  },
  *judge([exchange]) {
    if (exchange === undefined) return;
    const wrong = wrongStatus(exchange, [429], "a call with an exhausted key");
    if (wrong !== undefined) return yield wrong;
    const headers = responseOf(exchange)?.headers ?? {};
    const limit = limitHeaders.map((name) => headers[name]).find((value) => value !== undefined);
    if (limit !== undefined && /^\d+$/.test(limit))
      yield observation("U-27", `the announced limit is ${limit} an hour`, exchange);
  },
});
