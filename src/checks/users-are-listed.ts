import { defineCheck, send, sendAll } from "../model/check.ts";
import { jsonOf } from "../model/exchange.ts";
import { at } from "./support/json.ts";
import { labelled, notApplicable, observation, violation, wrongStatus } from "./support/judgements.ts";
import { mainBearer } from "./support/sample-calls.ts";
import { recordList } from "./support/record-list.ts";

const sizes = [1, 2, 5] as const;

export const usersAreListed = defineCheck({
  id: "users-are-listed",
  facts: ["VOL-07", "VOL-01"],
  effect: "read",
  severity: "error",
  interfaces: ["volunteer"],
  needs: ["volunteer.credentials.token"],
  title: "Users are listed in pages of at most per_page, with one meta.total for any size",
  why: "Consumers compute the number of pages from both.",
  *plan() {
    const call = { operation: "listUsers", authorization: mainBearer("volunteer") } as const;
    yield* send({ ...call, label: "default" });
    yield* sendAll(sizes.map((size) => ({ ...call, query: { per_page: size }, label: `per_page ${size}` })));
    yield* send({ ...call, label: "again", fresh: true });
  },
  *judge(exchanges) {
    for (const exchange of exchanges) {
      const wrong = wrongStatus(exchange, "success", "a list of users", "VOL-01");
      if (wrong !== undefined) yield wrong;
      else if (jsonOf(exchange) === undefined)
        yield violation({
          fact: "VOL-01",
          rule: "missing",
          message: "the list of users has no JSON body",
          exchange,
          expected: "an object with meta.total",
          actual: "no JSON body",
        });
    }
    const first = labelled(exchanges, "default");
    const again = labelled(exchanges, "again");
    const total = first && at(jsonOf(first), "/meta/total");
    if (first === undefined || again === undefined || typeof total !== "number")
      return yield notApplicable("no total is told", "VOL-07");
    if (at(jsonOf(again), "/meta/total") !== total)
      return yield notApplicable("users came or went while the pages were read", "VOL-07");
    yield observation(
      "U-03",
      `a list of users without per_page holds ${recordList(jsonOf(first))?.length ?? "no"} records`,
      first,
    );
    for (const size of sizes) {
      const exchange = labelled(exchanges, `per_page ${size}`);
      if (exchange === undefined) continue;
      const told = at(jsonOf(exchange), "/meta/total");
      if (typeof told === "number" && told !== total)
        yield violation({
          fact: "VOL-07",
          rule: "relation",
          message: "meta.total changes with per_page",
          exchange,
          also: [first],
          pointer: "/meta/total",
          expected: "the same total for any page size",
          actual: "another total",
        });
      const length = recordList(jsonOf(exchange))?.length;
      if (length !== undefined && length > size)
        yield violation({
          fact: "VOL-07",
          rule: "length",
          message: `a page of ${size} holds ${length} users`,
          exchange,
          expected: `at most ${size} users`,
          actual: `array(${length})`,
        });
    }
  },
});
