import { defineCheck, send, type Judgement } from "../model/check.ts";
import { notApplicable, wrongStatus } from "./support/judgements.ts";
import { malformedJson } from "./support/malformed.ts";
import { mainBearer } from "./support/sample-calls.ts";

const replacements = [
  { operation: "replaceCampaign", scratch: "donation.scratch.campaign" },
  { operation: "replaceProject", scratch: "donation.scratch.project" },
  { operation: "replaceSegment", scratch: "donation.scratch.segment" },
] as const;

export const malformedReplacementIsRefused = defineCheck({
  id: "malformed-replacement-is-refused",
  facts: ["DON-20"],
  effect: "write",
  severity: "error",
  interfaces: ["donation"],
  needs: ["donation.credentials.token"],
  title: "A replacement that cannot be read gets 400",
  why: "A replacement that is answered as done and was not read loses what its sender wanted kept.",
  *plan(context) {
    // Only where there is a scratch record of the kind may a run write at all.
    const allowed = replacements.filter(({ scratch }) => context.has(scratch));
    for (const { operation } of context.sample(allowed, 1))
      yield* send({
        operation,
        body: malformedJson,
        authorization: mainBearer("donation"),
        label: `malformed JSON to ${operation}`,
      });
  },
  *judge(exchanges): Generator<Judgement> {
    if (exchanges.length === 0) return yield notApplicable("not configured: donation.scratch");
    for (const exchange of exchanges) {
      const wrong = wrongStatus(exchange, [400, 404], exchange.call?.label ?? "");
      if (wrong !== undefined) yield wrong;
    }
  },
});
