import { defineTaggedCheck, send, type Judgement, type Plan } from "../core/model/check.ts";
import type { Exchange } from "../core/model/exchange.ts";
import { describedForm } from "../core/validation/shape-of.ts";
import { property } from "./support/json.ts";
import { fromSchema, notApplicable, violation } from "./support/judgements.ts";
import { isPage, recordsOnPage, totalOnPage } from "./support/paging.ts";
import { findQueryEndpoints, pagedListEndpoints, type PagedEndpoint } from "./support/paged-endpoint.ts";

/** The first letter may be upper or lower case. */
const parts = [
  ["DonorAddresses", "donorAddresses"],
  ["DonorContactMethods", "donorContactMethods"],
] as const;

const notEmbedded = function* (exchange: Exchange): Generator<Judgement> {
  for (const [index, donor] of (recordsOnPage(exchange) ?? []).entries())
    for (const names of parts) {
      const value = names.map((name) => property(donor, name)).find((one) => one !== undefined);
      if (Array.isArray(value)) continue;
      yield violation({
        rule: value === undefined ? "missing" : "type",
        message: `a donor with details does not embed ${names[0]}`,
        exchange,
        pointer: `/items/${index}/${names[0]}`,
        expected: "an array",
        actual: describedForm(value),
      });
    }
};

/** Page sizes in donors: details may be slow on large pages, and the largest size is not stated. */
const spans = [50, 10] as const;

/** The first page with details, then the last one, which the first one's total locates. */
function* askDetails({ operation, call }: PagedEndpoint): Plan<void, "first" | "last"> {
  const [long, short] = spans;
  const options = { includeDetails: true } as const;
  const isLongTaken = isPage(yield* send(call({ ...options, skip: 0, take: long }, `${operation} long`)));
  const take = isLongTaken ? long : short;
  const first = yield* send({
    ...call({ ...options, skip: 0, take }, `${operation} first`),
    tag: "first",
  });
  const held = recordsOnPage(first)?.length ?? 0;
  const last = (totalOnPage(first) ?? 0) - held;
  if (held > 0 && last > 0)
    yield* send({ ...call({ ...options, skip: last, take }, `${operation} last`), tag: "last" });
}

export const donorDetailsAreEmbedded = defineTaggedCheck<"first" | "last">({
  id: "donor-details-are-embedded",
  facts: ["DON-08"],
  effect: "read",
  interfaces: ["donation"],
  needs: ["donation.credentials.token"],
  title: "With details, every donor embeds its addresses and contact methods",
  why: "A consumer that asked for details makes no second call for what is missing.",
  *plan(context) {
    const list = pagedListEndpoints.filter(({ operation }) => operation === "listDonors");
    const query = (yield* findQueryEndpoints(context)).filter(({ kind }) => kind === "donor");
    for (const endpoint of context.sample<PagedEndpoint>([...list, ...query], 1)) yield* askDetails(endpoint);
  },
  *judge(exchanges, { validate }) {
    const pages = exchanges
      .filter(({ call }) => call?.tag !== undefined)
      .filter((exchange) => isPage(exchange) && (recordsOnPage(exchange)?.length ?? 0) > 0);
    if (pages.length === 0) return yield notApplicable("no donor was listed with details");
    for (const page of pages) {
      yield* notEmbedded(page);
      // The content of the arrays; that they are arrays is judged above.
      for (const broken of validate(page))
        if (
          broken.facts.includes("DON-08") &&
          /\/\d+(\/|$)/.test(broken.pointer.replace(/^\/items\/\d+/, ""))
        )
          yield fromSchema(broken, page);
    }
  },
});
