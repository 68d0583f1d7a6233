import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import { isNightly, someOf } from "../nightly.ts";
import { anySmallTarget, textOf } from "./any-target.ts";
import { batchesOf } from "./batches.ts";
import { alarmsOf, type Mode } from "./modes.ts";
import { unknownProperty } from "./traits/answers.ts";
import { idTexts, servesOnly } from "./traits/configured.ts";
import { idsFrom, readsLag } from "./traits/records.ts";
import { alarmsIn, judge, shortcomingsOf, type Trial } from "./trial.ts";
import { variants } from "./variants/all.ts";
import type { Variant } from "./variants/variant.ts";

/** A usual run judges by plans that ask for little, and sees the same facts. */
const defects = async (some: readonly Variant[]): Promise<readonly string[]> => {
  const trial: Trial = isNightly ? { variants: some } : { variants: some, budget: 500 };
  const outcome = await judge(trial, { isWitnessed: true });
  const alarms = alarmsIn(outcome);
  return alarms.length > 0 ? alarms : shortcomingsOf(trial, outcome);
};

/** What is wrong with a batch, shown by single variants as far as it shows on them alone. */
const blamed = async (batch: readonly Variant[]): Promise<readonly string[]> => {
  const together = await defects(batch);
  if (together.length === 0 || batch.length === 1) return together;
  const alone: string[] = [];
  for (const variant of batch)
    for (const defect of await defects([variant])) alone.push(`${variant.id}: ${defect}`);
  return alone.length > 0 ? alone : together;
};

describe("a target that chose otherwise where nothing is stated", () => {
  it("is met in many forms, each with what leaves it open", () => {
    expect(variants.length).toBeGreaterThan(40);
    expect(new Set(variants.map(({ id }) => id)).size).toBe(variants.length);
    expect(variants.filter(({ open }) => !/^[A-Z][A-Za-z ]*(, \w+( \d)?)?: \S.*\.$/s.test(open))).toEqual([]);
  });

  const batches = batchesOf(variants).map((batch) => ({
    batch,
    names: batch.map(({ id }) => id).join(", "),
  }));

  it.each(someOf(batches, 20))("raises no alarm: $names", async ({ batch }) => {
    expect(await blamed(batch)).toEqual([]);
  });
});

/** Some operations of the donation interface, and pages of a few records at most. */
const few = (maximumTake: number, ...operations: readonly string[]): Trial => ({
  assumptions: { "U-30.maximumTake": maximumTake, "U-30.beyondMaximum": "refuse" },
  interfaces: ["donation"],
  variants: [{ id: "few", open: "Endpoints: a part.", ...servesOnly({ of: "donation", operations }) }],
});

const lagging = (of: "donation" | "volunteer"): Trial => ({
  variants: [readsLag.of({ of, ms: 1000 })],
  interfaces: [of],
  scale: 12,
});

const numberedFrom = (of: "crm" | "donation" | "volunteer", at: number): Trial => ({
  variants: [idsFrom.of({ of, at })],
  interfaces: [of],
  scale: 12,
});

/** What raised an alarm once, by what it was. */
const alarmedOnce: readonly (readonly [what: string, mode: Mode, target: Trial])[] = [
  [
    "a link with an id below zero was taken for a link of another form",
    "full",
    numberedFrom("crm", -(10 ** 12)),
  ],
  ["an id of zero was taken for none", "full", numberedFrom("crm", -20)],
  ["a replacement that shows a second later was worth a warning", "full", lagging("donation")],
  [
    "an earlier record without what was sent was taken for one that had just been replaced",
    "full",
    { ...lagging("donation"), seed: 605_866, scale: 57, budget: 200 },
  ],
  ["an update that shows a second later was worth a warning", "full", lagging("volunteer")],
  [
    "a refused page beside a replacement that is not served was taken for its answer",
    "full",
    {
      ...few(
        6,
        "listGifts",
        "listCampaigns",
        "listCustomFields",
        "listPremiums",
        "queryDonors",
        "queryGifts",
        "queryRecurringGifts",
        "getQueryOptions",
        "replaceProject",
      ),
      checks: ["records-are-replaced-whole"],
      seed: 19,
      scale: 60,
    },
  ],
  [
    "what a further portion did not ask, since it is not served, was taken for an interface that gives no answer",
    "first-contact",
    {
      ...few(
        15,
        "listDonors",
        "listGifts",
        "listCustomFields",
        "listPremiums",
        "queryCampaigns",
        "queryRecurringGifts",
        "getQueryOptions",
        "getQueryList",
        "replaceCampaign",
        "replaceProject",
        "replaceSegment",
      ),
      interfaces: ["donation", "volunteer"],
      seed: 48_659,
      scale: 14,
    },
  ],
  [
    "a number of the answer in a group was taken for a member whom a stranger had set",
    "full",
    {
      checks: ["volunteer-writes-stay-in-their-organization"],
      seed: 929_804,
      scale: 55,
      variants: [
        unknownProperty.of({
          name: "externalId",
          holds: { as: "number of the answer" },
          of: ["volunteer"],
          in: "successes",
          on: "every object",
          isFirst: true,
        }),
      ],
    },
  ],
  [
    "an individual whose configured id is in quotes was added by a text, and its refusal was a finding",
    "full",
    { checks: ["event-contact-is-added"], seed: 1, scale: 14, variants: [idTexts.of("crm")] },
  ],
  [
    "options of a query type that init had guessed were taken for those of an endpoint that takes any",
    "first-contact",
    { variants: variants.filter(({ id }) => id === "queries-take-any-query-type"), seed: 248_550, scale: 36 },
  ],
  [
    "an empty answer about a user who does not exist was taken for a user without fields",
    "full",
    {
      checks: ["user-is-read-by-id"],
      variants: variants.filter(({ id }) => id === "unknown-users-get-nothing"),
    },
  ],
  [
    "a code that works once was refused after a wrong one, and that was a finding",
    "full",
    {
      checks: ["two-factor-asks-for-a-code"],
      variants: variants.filter(({ id }) => id === "a-code-works-once"),
    },
  ],
  [
    "a refresh that keeps the access token was taken for one that restarts its 15 days",
    "full",
    {
      checks: ["lifetimes-are-kept"],
      variants: variants.filter(({ id }) => id === "a-refresh-keeps-the-access-token"),
    },
  ],
  [
    "the page of a front end at a path without the version was taken for an answer of the interface",
    "observe",
    {
      interfaces: ["volunteer"],
      variants: variants.filter(({ id }) => id === "unversioned-paths-get-the-portal"),
      seed: 17,
      scale: 1,
      isLive: true,
      slowness: 200,
    },
  ],
  [
    "what an accepted value of another type had stored was read a write later, and that was a finding",
    "full",
    {
      checks: ["segment-over-time"],
      interfaces: ["donation"],
      isLive: true,
      slowness: 4000,
      seed: 20,
      scale: 56,
      variants: variants.filter(({ id }) => id === "donation-ids-are-strings"),
    },
  ],
];

it.each(someOf(alarmedOnce, 2))("%s", async (_, mode, target) => {
  expect(await alarmsOf(mode, target)).toEqual([]);
});

/** Random small targets, as many as a nightly run judges; `npm run targets` judges any. */
const nightly: Readonly<Record<Mode, number>> = { full: 200, "first-contact": 200, observe: 150, drift: 50 };

/** A usual run judges a few of each. */
const aPart = 100;

describe("any conformant target", () => {
  it.each(Object.entries(nightly) as [Mode, number][])(
    "raises no alarm, whatever it answers and however it is configured: %s",
    { timeout: 3_600_000 },
    async (mode, count) => {
      // The same targets in every usual run, others every night.
      const drawn = isNightly ? { numRuns: count } : { numRuns: Math.ceil(count / aPart), seed: 1 };
      const alarms: string[] = [];
      for (const target of fc.sample(anySmallTarget, drawn))
        for (const alarm of await alarmsOf(mode, isNightly ? target : { ...target, runs: 4 }))
          alarms.push(`${textOf(target)}: ${alarm}`);
      expect(alarms).toEqual([]);
    },
  );
});
