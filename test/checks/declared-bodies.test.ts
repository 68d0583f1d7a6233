import fc from "fast-check";
import { expect, test } from "vitest";
import { checks } from "../../src/checks/generated/checks.ts";
import type { ActiveCheck } from "../../src/core/model/check.ts";
import type { AnswerExample } from "./kit/example.ts";
import { contextOf, converse } from "./kit/judge-example.ts";
import { someOf } from "../nightly.ts";

/** Invalid by what they lack, by null, by a type, by emptiness and by what is not there; each is known by its note. */
const invalidBodies = [
  {},
  { name: null },
  { name: 5 },
  { name: "" },
  { name: "A group", members: [] },
  { name: "A group", parent_id: 999_999 },
].map((body, index) => ({ ...body, note: `declared ${index}` }));

const some = someOf(invalidBodies, 2);

const answer: AnswerExample = {
  body: { data: { id: 8, name: "Conformance run 7" }, items: [], total: 0, meta: { total: 0 } },
};

/** A sequence with each step of an exploring check. */
const everyStep = ({ explore }: ActiveCheck, settings: Readonly<Record<string, unknown>>): string =>
  JSON.stringify(
    (explore?.steps(contextOf({ settings })) ?? []).map(({ name, argument }) =>
      argument === undefined ? [name] : [name, fc.sample(argument, { numRuns: 1, seed: 1 })[0]],
    ),
  );

const writing = checks.filter((check) => check.effect !== "passive");

test.each(["invalidGroup", "invalidMembers"])("a declared %s is sent as it is", (name) => {
  const senders = new Set<string>();
  for (const declared of some)
    for (const check of writing) {
      const settings = { [`volunteer.scratch.${name}`]: declared };
      const replay = everyStep(check, settings);
      for (const { request } of converse(check, { settings, replay, answers: {} }, () => answer)) {
        if (!JSON.stringify(request.body ?? "").includes(declared.note)) continue;
        expect(request.body, check.id).toEqual(declared);
        senders.add(check.id);
      }
    }
  expect([...senders].toSorted()).toEqual(
    name === "invalidGroup"
      ? ["created-groups-over-time", "group-input-is-validated", "group-over-time"]
      : ["group-members-are-set", "members-over-time"],
  );
});
