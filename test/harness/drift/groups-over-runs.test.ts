import { describe, expect, test } from "vitest";
import type { RunVerdict } from "../../../src/harness/drift/change-tracker.ts";
import type { Exchange } from "../../../src/harness/model/exchange.ts";
import type { DriftGroup } from "../../../src/harness/model/drift.ts";
import { answered, createRuns, json } from "./support.ts";

type Donor = Readonly<Record<string, unknown>>;
type Edit = (donor: Donor) => Donor;

const same: Edit = (donor) => donor;

/** A donor with some of its names in place of others, in their order. */
const renamed =
  (names: Readonly<Record<string, string>>): Edit =>
  (donor) =>
    Object.fromEntries(Object.entries(donor).map(([name, value]) => [names[name] ?? name, value]));

const donor = (id: number): Donor => ({
  id,
  firstName: `n${id}`,
  lastName: `m${id}`,
  ...(id % 3 === 0 ? {} : { website: `https://example.org/${id}` }),
  giftCount: id,
  primaryAddress: { street: `${id} Sample Street`, city: "Sampleton" },
});

/** Forty donors of a run, as one operation lists them. */
const page = (run: number, edit: Edit = same, operation = "listDonors"): Exchange => {
  const items = Array.from({ length: 40 }, (_, at) => edit(donor(run * 40 + at)));
  return answered(json({ items, total: 40 }), { operation, label: operation });
};

const summary = ({ groups }: RunVerdict): readonly string[] =>
  groups.map(({ state, kind, before, now }) => `${state} ${kind}: ${before} → ${now}`);

const quietRuns = (count: number, operations: readonly string[] = ["listDonors"]) => {
  const runs = createRuns();
  for (let run = 0; run < count; run += 1)
    runs.next(operations.map((operation) => page(run, same, operation)));
  return runs;
};

const only = ({ groups }: RunVerdict): DriftGroup => {
  const [group, ...others] = groups;
  if (group === undefined || others.length > 0) throw new Error(`${groups.length} groups`);
  return group;
};

describe("a renamed field is one entry", () => {
  test.each<[string, Readonly<Record<string, string>>, readonly string[]]>([
    ["a text", { firstName: "givenName" }, ["firstName: string → givenName: string"]],
    ["a number", { giftCount: "numberOfGifts" }, ["giftCount: number → numberOfGifts: number"]],
    [
      "an object",
      { primaryAddress: "mainAddress" },
      ["primaryAddress: object {city, street} → mainAddress: object {city, street}"],
    ],
    ["a field of some records", { website: "homepage" }, ["website: string (uri) → homepage: string (uri)"]],
    [
      "two side by side",
      { firstName: "givenName", lastName: "familyName" },
      ["firstName: string → givenName: string", "lastName: string → familyName: string"],
    ],
  ])("%s", (_, names, expected) => {
    const { next } = quietRuns(6);
    const verdict = next([page(6, renamed(names))]);
    expect(summary(verdict).toSorted()).toEqual(expected.map((one) => `new field-renamed: ${one}`));
  });

  test("but not a field that moved, or one of another shape", () => {
    const moved: Edit = ({ firstName, ...rest }) => ({ ...rest, givenName: firstName });
    const other: Edit = (one) => ({ ...renamed({ giftCount: "gifted" })(one), gifted: true });
    for (const edit of [moved, other]) {
      const groups = summary(quietRuns(6).next([page(6, edit)])).map((group) => group.split(":")[0]);
      expect(groups.toSorted()).toEqual(["new field-added", "new field-removed"]);
    }
  });
});

describe("a group over runs", () => {
  const rename = renamed({ firstName: "givenName" });

  test("is new once, whatever operation shows it later, and says where it is", () => {
    const operations = ["listDonors", "queryDonors"];
    const { next } = quietRuns(6, operations);
    const first = only(next([page(6, rename), page(6, same, "queryDonors")]));
    expect(first).toMatchObject({
      state: "new",
      kind: "field-renamed",
      model: "Donor",
      types: ["Donor"],
      operations: ["listDonors"],
      severity: "error",
      message: "`Donor.firstName` is called `givenName` now in `listDonors`.",
    });
    const second = only(next([page(7, rename), page(7, rename, "queryDonors")]));
    expect(second).toMatchObject({
      fingerprint: first.fingerprint,
      state: "standing",
      operations,
      firstSeen: first.firstSeen,
    });
    expect(second.changes).toHaveLength(4);
    const states = Array.from({ length: 6 }, (_, at) =>
      next(operations.map((one) => page(8 + at, same, one))).groups.map(({ state }) => state),
    );
    expect(states.flat().filter((state) => state === "gone")).toHaveLength(1);
    expect(states.at(-1)).toEqual([]);
    expect(next([page(20, rename)]).groups.map(({ state }) => state)).toEqual(["back"]);
  });

  test("lists the documented property among consumers' types", () => {
    const withAddresses: Edit = (one) => ({ ...one, donorAddresses: [{ city: "Sampleton" }] });
    const { next } = createRuns();
    for (let run = 0; run < 6; run += 1) next([page(run, withAddresses)]);
    const verdict = next([page(6, (one) => ({ ...withAddresses(one), donorAddresses: "none" }))]);
    expect(verdict.groups[0]).toMatchObject({
      kind: "type-changed",
      types: ["Donor.donorAddresses"],
      before: "array",
      now: "string",
    });
  });

  test("is the same for two organizations that saw it in other operations", () => {
    const [one, other] = ["listDonors", "queryDonors"].map((operation) => {
      const { next } = quietRuns(6, [operation]);
      return only(next([page(6, rename, operation)])).fingerprint;
    });
    expect(one).toBe(other);
  });

  test("is accepted with all of its changes, and then no longer listed", () => {
    const { next, tracker } = quietRuns(6);
    const { changes } = only(next([page(6, rename)]));
    for (const fingerprint of changes) tracker.accept(fingerprint);
    expect(next([page(7, rename)]).groups).toEqual([]);
    expect(tracker.groups().map(({ state }) => state)).toEqual(["accepted"]);
  });
});
