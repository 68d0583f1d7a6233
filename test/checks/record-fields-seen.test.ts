import * as fc from "fast-check";
import { expect, test } from "vitest";
import { recordFieldsSeen } from "../../src/checks/observers/record-fields-seen.ts";
import type { Exchange } from "../../src/core/model/exchange.ts";
import { answered, json } from "../monitoring/drift/support.ts";

const page = (items: readonly object[]): Exchange => answered(json({ items, total: items.length }));

const names = ["id", "name", "email", "amount"];

const record = fc
  .uniqueArray(fc.constantFrom(...names), { maxLength: 4 })
  .map((keys) => Object.fromEntries(keys.map((key) => [key, 1])));

const member = { id: 7, email: "", role: "" };
const group = { id: 3, name: "", members: [member, member] };
const ofGroup = "group, 1 seen: always id, name, members";

/** What a volunteer answer shows of a group is not stated; a part of it is none. */
test.each([
  ["setGroupMembers", group, undefined],
  ["setGroupMembers", [member, member], undefined],
  ["setGroupMembers", { members: [member] }, undefined],
  ["setGroupMembers", { data: [member, member] }, undefined],
  ["createGroup", group, ofGroup],
  ["createGroup", { data: group }, ofGroup],
  ["updateGroup", { group }, ofGroup],
  ["updateGroup", [group], undefined],
  ["updateGroup", { data: [group] }, ofGroup],
  ["updateGroup", { data: [member, member] }, undefined],
  ["getUser", { id: 1, groups: [group] }, "user, 1 seen: always id, groups"],
  ["listUsers", { users: [{ id: 1 }, { id: 2 }], meta: { total: 2 } }, "user, 2 seen: always id"],
] as const)("%s answered with %j shows %s", (operation, body, expected) => {
  const watch = recordFieldsSeen.watch();
  watch.see(answered(json(body), { interface: "volunteer", operation }));
  expect([...watch.observations()].map((one) => one.observed)).toEqual(
    expected === undefined ? [] : [expected],
  );
});

test("fields are counted record by record, whatever comes in a row", () => {
  fc.assert(
    fc.property(fc.array(fc.array(record, { maxLength: 5 }), { minLength: 1, maxLength: 4 }), (pages) => {
      const watch = recordFieldsSeen.watch();
      for (const items of pages) watch.see(page(items));
      const all = pages.flat();
      const having = (wanted: (count: number) => boolean): readonly string[] =>
        names.filter((name) => wanted(all.filter((one) => name in one).length)).toSorted();
      const [observed] = [...watch.observations()].map((one) => one.observed);
      expect(observed === undefined).toBe(all.length === 0);
      if (observed === undefined) return;
      const [, always = "", sometimes = ""] = /: always (.*?)(?:, at times (.*))?$/.exec(observed) ?? [];
      const listed = (text: string): readonly string[] =>
        text === "" || text === "nothing" ? [] : text.split(", ").toSorted();
      expect(observed).toContain(`donor, ${all.length} seen:`);
      expect(listed(always)).toEqual(having((count) => count === all.length));
      expect(listed(sometimes)).toEqual(having((count) => count > 0 && count < all.length));
    }),
  );
});
