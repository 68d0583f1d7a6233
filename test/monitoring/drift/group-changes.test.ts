import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { documentation } from "../../../src/builtin/documents.ts";
import type { ChangeCandidate } from "../../../src/monitoring/drift/change-candidate.ts";
import type { FieldTraits } from "../../../src/monitoring/drift/field-traits.ts";
import { groupChanges } from "../../../src/monitoring/drift/group-changes.ts";
import {
  driftFingerprint,
  type Feature,
  type Place,
  type Subject,
} from "../../../src/monitoring/drift/subject.ts";

const base: Place = {
  interface: "donation",
  operation: "listDonors",
  status: 200,
  pointer: "/items/*/name",
};

type More = Partial<Place> & (Feature | { readonly kind?: never });

const change = (more: More, run = 4, traits?: FieldTraits): ChangeCandidate => {
  const subject: Subject =
    more.kind === undefined ? { ...base, ...more, kind: "null-appeared" } : { ...base, ...more };
  const mark = { run, startedAt: `2025-01-0${run}T02:00:00.000Z` };
  return {
    fingerprint: driftFingerprint(subject),
    subject,
    variants: new Set([""]),
    nature: "structural",
    impact: "breaking",
    documented: undefined,
    before: "string",
    now: "null",
    past: { count: 0, of: 100 },
    since: { count: 10, of: 10 },
    chance: 1e-6,
    confidence: "confirmed",
    state: "reported",
    samplesSinceSeen: 0,
    first: mark,
    last: mark,
    reported: mark,
    runs: 1,
    ...(traits === undefined ? {} : { traits }),
  };
};

const grouped = (changes: readonly ChangeCandidate[]): readonly (readonly ChangeCandidate[])[] =>
  groupChanges(changes, documentation).map((group) => group.changes);

const sizes = (...changes: readonly ChangeCandidate[]): readonly number[] =>
  grouped(changes).map(({ length }) => length);

const always = { count: 50, of: 50 };
const middle = { after: "id", before: "email", at: "1 of 1" };
const text = (more: Partial<FieldTraits> = {}): FieldTraits => ({
  shape: "string",
  share: always,
  order: middle,
  ...more,
});

const gone = (traits: FieldTraits | undefined = text(), more: Partial<Place> = {}, run = 4) =>
  change({ kind: "field-removed", ...more }, run, traits);
const fresh = (traits: FieldTraits | undefined = text(), more: Partial<Place> = {}, run = 4) =>
  change({ kind: "field-added", pointer: "/items/*/fullName", ...more }, run, traits);

const query = { operation: "queryDonors" };

const user = { interface: "volunteer" } as const;
const form = { interface: "crm", kind: "error-form-changed", pointer: "", form: "problem" } as const;
const message = {
  interface: "crm",
  pointer: "/error/message",
  kind: "type-changed",
  type: "array",
} as const;
const hidden = { kind: "field-added", pointer: "/{name}" } as const;
const toText = { kind: "type-changed", type: "string", pointer: "/items/*/giftCount" } as const;
const users = { operation: "listUsers", pointer: "/data/*/email" };
const oneUser = { operation: "getUser", pointer: "/data/email" };

/** A date in another notation. */
const written = (pointer: string): ChangeCandidate => ({
  ...change({ kind: "format-changed", text: "local-date-time", pointer }),
  before: "utc-date-time",
});

/** An operation that answers 404, and the form of such an answer. */
const { status: _, ...moved } = change({ kind: "status-changed", from: 200, to: 404, pointer: "" }).subject;
const move = { ...change({}), subject: moved, fingerprint: driftFingerprint(moved) };
const formOfMoved = { kind: "error-form-changed", form: "message", pointer: "", status: 404 } as const;

describe("changes of one cause are one group", () => {
  test.each<[string, readonly ChangeCandidate[]]>([
    [
      "a type that changed in every operation of one model",
      [change(toText), change({ ...toText, ...query }, 6)],
    ],
    [
      "a new field in list and read",
      [
        change({ ...user, ...users, kind: "field-added" }),
        change({ ...user, ...oneUser, kind: "field-added" }, 7),
      ],
    ],
    [
      "a new field, whatever model or resource it is in",
      [
        fresh(),
        fresh(text(), query),
        fresh(text(), { operation: "listGifts" }),
        fresh(text(), { operation: "listPremiums" }),
      ],
    ],
    [
      "a field of a resource that the OpenAPI documents do not describe",
      [change({ ...user, ...users }), change({ ...user, ...oneUser })],
    ],
    [
      "an error form that changed for every operation",
      [
        change({ ...form, operation: "getContact", status: 404 }),
        change({ ...form, operation: "getWebhook", status: 404 }),
        change({ ...form, operation: "getWebhook", status: 401 }, 5),
      ],
    ],
    ["other answers of an operation, with the form that they have", [move, change(formOfMoved)]],
    [
      "a new field of all bodies whose name is hidden",
      [
        change(hidden),
        change({ ...hidden, operation: "getQueryOptions" }),
        change({ ...hidden, status: 400 }),
      ],
    ],
    [
      "a field of all errors, whatever their status",
      [
        change({ ...message, operation: "getContact", status: 404 }),
        change({ ...message, operation: "getWebhook", status: 401 }),
      ],
    ],
    [
      "dates that a serializer writes in another way",
      [written("/items/*/createdDate"), written("/items/*/modifiedDate")],
    ],
    [
      "a field that went and came under another name, in every operation and whenever it is seen",
      [gone(), fresh(), gone(undefined, query, 7), fresh(undefined, query, 9)],
    ],
  ])("%s", (_, changes) => {
    expect(sizes(...changes)).toEqual([changes.length]);
  });

  test("what was reported before its new name was seen keeps its fingerprint", () => {
    const [alone] = groupChanges([gone()], documentation);
    const [both] = groupChanges([gone(), fresh()], documentation);
    expect(both?.fingerprint).toBe(alone?.fingerprint);
  });
});

describe("unlike changes stay apart", () => {
  test.each<[string, readonly ChangeCandidate[]]>([
    ["other models", [gone(), gone(text(), { operation: "listGifts" })]],
    [
      "resources of which only their kind is described",
      [gone(text(), { operation: "listPremiums" }), gone(text(), { operation: "listProjects" })],
    ],
    ["other fields", [gone(), gone(text(), { pointer: "/items/*/email" })]],
    ["the same name below another field", [gone(), gone(text(), { pointer: "/items/*/address/name" })]],
    ["another kind", [gone(), change({})]],
    ["other answers, and a form of a later run", [move, change(formOfMoved, 5)]],
    ["other answers, and a form of another operation", [move, change({ ...formOfMoved, ...query })]],
    [
      "another new type",
      [change({ kind: "type-changed", type: "array" }), change({ kind: "type-changed", type: "object" })],
    ],
    [
      "other operations that are gone",
      [
        change({ kind: "operation-removed", pointer: "" }),
        change({ kind: "operation-removed", pointer: "", ...query }),
      ],
    ],
    [
      "records that are gone",
      [
        change({ kind: "status-changed", from: 200, to: 404, pointer: "" }),
        change({ kind: "status-changed", from: 200, to: 404, pointer: "", ...query }),
      ],
    ],
    [
      "names that are hidden",
      [
        fresh(text(), { pointer: "/items/*/{name}" }),
        fresh(text(), { pointer: "/items/*/{name}", operation: "listGifts" }),
      ],
    ],
    ["a field gone and a new one of another shape", [gone(), fresh(text({ shape: "number" }))]],
    [
      "of another share",
      [gone(text({ share: { count: 60, of: 100 } })), fresh(text({ share: { count: 50, of: 50 } }))],
    ],
    [
      "elsewhere in the object",
      [gone(), fresh(text({ order: { after: "total", before: "", at: "1 of 1" } }))],
    ],
    ["in another run", [gone(), fresh(text(), {}, 5)]],
    ["in another object", [gone(), fresh(text(), { pointer: "/items/*/address/fullName" })]],
    [
      "that nothing is known of",
      [change({ kind: "field-removed" }), change({ kind: "field-added", pointer: "/items/*/fullName" })],
    ],
  ])("%s", (_, changes) => {
    expect(grouped(changes)).toHaveLength(2);
  });

  test("a field gone and two new ones like it", () => {
    const optional = { share: { count: 60, of: 100 } };
    const { order: _, ...unordered } = text(optional);
    expect(sizes(gone(unordered), fresh(unordered), fresh(unordered, { pointer: "/items/*/nick" }))).toEqual([
      1, 1, 1,
    ]);
  });

  test("two renamed fields side by side are distinguished by their order", () => {
    const at = (which: string) => text({ order: { ...middle, at: `${which} of 2` } });
    const groups = grouped([
      gone(at("1")),
      gone(at("2"), { pointer: "/items/*/surname" }),
      fresh(at("1")),
      fresh(at("2"), { pointer: "/items/*/familyName" }),
    ]);
    expect(groups.map((group) => group.map(({ subject }) => subject.pointer).toSorted())).toEqual(
      expect.arrayContaining([
        ["/items/*/fullName", "/items/*/name"],
        ["/items/*/familyName", "/items/*/surname"],
      ]),
    );
  });
});

const features = [
  ...(["field-added", "field-removed", "presence-dropped", "null-appeared"] as const).map((kind) => ({
    kind,
  })),
  { kind: "type-changed", type: "string" },
  { kind: "type-changed", type: "integer" },
  { kind: "format-changed", text: "date" },
  { kind: "format-changed", text: "local-date-time" },
  { kind: "value-added", value: "another" },
] as const satisfies readonly Feature[];

const operations = ["listDonors", "queryDonors", "listGifts", "queryGifts", "listPremiums", "listProjects"];
const fields = ["name", "fullName", "email", "address/city", "tags/*/name"];

const anyChange = fc
  .record({
    feature: fc.constantFrom(...features),
    operation: fc.constantFrom(...operations),
    field: fc.constantFrom(...fields),
    run: fc.integer({ min: 2, max: 5 }),
    shape: fc.constantFrom("string", "number"),
    at: fc.constantFrom("1 of 1", "1 of 2", "2 of 2"),
  })
  .map(({ feature, operation, field, run, shape, at }) =>
    change(
      { ...feature, operation, pointer: `/items/*/${field}` },
      run,
      feature.kind === "field-added" || feature.kind === "field-removed"
        ? { shape, share: always, order: { ...middle, at } }
        : undefined,
    ),
  );

const anyChanges = fc.uniqueArray(anyChange, { selector: ({ fingerprint }) => fingerprint, maxLength: 24 });

const tries = { numRuns: Number(process.env["TRIPACT_FC_RUNS"] ?? 80) };

const contents = (changes: readonly ChangeCandidate[]): ReadonlyMap<string, ReadonlySet<string>> =>
  new Map(
    groupChanges(changes, documentation).map((group) => [
      group.fingerprint,
      new Set(group.changes.map(({ fingerprint }) => fingerprint)),
    ]),
  );

describe("groups of any changes", () => {
  test("hold each change once", () => {
    fc.assert(
      fc.property(anyChanges, (changes) => {
        const all = [...contents(changes).values()].flatMap((one) => [...one]);
        expect(all.toSorted()).toEqual(changes.map(({ fingerprint }) => fingerprint).toSorted());
      }),
      tries,
    );
  });

  test("are the same in whatever order the changes come", () => {
    fc.assert(
      fc.property(
        anyChanges.chain((changes) =>
          fc.tuple(fc.constant(changes), fc.shuffledSubarray([...changes], { minLength: changes.length })),
        ),
        ([changes, shuffled]) => {
          expect(groupChanges(shuffled, documentation)).toEqual(groupChanges(changes, documentation));
        },
      ),
      tries,
    );
  });

  test("take in what a later run adds, and are not split by it", () => {
    fc.assert(
      fc.property(anyChanges, anyChanges, (early, late) => {
        const known = new Set(early.map(({ fingerprint }) => fingerprint));
        const added = late
          .filter(({ fingerprint }) => !known.has(fingerprint))
          .map((one) => ({ ...one, first: { ...one.first, run: one.first.run + 10 } }));
        const before = contents(early);
        const after = contents([...early, ...added]);
        for (const [fingerprint, members] of before) {
          const now = after.get(fingerprint) ?? new Set();
          // A later run may show that a new field is another's new name elsewhere: that group takes it along.
          const moved = [...members].filter((one) => !now.has(one));
          for (const one of moved)
            expect(early.find((of) => of.fingerprint === one)?.subject.kind).toBe("field-added");
        }
      }),
      tries,
    );
  });

  test("merge no changes of unlike kinds, and of unlike fields only what was renamed", () => {
    const family = ({ subject: { kind } }: ChangeCandidate): string =>
      kind === "field-added" || kind === "presence-dropped" ? "field-removed" : kind;
    fc.assert(
      fc.property(anyChanges, (changes) => {
        for (const group of grouped(changes)) {
          expect(new Set(group.map(family)).size).toBe(1);
          const names = new Set(group.map(({ subject }) => subject.pointer.split("/").at(-1)));
          const isRename = new Set(group.map(({ subject }) => subject.kind)).has("field-added");
          const isNotation = group.every(
            ({ subject }) => subject.kind === "format-changed" && subject.text === "local-date-time",
          );
          if (!isNotation) expect(names.size).toBeLessThanOrEqual(isRename ? 2 : 1);
        }
      }),
      tries,
    );
  });
});
