import { defineCheck, send, type Judgement } from "../model/check.ts";
import type { Exchange } from "../model/exchange.ts";
import { isPage, itemsOf } from "./support/paging.ts";
import { isObject } from "./support/json.ts";
import { notApplicable, violation } from "./support/judgements.ts";
import { byLabel, findQueryEndpoints, queryOperations } from "./support/paged-endpoint.ts";

const lower = (name: string): string => name.toLowerCase();

/** The field names that stand in any record of a page. */
const fieldsOf = (exchange: Exchange): readonly string[] => [
  ...new Set((itemsOf(exchange) ?? []).filter(isObject).flatMap((record) => Object.keys(record))),
];

/** How many single columns are tried before an endpoint is left alone. */
const tries = 6;

const stillThere = (plain: Exchange, selected: Exchange, column: string): readonly string[] => {
  const before = new Set(fieldsOf(plain).map(lower));
  return fieldsOf(selected).filter(
    (name) => before.has(lower(name)) && lower(name) !== lower(column) && lower(name) !== "id",
  );
};

export const selectedColumnsLimitFields = defineCheck({
  id: "selected-columns-limit-fields",
  facts: ["DON-14"],
  effect: "read",
  severity: "error",
  interfaces: ["donation"],
  needs: ["donation.credentials.token"],
  title: "selectedColumns leaves only the named fields",
  why: "Consumers select columns so that they do not hold what they have no right to hold.",
  *plan(context) {
    for (const endpoint of context.sample(yield* findQueryEndpoints(context), 2)) {
      const label = (name: string): string => `${endpoint.operation}: ${name}`;
      const plain = yield* send(endpoint.call({ skip: 0, take: 5 }, label("plain")));
      const columns = fieldsOf(plain).filter((name) => lower(name) !== "id").slice(0, tries);
      for (const column of columns) {
        const options = { skip: 0, take: 5, selectedColumns: [column] };
        if (isPage(yield* send(endpoint.call(options, label(`column ${column}`))))) break;
      }
    }
  },
  *judge(exchanges): Generator<Judgement> {
    let judged = 0;
    for (const { operation } of queryOperations) {
      const found = byLabel(exchanges, operation);
      const plain = found.get("plain");
      const selected = [...found].find(([name, exchange]) => name.startsWith("column ") && isPage(exchange));
      if (plain === undefined || selected === undefined) continue;
      judged += 1;
      const [name, exchange] = selected;
      const extra = stillThere(plain, exchange, name.slice("column ".length));
      if (extra.length === 0) continue;
      yield violation({
        rule: "extra",
        message: "fields that were not selected are still there",
        exchange,
        also: [plain],
        pointer: "/items/0",
        expected: "the selected column only",
        actual: `${extra.length} fields more`,
      });
    }
    if (judged === 0) yield notApplicable("no column could be selected by the name of a field");
  },
});
