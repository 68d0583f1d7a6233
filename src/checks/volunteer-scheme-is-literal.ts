import { defineTaggedCheck, sendAll, type Judgement } from "../core/model/check.ts";
import { isSuccess } from "../core/model/exchange.ts";
import { configured } from "../core/model/secret.ts";
import { interfaces } from "../builtin/interfaces.ts";
import { notApplicable, statusOf, tagged, violation } from "./support/judgements.ts";
import { toBeRefused } from "./support/refusal.ts";
import { mainBearer, sampleCall } from "./support/sample-calls.ts";

const token = interfaces.volunteer.mainCredential;

export const volunteerSchemeIsLiteral = defineTaggedCheck<"as usual">({
  id: "volunteer-scheme-is-literal",
  facts: ["VOL-08"],
  effect: "read",
  // HTTP schemes ignore letter case, the specification's literal does not: either reading is half right.
  severity: "warning",
  interfaces: ["volunteer"],
  needs: [token],
  title: "The scheme of a volunteer token is the literal Bearer",
  why: "A client that works with another spelling here fails wherever the literal is asked for.",
  turns: 4,
  *plan(context) {
    const calls = ["bearer ", "BEARER "].flatMap(
      (prefix) =>
        sampleCall(
          "listUsers",
          context,
          { kind: "secret", secret: configured(token), prefix },
          prefix.trim(),
        ) ?? [],
    );
    const usual = sampleCall("listUsers", context, mainBearer("volunteer"), "as usual");
    yield* sendAll<"as usual">([
      ...(usual === undefined ? [] : [{ ...usual, tag: "as usual" as const }]),
      ...context.sample(calls, 1).map((call) => toBeRefused(call)),
    ]);
  },
  *judge(exchanges): Generator<Judgement> {
    const usual = tagged(exchanges, "as usual");
    const others = exchanges.filter((exchange) => exchange !== usual);
    if (usual === undefined || !isSuccess(usual) || others.length === 0)
      return yield notApplicable("the token opens nothing, or no other spelling was shown");
    for (const exchange of others)
      if (isSuccess(exchange))
        yield violation({
          rule: "status",
          message: `${exchange.call?.label ?? ""} is taken for the literal Bearer`,
          exchange,
          also: [usual],
          expected: "401",
          actual: String(statusOf(exchange)),
        });
  },
});
