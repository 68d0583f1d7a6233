import { readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, onTestFinished, test } from "vitest";
import { type CheckOptions, check, replay, startSandbox } from "../../src/index.ts";
import { faults } from "../../src/builtin/faults/generated/faults.ts";
import type { Report } from "../../src/core/model/report.ts";
import type { Fault } from "../../src/builtin/faults/fault.ts";
import { isNightly } from "../nightly.ts";
import { runCli } from "../entrypoints/cli/run-cli.ts";
import { temporaryFolder } from "../entrypoints/cli/temporary-folder.ts";

const reportOf = async (options: CheckOptions): Promise<Report> => {
  const { report } = await check(options).result;
  if (report === undefined) throw new Error("the check made no report");
  return report;
};

const stateOf = async (options: Parameters<typeof replay>[0]): Promise<string> => {
  const { state, reason = "" } = await replay(options).result;
  return `${state} ${reason}`.trim();
};

/** A few of a fault's findings: they differ little. */
const fewOf = ({ findings }: Report): Report["findings"] =>
  findings.filter((_, index) => index % Math.ceil(findings.length / 6) === 0);

const parameterOf = (url: URL, name: string): readonly [string, string] | undefined =>
  [...url.searchParams].find(([key]) => key.toLowerCase() === name);

/** Lists whose pages overlap: each page but the first one begins a record too early. */
const overlapping: Fault = {
  id: "pages-overlap",
  fact: "DON-07",
  grade: "behavioural",
  title: "pages overlap",
  wrap: (next) => (incoming) => {
    const [name, value = "0"] = parameterOf(incoming.url, "skip") ?? [];
    const isList = /^list(?:Donors|Gifts|Campaigns)$/.test(incoming.operation ?? "");
    if (!isList || name === undefined || Number(value) === 0) return next(incoming);
    const url = new URL(incoming.url);
    url.searchParams.set(name, String(Number(value) - 1));
    return next({ ...incoming, url });
  },
};

test.each(isNightly ? [1, 2, 3, 4, 5] : [1])(
  "what a provider with few requests shows only on overlapping pages is asked for as it was, with seed %i",
  async (seed) => {
    const served = await startSandbox({ faults: [overlapping] });
    onTestFinished(() => served.close());
    const { donation } = served.config.interfaces;
    const safety = { maxRequests: 300, perHour: 100_000, perSecond: 1000 };
    const from = { cwd: temporaryFolder(), config: { interfaces: { donation }, safety } };
    // Two checks, of which the other goes on with the requests that are left: its portions are not those of the first.
    const checks = ["parameters-hold-at-once", "combinations-hold"];
    const report = await reportOf({ ...from, checks, seed });
    const found = report.findings.map((one) => ({ ...from, report, fingerprint: one.fingerprint }));
    expect(found.length).toBeGreaterThan(0);
    for (const one of found) expect(await stateOf(one)).toBe("still there");
    served.plant([]);
    for (const one of found)
      expect(await stateOf(one)).toMatch(/^gone|requests that showed it were not answered$/);
  },
  60_000,
);

test("nothing is gone at a live target if the request that was answered wrongly is not sent", async () => {
  const planted = faults.filter(({ id }) => id === "total-counts-the-page");
  const served = await startSandbox({ faults: planted });
  onTestFinished(() => served.close());
  const { donation } = served.config.interfaces;
  const from = { cwd: temporaryFolder(), config: { interfaces: { donation }, safety: { perSecond: 1000 } } };
  const report = await reportOf({ ...from, checks: ["page-total-is-stable"] });
  const [first] = report.findings;
  if (first?.steps === undefined) throw new Error("no finding with steps");
  const { fingerprint, steps } = first;
  served.plant([]);
  expect(await stateOf({ ...from, report, fingerprint })).toBe("gone");
  const elsewhere = steps.map((step) =>
    step.wrong === true ? { ...step, label: "another", curl: "curl -i http://sandbox.test/other" } : step,
  );
  const changed = { ...report, findings: [{ ...first, steps: elsewhere }] };
  expect(await stateOf({ ...from, report: changed, fingerprint })).toMatch(
    /^not judged \d of the \d requests that showed it were not answered$/,
  );
});

/** Faults that show only after other requests: of another check, of the same sequence, of another credential. */
const remembering = [
  "limited-keys-are-served-what-others-have-read",
  "contacts-of-others-are-found-in-the-end",
  "every-third-webhook-is-another",
  "created-user-is-another",
];

/** At even distances, so that every check has some. */
const spread = faults.filter((_, index) => index % 7 === 3).map(({ id }) => id);

describe("a finding is still there with its fault, and gone without it:", () => {
  test.each(isNightly ? [...remembering, ...spread] : remembering.slice(0, 1))(
    "%s",
    async (fault) => {
      const cwd = temporaryFolder();
      const report = await reportOf({ cwd, faults: [fault] });
      for (const { fingerprint } of fewOf(report)) {
        expect(await stateOf({ cwd, report, fingerprint, faults: [fault] })).toBe("still there");
        expect(await stateOf({ cwd, report, fingerprint })).toBe("gone");
      }
    },
    300_000,
  );
});

const formats = ["json", "junit", "sarif", "github", "gitlab", "markdown", "html", "ctrf"] as const;

test("every fingerprint that a report of any format shows is asked for again", async () => {
  const cwd = temporaryFolder();
  const fault = "total-counts-the-page";
  const written = formats.flatMap((format) => ["--report", `${format}=r.${format}`]);
  await runCli(["check", "--check", "page-total-is-stable", "--fault", fault, ...written], { cwd });
  const textOf = (format: string): string => readFileSync(join(cwd, `r.${format}`), "utf8");
  const { run }: Report = JSON.parse(textOf("json"));
  const shownIn = (format: string): ReadonlySet<string> =>
    // Digits alone may be a number in an answer.
    new Set(
      [...textOf(format).matchAll(/(?<![\w-])(?!\d{12})[0-9a-f]{12}(?![\w-])/g)].map(([found]) => found),
    );
  const all = new Set<string>();
  for (const format of formats) {
    const shown = [...shownIn(format)].filter((one) => one !== run.id);
    expect([format, shown.length > 0]).toEqual([format, true]);
    for (const one of shown) all.add(one);
  }
  for (const fingerprint of all) {
    const args = ["replay", fingerprint, "--report", "r.json", "--fault", fault, "--json"];
    const { code, out, err } = await runCli(args, { cwd });
    expect({ code, err }).toEqual({ code: 1, err: "" });
    expect(JSON.parse(out)).toMatchObject({ fingerprint, state: "still there" });
  }
  const problem = [...shownIn("gitlab")].find((one) => one !== run.id) ?? "";
  const { code, out } = await runCli(["replay", problem, "--report", "r.json", "--json"], { cwd });
  expect([code, JSON.parse(out).state]).toEqual([0, "gone"]);
}, 60_000);
