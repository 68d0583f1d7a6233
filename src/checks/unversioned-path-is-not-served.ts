import { defineCheck, sendAll, type Judgement } from "../model/check.ts";
import { isSuccess, jsonOf, type Call, type Exchange } from "../model/exchange.ts";
import { at } from "./support/json.ts";
import { labelled, notApplicable, violation } from "./support/judgements.ts";
import { idAt, mainBearer } from "./support/sample-calls.ts";
import { shownIds } from "./support/shown-record.ts";

const label = (operation: string, unversioned: boolean): string =>
  `${operation} ${unversioned ? "without" : "with"} version`;

const both = (call: Omit<Call, "label">): readonly Call[] =>
  [false, true].map((unversioned) => ({
    ...call,
    label: label(call.operation, unversioned),
    ...(unversioned ? { unversioned, asItComes: true } : {}),
  }));

/** A front that answers any path with a page of its own is not the interface: the answer has to be one of users. */
const showsUsers = (exchange: Exchange): boolean =>
  isSuccess(exchange) &&
  (exchange.call?.operation === "listUsers"
    ? at(jsonOf(exchange), "/meta/total") !== undefined
    : shownIds(jsonOf(exchange), "user").includes(String(exchange.call?.path?.["id"])));

export const unversionedPathIsNotServed = defineCheck({
  id: "unversioned-path-is-not-served",
  facts: ["VOL-10"],
  effect: "read",
  severity: "error",
  interfaces: ["volunteer"],
  needs: ["volunteer.credentials.token"],
  title: "Users are read under /v1 and nowhere else",
  why: "What is served without a version can never change.",
  *plan(context) {
    const authorization = mainBearer("volunteer");
    const id = idAt(context, "volunteer.records.userId");
    yield* sendAll([
      ...both({ operation: "listUsers", authorization }),
      ...(id === undefined ? [] : both({ operation: "getUser", path: { id }, authorization })),
    ]);
  },
  *judge(exchanges): Generator<Judgement> {
    const list = labelled(exchanges, label("listUsers", false));
    if (list === undefined || !isSuccess(list)) yield notApplicable("users cannot be listed under /v1");
    for (const exchange of exchanges)
      if (exchange.call?.unversioned === true && showsUsers(exchange))
        yield violation({
          rule: "relation",
          message: "users are answered without the version prefix",
          exchange,
          expected: "an answer under /v1 only",
          actual: "the same answer",
        });
  },
});
