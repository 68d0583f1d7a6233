import { inflateRawSync } from "node:zlib";
import * as fc from "fast-check";
import { describe, expect, onTestFinished, test } from "vitest";
import type { CheckpointOptions } from "../../src/drift/checkpoint.ts";
import { type DriftStore, openDriftStore } from "../../src/drift/drift-store.ts";
import { createShapes, type Shapes } from "../../src/drift/shapes.ts";
import { openStore, type Store } from "../../src/store/store.ts";
import { answered, json } from "./support.ts";

const target = {
  interface: "donation",
  address: "https://donations.example.org",
  organization: "default",
} as const;

/** A made-up night: what its records hold, how it was answered, and which of the open changes is accepted after it. */
interface MadeNight {
  readonly fields: Readonly<Record<string, unknown>>;
  readonly missingIn: number;
  readonly status: number;
  readonly header: string;
  readonly elapsedMs: number;
  /** Whether gifts were asked for, too. */
  readonly gifts: boolean;
  readonly failed: boolean;
  readonly accepts: number | undefined;
}

const value = fc.constantFrom<unknown>("text", "2025-01-01", 7, 1.5, true, null, [1, 2], { a: "x" });

const madeNight: fc.Arbitrary<MadeNight> = fc.record({
  fields: fc.dictionary(fc.constantFrom("name", "amount", "note", "Walter", "custom1"), value, {
    maxKeys: 4,
  }),
  missingIn: fc.nat(3),
  status: fc.constantFrom(200, 200, 200, 404),
  header: fc.constantFrom("x-one", "x-two"),
  elapsedMs: fc.constantFrom(5, 5, 5, 4000),
  gifts: fc.boolean(),
  failed: fc.oneof({ weight: 6, arbitrary: fc.constant(false) }, fc.constant(true)),
  accepts: fc.option(fc.nat(5), { nil: undefined }),
});

const shapesOf = (night: MadeNight): Shapes => {
  const shapes = createShapes({ once: true });
  const items = Array.from({ length: 30 }, (_, id) =>
    night.missingIn > 0 && id % 4 < night.missingIn ? { id } : { id, ...night.fields },
  );
  const headers = { "content-type": "application/json", [night.header]: "1" };
  const { status, elapsedMs } = night;
  shapes.add(answered(json({ items, total: 30 }), { label: "list", headers, elapsedMs }));
  shapes.add(answered(json({ errors: [] }), { label: "other", status, headers, elapsedMs }));
  if (night.gifts)
    shapes.add(answered(json({ items: [], total: 0 }), { operation: "listGifts", label: "gifts" }));
  return shapes;
};

const write = (store: DriftStore, made: MadeNight, day: number) => {
  const startedAt = new Date(Date.UTC(2025, 0, day)).toISOString();
  const ended = store.end(
    store.begin(target, { run: `run ${day}`, startedAt, seed: day, version: "0.0.0" }),
    {
      shapes: made.failed ? undefined : shapesOf(made),
      requests: 2,
      findings: { error: 0, warning: 0, info: 0 },
    },
  );
  const open = store.histories().flatMap(({ drift }) => drift.filter(({ state }) => state !== "accepted"));
  const accepted = made.accepts === undefined ? undefined : open[made.accepts]?.fingerprint;
  if (accepted !== undefined) store.accept(accepted, startedAt);
  return { ended, accepted };
};

const inflated = (blob: unknown): string =>
  blob instanceof Uint8Array ? inflateRawSync(blob).toString("latin1") : "";

const opened = (): Store => {
  const file = openStore(":memory:");
  onTestFinished(() => file.close());
  return file;
};

test("going on from a checkpoint comes to the same as going through all nights", { timeout: 600_000 }, () => {
  fc.assert(
    fc.property(
      fc.array(madeNight, { minLength: 2, maxLength: 9 }),
      fc.integer({ min: 1, max: 4 }),
      fc.array(fc.boolean(), { minLength: 9, maxLength: 9 }),
      (nights, every, restarts) => {
        const [kept, scratch] = [openStore(":memory:"), openStore(":memory:")];
        const options: CheckpointOptions = { version: "1", every };
        let store = openDriftStore(kept, options);
        for (const [at, night] of nights.entries()) {
          // A process of its own, or the same going on.
          if (restarts[at] === true) store = openDriftStore(kept, options);
          expect(write(store, night, at + 1)).toEqual(write(openDriftStore(scratch), night, at + 1));
        }
        const whole = openDriftStore(scratch).histories();
        expect(openDriftStore(kept, options).histories()).toEqual(whole);
        expect(openDriftStore(kept).histories()).toEqual(whole);
        kept.close();
        scratch.close();
      },
    ),
    { numRuns: process.env["TRIPACT_NIGHTLY"] === "1" ? 500 : 6 },
  );
});

describe("a checkpoint", () => {
  const plain: MadeNight = {
    fields: { name: "text" },
    missingIn: 0,
    status: 200,
    header: "x-one",
    elapsedMs: 5,
    gifts: false,
    failed: false,
    accepts: undefined,
  };
  const options: CheckpointOptions = { version: "1", every: 2 };

  const unreadable = /unexpected end of file|invalid stored block/;

  /** Four nights, of which the first can no longer be unpacked: whoever goes through it again fails. */
  const withSpoiltNight = (): Store => {
    const file = opened();
    const store = openDriftStore(file, options);
    for (let day = 1; day <= 4; day += 1)
      write(store, { ...plain, fields: day < 3 ? { name: "text" } : { name: 1 } }, day);
    file.database.exec("UPDATE drift_night SET shapes = zeroblob(length(shapes)) WHERE place = 1");
    return file;
  };

  test("spares going through the nights before it", () => {
    const file = withSpoiltNight();
    const [history] = openDriftStore(file, options).histories();
    expect(history?.nights.map(({ status }) => status)).toEqual([
      "baseline",
      "compared",
      "compared",
      "compared",
    ]);
    expect(() => openDriftStore(file).histories()).toThrow(unreadable);
  });

  test.each([
    ["another version made it", "UPDATE drift_checkpoint SET version = '1 2'"],
    ["it is broken", "UPDATE drift_checkpoint SET state = zeroblob(100)"],
    ["a night was taken away", "DELETE FROM drift_night WHERE place = 2"],
    ["a night was exchanged", "UPDATE drift_night SET shapes = zeroblob(1) WHERE place = 2"],
  ])("is passed over where %s", (_, spoil) => {
    const file = withSpoiltNight();
    file.database.exec(spoil);
    expect(() => openDriftStore(file, options).histories()).toThrow(unreadable);
  });

  test("holds no more names than the nights do", () => {
    const file = opened();
    const store = openDriftStore(file, { version: "1", every: 1 });
    for (let day = 1; day <= 3; day += 1)
      write(store, { ...plain, missingIn: 3, fields: { Walter: 1, Anneliese: 2, name: "Irmgard" } }, day);
    const blob = file.database.prepare("SELECT state FROM drift_checkpoint").get()?.["state"];
    expect(blob).toBeInstanceOf(Uint8Array);
    const text = inflated(blob);
    expect(text).toContain("/items");
    for (const name of ["Walter", "Anneliese", "Irmgard"]) expect(text).not.toContain(name);
  });
});
