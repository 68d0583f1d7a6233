import { defineCheck, send } from "../model/check.ts";
import { isSuccess, jsonOf } from "../model/exchange.ts";
import { violation } from "./support/judgements.ts";
import { mainBearer, sampleCall } from "./support/sample-calls.ts";
import { shownIds } from "./support/shown-record.ts";

export const unversionedPathIsNotWritten = defineCheck({
  id: "unversioned-path-is-not-written",
  facts: ["VOL-10"],
  effect: "write",
  severity: "error",
  interfaces: ["volunteer"],
  needs: ["volunteer.credentials.token", "volunteer.scratch.groupId", "volunteer.scratch.updateGroup"],
  title: "A group is updated under /v1 and nowhere else",
  why: "What is served without a version can never change.",
  *plan(context) {
    const call = sampleCall("updateGroup", context, mainBearer("volunteer"));
    if (call !== undefined) yield* send({ ...call, unversioned: true, asItComes: true });
  },
  *judge([exchange]) {
    // A front that answers any path with a page of its own is not the interface: it would have to name the group.
    if (exchange === undefined || !isSuccess(exchange)) return;
    if (!shownIds(jsonOf(exchange), "group").includes(String(exchange.call?.path?.["id"]))) return;
    yield violation({
      rule: "relation",
      message: "a group is updated without the version prefix",
      exchange,
      expected: "an answer under /v1 only",
      actual: "the updated group",
    });
  },
});
