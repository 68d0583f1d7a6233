import { defineCheck, sendAll } from "../model/check.ts";
import { isPage } from "./support/paging.ts";
import { notApplicable, statusOf, violation } from "./support/judgements.ts";
import { listEndpoints } from "./support/paged-endpoint.ts";

const parameters = [
  { skip: 0 },
  { take: 2 },
  { sortBy: "id" },
  { descending: true },
  { filter: "a" },
  { includeDetails: false },
  { skip: 0, take: 2, sortBy: "id", descending: false, filter: "a", includeDetails: true },
] as const;

export const listParametersAreTaken = defineCheck({
  id: "list-parameters-are-taken",
  facts: ["DON-04"],
  effect: "read",
  severity: "error",
  interfaces: ["donation"],
  needs: ["donation.credentials.token"],
  title: "The three lists take Skip, Take, SortBy, Descending, Filter and IncludeDetails",
  why: "A list that refuses one of them cannot be paged, ordered or searched.",
  *plan(context) {
    yield* sendAll(
      listEndpoints.flatMap((endpoint) =>
        context.sample(parameters, 3).map((options) => {
          const names = Object.keys(options).join(", ");
          return endpoint.call({ take: 2, ...options }, `${endpoint.operation} with ${names}`);
        }),
      ),
    );
  },
  *judge(exchanges) {
    if (exchanges.length === 0) return yield notApplicable("no list was asked");
    for (const exchange of exchanges) {
      if (isPage(exchange)) continue;
      yield violation({
        rule: "status",
        message: `${exchange.call?.label ?? ""} is not answered with a page`,
        exchange,
        expected: "200",
        actual: String(statusOf(exchange)),
      });
    }
  },
});
