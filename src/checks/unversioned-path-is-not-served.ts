import { defineCheck, send } from "../model/check.ts";
import { isSuccess, jsonOf } from "../model/exchange.ts";
import { at } from "./support/json.ts";
import { violation } from "./support/judgements.ts";
import { mainBearer } from "./support/sample-calls.ts";

export const unversionedPathIsNotServed = defineCheck({
  id: "unversioned-path-is-not-served",
  facts: ["VOL-10"],
  effect: "read",
  severity: "error",
  interfaces: ["volunteer"],
  needs: ["volunteer.credentials.token"],
  title: "Users are listed under /v1 and nowhere else",
  why: "What is served without a version can never change.",
  *plan() {
    const call = {
      operation: "listUsers",
      query: { per_page: 1 },
      authorization: mainBearer("volunteer"),
    } as const;
    yield* send({ ...call, label: "versioned" });
    yield* send({ ...call, label: "unversioned", unversioned: true, asItComes: true });
  },
  *judge(exchanges) {
    for (const exchange of exchanges) {
      const versioned = exchange.call?.unversioned !== true;
      // A front that answers any path with a page of its own is not the interface.
      const lists = isSuccess(exchange) && at(jsonOf(exchange), "/meta/total") !== undefined;
      if (lists === versioned || (versioned && isSuccess(exchange))) continue;
      yield violation({
        rule: "relation",
        message: versioned ? "users are not listed under /v1" : "users are listed without the version prefix",
        exchange,
        expected: "the list under /v1 only",
        actual: versioned ? "no list there" : "the list",
      });
    }
  },
});
