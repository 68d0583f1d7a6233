import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { documentation } from "../../../../src/builtin/documents.ts";
import { openHistory } from "../../../../src/monitoring/history/sqlite.ts";
import { createShapes } from "../../../../src/core/shapes/shapes.ts";
import { openStore } from "../../../../src/core/store/store.ts";
import { answered, json } from "../../../monitoring/drift/support.ts";
import { ownRun } from "../../../monitoring/history/own-run.ts";
import { runCli } from "../run-cli.ts";
import { temporaryFolder } from "../temporary-folder.ts";

type Donor = Readonly<Record<string, unknown>>;

const target = { interface: "donation", address: "https://d.example.org", organization: "default" } as const;

/** A store whose last run shows that a field of donors has another name, in one operation of two. */
const withRename = async () => {
  const cwd = temporaryFolder();
  const file = openStore(join(cwd, "s.sqlite"));
  const runs = await openHistory(file, documentation);
  const add = (run: number, name: string) => {
    const shapes = createShapes(documentation, { once: true });
    const items = Array.from({ length: 40 }, (_, at): Donor => ({ id: run * 40 + at, [name]: "x" }));
    shapes.add(answered(json({ items, total: 40 }), { label: "list" }));
    const startedAt = new Date(Date.UTC(2025, 0, run, 2)).toISOString();
    return ownRun(runs, { target, startedAt, shapes });
  };
  for (let run = 1; run < 7; run += 1) await add(run, "nickname");
  const [group] = (await add(7, "shortName")).verdict?.groups ?? [];
  file.close();
  if (group === undefined) throw new Error("nothing drifted");
  const accept = (...args: readonly string[]) =>
    runCli(["drift", "accept", "--store", "s.sqlite", ...args], { cwd });
  return { cwd, group, accept };
};

describe("tripact drift accept", () => {
  test("accepts an entry with all its changes, once", async () => {
    const { group, accept } = await withRename();
    const first = await accept(group.fingerprint, "--note", "agreed", "--by", "Sam");
    expect([first.code, first.out]).toEqual([
      0,
      `accepted ${group.fingerprint}: donation https://d.example.org\n`,
    ]);
    const second = await accept(group.fingerprint);
    expect([second.code, second.err]).toEqual([2, expect.stringContaining("no drift has the fingerprint")]);
    for (const change of group.changes) expect((await accept(change)).code).toBe(2);
  });

  test("until a day, and for longer afterwards", async () => {
    const { cwd, group, accept } = await withRename();
    const year = new Date().getUTCFullYear();
    const day = `${year + 1}-01-31`;
    expect((await accept(group.fingerprint, "--until", day)).out).toContain(
      `accepted ${group.fingerprint} until ${day}`,
    );
    const { out } = await runCli("drift --history --json --store s.sqlite", { cwd });
    expect(JSON.parse(out)).toMatchObject({
      histories: [{ groups: [{ state: "accepted", accepted: { until: day } }] }],
    });
    expect((await accept(group.fingerprint, "--until", `${year + 2}-01-31`)).code).toBe(0);
    expect((await accept(group.fingerprint)).code).toBe(0);
  });

  test("takes its own options alone, and its help lists no others", async () => {
    const { out } = await runCli("drift accept --help");
    expect(out.match(/--store/g)).toHaveLength(1);
    for (const other of ["--history", "--keep", "--issues"]) expect(out).not.toContain(other);
    for (const global of ["--json", "--no-color", "--quiet"]) expect(out).toContain(global);
  });

  const refusals: readonly (readonly [args: readonly string[], message: string])[] = [
    [["--until", "2020-01-01"], "2020-01-01 is not a day in the future"],
    [["--until", "tomorrow"], "tomorrow is not a day in the future"],
    [["--until", "2999-02-30"], "2999-02-30 is not a day in the future"],
    [["--note", "a\nb"], "must be one line of 1 to 500 characters"],
    [["--by", "x".repeat(101)], "must be one line of 1 to 100 characters"],
  ];

  test("refuses a wrong day, note or name, and accepts nothing", async () => {
    const { group, accept } = await withRename();
    for (const [args, message] of refusals) {
      const { code, err } = await accept(group.fingerprint, ...args);
      expect([code, err]).toEqual([2, expect.stringContaining(message)]);
    }
    expect((await accept(group.fingerprint)).code).toBe(0);
  });

  test("writes the change into a copy of the document, and shows whom it breaks", async () => {
    const { cwd, group, accept } = await withRename();
    const { code, out } = await accept(group.fingerprint, "--into-documents", "new/openapi");
    expect(code).toBe(0);
    expect(out).toContain("new/openapi/donation.yaml, against the document that comes with tripact:");
    expect(out).toMatch(/additive +response-property-added +shortName/);
    const text = readFileSync(join(cwd, "new/openapi/donation.yaml"), "utf8");
    expect(text).toMatch(/ {8}shortName:\n {10}type: string\n/);
  });

  test("accepts nothing where the copy cannot be written", async () => {
    const { cwd, group, accept } = await withRename();
    const { code, err } = await accept(group.fingerprint, "--into-documents", "s.sqlite");
    expect([code, err]).toEqual([2, expect.stringContaining("donation.yaml")]);
    expect(existsSync(join(cwd, "donation.yaml"))).toBe(false);
    expect((await accept(group.fingerprint, "--json", "--into-documents", "d")).out).toContain('"notes": []');
  });
});
