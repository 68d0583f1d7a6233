import { writeFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { describe, expect, it } from "vitest";
import { isNightly } from "../nightly.ts";
import { reportFormats } from "../../src/report/report-formats.ts";
import { suite } from "../../src/inputs/suite.ts";
import { hostileCases } from "./cases/all.ts";
import { trap } from "./cases/statuses.ts";
import { allAtOnce } from "./cases/texts.ts";
import { type HostileCase, mostRequestsOf } from "./hostile-case.ts";
import { dangersIn, runHostile, type HostileRun } from "./run-hostile.ts";

/** Every case with the whole suite and in every format, nightly; a few checks in one format otherwise. */

/**
 * MiB that a run may take, whatever the server does: any run takes 210, and 48 MiB of answers are parsed into two or
 * three times as much. The most that was measured is 400, of 50,000 records on a page.
 */
const mostMemory = 450;

/** What the console draws with: colours, and a line that is drawn over again. */
const ownSequences = /\u001b\[\d*(?:;\d+)*m|\r?\u001b\[2K\r?/g;

const textsOf = (run: HostileRun): readonly (readonly [where: string, text: string])[] => [
  ["standard output", run.out.replaceAll(ownSequences, "")],
  ["standard error", run.err.replaceAll(ownSequences, "")],
  ...Object.entries(run.reports),
];

const incomplete = ({ report, code }: HostileRun): readonly string[] => {
  const ids = (all: readonly { readonly id: string }[]): string => all.map(({ id }) => id).join();
  const crashes = report.facts.flatMap(({ id, reason = "" }) =>
    reason.includes("crashed") ? [`${id}: ${reason}`] : [],
  );
  return [
    ...(ids(report.facts) === ids(suite.facts) ? [] : ["a fact is missing"]),
    ...(ids(report.unknowns) === ids(suite.unknowns) ? [] : ["a question is missing"]),
    ...(code === 1 || (!report.run.complete && report.run.stopped !== undefined)
      ? []
      : ["no reason to stop"]),
    ...(code !== 1 || report.findings.some(({ severity }) => severity === "error") ? [] : ["no finding"]),
    ...crashes,
  ];
};

/** Every case in a nightly run; else every fifth of those that a few requests show, and all dangers at once. */
const cases = isNightly
  ? hostileCases
  : hostileCases
      .filter((one) => one.isNightly !== true)
      .filter((one, index) => index % 5 === 0 || one.id === allAtOnce);

const problemsOf = (one: HostileCase, run: HostileRun): readonly string[] => [
  ...incomplete(run),
  ...textsOf(run).flatMap(([where, text]) => dangersIn(where, text)),
  ...(run.asked.length > (isNightly ? 2_000 : mostRequestsOf(one)) ? [`${run.asked.length} requests`] : []),
  ...(run.rss !== undefined && !(run.rss <= mostMemory) ? [`${Math.round(run.rss)} MiB`] : []),
  ...(run.costMs > (isNightly ? 60_000 : 15_000) ? [`${Math.round(run.costMs)} ms`] : []),
];

/** MiB, requests and milliseconds of each whole run. */
const figures: [rss: number, requests: number, costMs: number, id: string][] = [];

describe("a hostile server", () => {
  it("is met in more than a hundred ways, each a distinct one, in more than a dozen of them on every day", () => {
    expect(new Set(hostileCases.map(({ id }) => id)).size).toBe(hostileCases.length);
    expect(hostileCases.length).toBeGreaterThan(100);
    expect(cases.length).toBeGreaterThan(12);
  });

  it.each(cases.map((one) => [one.id, one] as const))("that %s", async (id, one) => {
    const isShown = isNightly || id === allAtOnce;
    const run = await runHostile(one, { isWhole: isNightly, formats: isShown ? reportFormats : ["json"] });
    if (run.rss !== undefined)
      figures.push([Math.round(run.rss), run.asked.length, Math.round(run.costMs), id]);
    expect(problemsOf(one, run)).toEqual([]);
    // Other checks may find what these cannot, or wait for what these do not.
    expect(isNightly ? [1, 3, 4] : [one.code]).toContain(run.code);
    if (one.says !== undefined && !isNightly) expect(run.report.run.stopped ?? "").toMatch(one.says);
  });

  it
    .skipIf(!isNightly)
    .each(hostileCases.filter(({ id }) => id.includes("keys")).map((one) => [one.id, one] as const))(
    "that %s meets drift, too",
    async (_, one) => {
      const run = await runHostile(one, { isWhole: true, command: "drift" });
      expect(problemsOf(one, run)).toEqual([]);
    },
  );

  it.skipIf(!isNightly)("costs no more than its share", () => {
    figures.sort(([left], [right]) => right - left);
    writeFileSync(
      fileURLToPath(new URL("../../reports/hostile.json", import.meta.url)),
      JSON.stringify(figures),
    );
    expect(figures.length).toBe(hostileCases.length);
  });

  it("leads nobody elsewhere, and no credential either", () => {
    expect(trap).toEqual({ connections: 0, heard: "" });
  });
});
