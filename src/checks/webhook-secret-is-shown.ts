import { defineCheck } from "../core/model/check.ts";
import { isSuccess } from "../core/model/exchange.ts";
import { property } from "./support/json.ts";
import { violation } from "./support/judgements.ts";

/** Mask characters instead of a secret, with at most a few of its characters around them; or a word that says so. */
const masks: readonly RegExp[] = [
  /^.{0,6}?([*•●])\1{3,}.{0,6}$/u,
  /^[[<(]?(hidden|masked|redacted|not shown)[\])>]?$/i,
];

export const webhookSecretIsShown = defineCheck({
  id: "webhook-secret-is-shown",
  facts: ["CRM-15"],
  effect: "passive",
  interfaces: ["crm"],
  title: "Reading a webhook shows its whole secret",
  why: "A consumer that verifies deliveries with a masked secret rejects them all.",
  applies: (exchange, tools) =>
    isSuccess(exchange) &&
    tools.instances(exchange, "Webhook").some(({ value }) => typeof property(value, "secret") === "string"),
  *judge(exchange, tools) {
    for (const { pointer, value } of tools.instances(exchange, "Webhook")) {
      const secret = property(value, "secret");
      if (typeof secret !== "string" || !masks.some((mask) => mask.test(secret))) continue;
      yield violation({
        rule: "format",
        message: "the webhook's secret is masked",
        exchange,
        pointer: `${pointer}/secret`,
        expected: "the signing secret",
        actual: "text that stands for it",
      });
    }
  },
});
