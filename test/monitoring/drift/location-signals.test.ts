import fc from "fast-check";
import { expect, test } from "vitest";
import type { LocationHistory } from "../../../src/monitoring/drift/location-history.ts";
import { isAsBefore, locationSignals } from "../../../src/monitoring/drift/location-signals.ts";
import { jsonTypes, type LocationEntry } from "../../../src/core/shapes/shape-entry.ts";
import type { KnownChanges } from "../../../src/monitoring/drift/signal.ts";

const few = fc.integer({ min: 0, max: 2 });
const listed = ["open", "closed"];

const counts = <Key extends string>(...keys: readonly Key[]) =>
  fc.uniqueArray(fc.tuple(fc.constantFrom(...keys), few), { maxLength: 3, selector: ([key]) => key });

const seenThings = fc.record({
  parents: fc.integer({ min: 0, max: 4 }),
  seen: fc.integer({ min: 0, max: 4 }),
  types: counts(...jsonTypes),
  forms: counts("date", "utc-date-time", "text", "empty"),
  values: counts(...listed),
  otherValues: few,
});

type Seen = typeof seenThings extends fc.Arbitrary<infer Value> ? Value : never;

const nothingKnown: KnownChanges = { has: () => false, isReported: () => false, isAnyAt: () => false };

const entryOf = (
  { parents, seen, types, forms, values, otherValues }: Seen,
  isClosed: boolean | undefined,
): LocationEntry => ({
  kind: "location",
  interface: "shop",
  operation: "listOrders",
  status: 200,
  variant: "",
  pointer: "/items/*/state",
  parents: Math.max(parents, seen),
  seen,
  types: Object.fromEntries(types),
  textForms: Object.fromEntries(forms),
  lengths: new Map(),
  sizes: new Map(),
  numbers: new Map(),
  values: new Map<string | number, number>(values),
  otherValues,
  records: undefined,
  record: undefined,
  isAny: false,
  documented: isClosed === undefined ? undefined : { types: ["string"], values: listed, closed: isClosed },
  parent: undefined,
});

const pastOf = (things: Seen): LocationHistory => ({
  parents: Math.max(things.parents, things.seen),
  seen: things.seen,
  types: new Map(things.types),
  forms: new Map(things.forms),
  values: new Map(things.values),
  otherValues: things.otherValues,
  mostParents: things.parents,
  record: undefined,
});

test("a location that is as before has no signal that is not known", () => {
  let asBefore = 0;
  fc.assert(
    fc.property(seenThings, seenThings, fc.constantFrom(undefined, true, false), (now, before, isClosed) => {
      const [entry, past] = [entryOf(now, isClosed), pastOf(before)];
      const signals = [
        ...locationSignals({
          entry,
          past,
          records: undefined,
          other: () => undefined,
          parentsBefore: () => ({ different: past.parents, all: past.parents }),
          mayBeKnown: () => false,
          known: nothingKnown,
        }),
      ];
      if (!isAsBefore(entry, past)) return;
      asBefore += 1;
      expect(signals).toEqual([]);
    }),
    { numRuns: 2000, seed: 1 },
  );
  expect(asBefore).toBeGreaterThan(20);
});

test("what is said of a location does not depend on which type was seen first", () => {
  const saidOf = (now: Seen, before: Seen) => [
    ...locationSignals({
      entry: entryOf(now, undefined),
      past: pastOf(before),
      records: undefined,
      other: () => undefined,
      parentsBefore: () => ({ different: 0, all: 0 }),
      mayBeKnown: () => false,
      known: nothingKnown,
    }),
  ];
  fc.assert(
    fc.property(seenThings, seenThings, (now, before) => {
      const turned = { ...before, types: before.types.toReversed() };
      expect(saidOf({ ...now, types: now.types.toReversed() }, turned)).toEqual(saidOf(now, before));
    }),
    { numRuns: 500, seed: 1 },
  );
});
