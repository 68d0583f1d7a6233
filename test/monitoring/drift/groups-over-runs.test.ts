import { describe, expect, test } from "vitest";
import type { DriftVerdict } from "../../../src/monitoring/drift/change-tracker.ts";
import type { Exchange } from "../../../src/core/model/exchange.ts";
import type { DriftGroup } from "../../../src/core/model/drift.ts";
import { acceptance, answered, createRuns, json } from "./support.ts";

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

const summary = ({ groups }: DriftVerdict): readonly string[] =>
  groups.map(({ state, kind, before, now }) => `${state} ${kind}: ${before} → ${now}`);

const quietRuns = (count: number, operations: readonly string[] = ["listDonors"]) => {
  const runs = createRuns();
  for (let run = 0; run < count; run += 1)
    runs.next(operations.map((operation) => page(run, same, operation)));
  return runs;
};

const only = ({ groups }: DriftVerdict): DriftGroup => {
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
      message: "`Donor.firstName` is now called `givenName` in `listDonors`.",
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
});

describe("accepting a group", () => {
  const rename = renamed({ firstName: "givenName" });
  const operations = ["listDonors", "queryDonors"];

  /** A rename that one of two operations shows. */
  const renamedOnce = () => {
    const runs = quietRuns(6, operations);
    const { fingerprint } = only(runs.next([page(6, rename), page(6, same, "queryDonors")]));
    return { ...runs, fingerprint };
  };
  const states = ({ groups, drift }: DriftVerdict): readonly string[] =>
    [...groups, ...drift].map(({ state, kind }) => `${state} ${kind}`);

  test("accepts what joins it later", () => {
    const { next, tracker, fingerprint } = renamedOnce();
    expect(tracker.accept(fingerprint, { ...acceptance, by: "Sam", note: "release 12" })).toBe(true);
    expect(tracker.accept(fingerprint, acceptance)).toBe(false);
    const both = (run: number) => operations.map((operation) => page(run, rename, operation));
    for (let run = 7; run < 10; run += 1) expect(states(next(both(run)))).toEqual([]);
    expect(tracker.groups()).toMatchObject([
      { state: "accepted", operations, accepted: { by: "Sam", note: "release 12" } },
    ]);
  });

  test("makes going back drift, and being there again, too", () => {
    const { next, tracker, fingerprint } = renamedOnce();
    tracker.accept(fingerprint, acceptance);
    next(operations.map((operation) => page(7, rename, operation)));
    const back = next(operations.map((operation) => page(8, same, operation)));
    expect(only(back)).toMatchObject({ state: "new", before: "givenName: string", now: "firstName: string" });
    tracker.accept(only(back).fingerprint, acceptance);
    const again = only(next(operations.map((operation) => page(9, rename, operation))));
    expect(again).toMatchObject({ fingerprint, state: "new", kind: "field-renamed" });
  });

  test("until a day says nothing of it before, and that it is back from then on", () => {
    const { next, tracker, fingerprint } = renamedOnce();
    // The seventh run was on the 7th.
    tracker.accept(fingerprint, { ...acceptance, until: "2025-01-10" });
    const both = (run: number) => next(operations.map((operation) => page(run, rename, operation)));
    expect([both(7), both(8)].flatMap(states)).toEqual([]);
    expect(tracker.groups()).toMatchObject([{ state: "accepted", accepted: { until: "2025-01-10" } }]);
    const expired = both(9);
    expect(only(expired)).toMatchObject({ fingerprint, state: "back", severity: "error" });
    expect(expired.counts.breaking).toBeGreaterThan(0);
    expect(only(both(10))).toMatchObject({ state: "standing" });
  });

  test("of a single change leaves the others of its group open", () => {
    const { next, tracker } = quietRuns(6);
    const [first, second] = only(next([page(6, rename)])).changes;
    tracker.accept(first ?? "", acceptance);
    const group = only(next([page(7, rename)]));
    expect(group.state).toBe("standing");
    tracker.accept(second ?? "", acceptance);
    expect(next([page(8, rename)]).groups).toEqual([]);
  });
});
