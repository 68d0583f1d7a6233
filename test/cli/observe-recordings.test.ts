import { describe, expect, test } from "vitest";
import { observeRecordings } from "../../src/cli/observe-recordings.ts";
import type { JudgeSetting } from "../../src/cli/recording-judge.ts";
import { suite } from "../../src/cli/suite.ts";
import type { OpenedRecording } from "../../src/recordings/open-recording.ts";
import { realWorld, toHar, toNdjson, toYamlCassette } from "../recordings/traffic.ts";

const setting: JudgeSetting = {
  baseUrls: {},
  interfaces: ["crm", "donation", "volunteer"],
  checks: suite.checks.map(({ id }) => id),
  baseline: [],
  shapes: true,
};

const opened = (text: string, form: OpenedRecording["form"], size: number): OpenedRecording => ({
  file: "r",
  form,
  format: "",
  chunks: async function* () {
    const bytes = Buffer.from(text);
    for (let at = 0; at < bytes.length; at += size) yield bytes.subarray(at, at + size);
  },
});

const many = Array.from({ length: 15 }, (_, index) =>
  realWorld.map((one, place) => ({
    ...one,
    url: `${one.url}${one.url.includes("?") ? "&" : "?"}n=${index}-${place}`,
  })),
).flat();

const observed = async (recordings: readonly OpenedRecording[], helpAfter?: number) => {
  const { court, recording, targets, shapes, helped } = await observeRecordings({
    recordings,
    setting,
    signal: new AbortController().signal,
    ...(helpAfter === undefined ? {} : { helpAfter }),
  });
  const byFirst = court.board.findings().toSorted((a, b) => (a.exchanges[0] ?? 0) - (b.exchanges[0] ?? 0));
  return {
    findings: byFirst,
    unknowns: court.board.unknowns(),
    tallies: court.bench.tallies(),
    recording,
    targets,
    helped,
    shapes: [...shapes]
      .map(([name, seen]) => [name, [...seen.entries()].map((entry) => JSON.stringify(entry)).toSorted()])
      .toSorted(),
  };
};

describe("whichever thread judges what", () => {
  test("the outcome is the same", async () => {
    const recordings = () => [
      opened(toHar(many), "json", 4_000),
      opened(`${toNdjson(many)}{"request":\n${toNdjson(many)}`, "lines", 5_000),
      opened(toYamlCassette(many), "yaml", 9_000),
    ];
    const alone = await observed(recordings());
    const together = await observed(recordings(), 6_000);
    expect(alone.recording).toMatchObject({ entries: 4 * many.length + 1, judged: 4 * 150, troubles: 1 });
    expect(alone.findings.length).toBe(5);
    expect([alone.helped, together.helped > 2]).toEqual([0, true]);
    expect({ ...together, helped: 0 }).toEqual(alone);
  });

  test("memory does not hold what was judged: no outcome is reachable from the score", async () => {
    const { court } = await observeRecordings({
      recordings: [opened(toNdjson(many), "lines", 5_000)],
      setting: { ...setting, shapes: false },
      signal: new AbortController().signal,
    });
    // Everything that is kept is plain and small, whatever the number of exchanges and findings.
    expect(JSON.stringify(court.state()).length).toBeLessThan(20_000);
    expect(structuredClone(court.state())).toEqual(court.state());
  });
});
