import { defineTaggedCheck, sendAll, type Judgement, type PlanContext } from "../core/model/check.ts";
import { resources } from "../builtin/generated/resources.ts";
import { isSuccess, jsonOf, type Call, type Exchange } from "../core/model/exchange.ts";
import { at } from "./support/json.ts";
import { notApplicable, tagged, violation } from "./support/judgements.ts";
import { readCall } from "./support/resource.ts";
import { idAt, mainBearer } from "./support/sample-calls.ts";
import { sameId } from "./support/ids.ts";
import { shownIds } from "./support/shown-record.ts";

interface Tag {
  readonly what: keyof typeof shows;
  readonly isVersioned: boolean;
}

const both = (what: Tag["what"], call: Omit<Call, "label" | "tag">): readonly Call<Tag>[] =>
  [false, true].map((unversioned) => ({
    ...call,
    label: `${what} ${unversioned ? "without" : "with"} version`,
    tag: { what, isVersioned: !unversioned },
    ...(unversioned ? { unversioned, asItComes: true, expects: "refusal" } : {}),
  }));

const showsAsked = (exchange: Exchange, kind: string): boolean =>
  shownIds(jsonOf(exchange), kind).some((id) => sameId(id, exchange.call?.path?.["id"]));

/** A front end that answers any path with its own page is not the interface: an answer must show what was asked for. */
const shows = {
  listUsers: (exchange) => at(jsonOf(exchange), "/meta/total") !== undefined,
  getUser: (exchange) => showsAsked(exchange, "user"),
  group: (exchange) => showsAsked(exchange, "group"),
} as const satisfies Readonly<Record<string, (exchange: Exchange) => boolean>>;

/**
 * A group is only read, at its stated path: a path without a version may belong to another interface, whose records
 * must not be changed.
 */
const groupCalls = (context: PlanContext): readonly Call<Tag>[] => {
  const id = idAt(context, "volunteer.scratch.groupId");
  const call = id === undefined ? undefined : readCall(context, resources.volunteer.group, id, "group");
  return call === undefined ? [] : both("group", call);
};

export const unversionedPathIsNotServed = defineTaggedCheck<Tag>({
  id: "unversioned-path-is-not-served",
  facts: ["VOL-10"],
  effect: "read",
  interfaces: ["volunteer"],
  needs: ["volunteer.credentials.token"],
  title: "Users and groups are served under /v1 only",
  why: "A path without a version can never change.",
  *plan(context) {
    const authorization = mainBearer("volunteer");
    const id = idAt(context, "volunteer.records.userId");
    yield* sendAll([
      ...both("listUsers", { operation: "listUsers", authorization }),
      ...(id === undefined ? [] : both("getUser", { operation: "getUser", path: { id }, authorization })),
      ...groupCalls(context),
    ]);
  },
  *judge(exchanges): Generator<Judgement> {
    const list = tagged(exchanges, { what: "listUsers", isVersioned: true });
    if (list === undefined || !isSuccess(list)) yield notApplicable("users cannot be listed under /v1");
    for (const what of ["listUsers", "getUser", "group"] as const) {
      const exchange = tagged(exchanges, { what, isVersioned: false });
      if (exchange === undefined || !isSuccess(exchange) || !shows[what](exchange)) continue;
      yield violation({
        rule: "relation",
        message: `${what === "group" ? "a group is" : "users are"} answered without the version prefix`,
        exchange,
        expected: "an answer under /v1 only",
        actual: "the same answer",
      });
    }
  },
});
