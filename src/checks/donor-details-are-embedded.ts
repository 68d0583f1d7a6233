import { defineCheck, send, type Judgement } from "../model/check.ts";
import type { Exchange } from "../model/exchange.ts";
import { shapeOf } from "../validation/shape-of.ts";
import { property } from "./support/json.ts";
import { labelled, notApplicable, violation } from "./support/judgements.ts";
import { isPage, itemsOf } from "./support/paging.ts";
import { findQueryEndpoints, listEndpoints } from "./support/paged-endpoint.ts";

/** Either case of the first letter is accepted. */
const parts = [
  ["DonorAddresses", "donorAddresses"],
  ["DonorContactMethods", "donorContactMethods"],
] as const;

const notEmbedded = function* (exchange: Exchange): Generator<Judgement> {
  for (const [index, donor] of (itemsOf(exchange) ?? []).entries())
    for (const names of parts) {
      const value = names.map((name) => property(donor, name)).find((one) => one !== undefined);
      if (Array.isArray(value)) continue;
      yield violation({
        rule: value === undefined ? "missing" : "type",
        message: `a donor with details does not embed ${names[0]}`,
        exchange,
        pointer: `/items/${index}/${names[0]}`,
        expected: "an array",
        actual: shapeOf(value),
      });
    }
};

export const donorDetailsAreEmbedded = defineCheck({
  id: "donor-details-are-embedded",
  facts: ["DON-08"],
  effect: "read",
  severity: "error",
  interfaces: ["donation"],
  needs: ["donation.credentials.token"],
  title: "With details each donor embeds its addresses and contact methods",
  why: "A consumer that asked for details makes no second call for what is missing.",
  *plan(context) {
    const options = { take: 10, includeDetails: true } as const;
    const list = listEndpoints.find(({ operation }) => operation === "listDonors");
    if (list !== undefined) yield* send(list.call(options, "list"));
    const query = (yield* findQueryEndpoints(context)).find(({ kind }) => kind === "donor");
    if (query !== undefined) yield* send(query.call(options, "query"));
  },
  *judge(exchanges) {
    const pages = ["list", "query"]
      .map((label) => labelled(exchanges, label))
      .filter((exchange) => exchange !== undefined)
      .filter((exchange) => isPage(exchange) && (itemsOf(exchange)?.length ?? 0) > 0);
    if (pages.length === 0) return yield notApplicable("no donor was listed with details");
    for (const page of pages) yield* notEmbedded(page);
  },
});
