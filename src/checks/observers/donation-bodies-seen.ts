import { isSuccess, jsonOf, responseOf } from "../../core/model/exchange.ts";
import { defineObserver } from "../../core/model/observer.ts";
import { agreed, createSeen, observationOn, type SeenRecords } from "../support/seen.ts";
import { outline } from "../support/value-shape.ts";

/** Donation operations whose bodies are not stated. */
const operations = [
  "replaceCampaign",
  "replaceProject",
  "replaceSegment",
  "listCustomFields",
  "listPremiums",
  "listProjects",
] as const;

/** Answers to replacements and of reference lists. */
export const donationBodiesSeen = defineObserver({
  id: "donation-bodies-seen",
  unknowns: ["U-16"],
  interfaces: ["donation"],
  watch() {
    const seen = new Map<string, SeenRecords>();
    return {
      see(exchange) {
        const { operation = "" } = exchange;
        if (!(operations as readonly string[]).includes(operation) || !isSuccess(exchange)) return;
        const answers = seen.get(operation) ?? createSeen(4);
        seen.set(operation, answers);
        const response = responseOf(exchange);
        const body = response?.body.kind === "empty" ? "nothing" : outline(jsonOf(exchange), 2);
        answers.add(`${response?.status} with ${body}`, exchange);
      },
      *observations() {
        for (const [operation, answers] of seen) {
          const first = answers.first();
          if (first !== undefined)
            yield observationOn(
              "U-16",
              `${operation} answers ${agreed(answers.keys())}`,
              first,
              answers.count(),
            );
        }
      },
    };
  },
});
