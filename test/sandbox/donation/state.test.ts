import { copyFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { temporaryFolder } from "../../entrypoints/cli/temporary-folder.ts";
import { donationBench, type DonationBench } from "./donation-bench.ts";

/** Enough gifts for pages far from either end. */
const scale = 800;

const lastPages = async ({ list, query }: DonationBench): Promise<unknown[]> => [
  await list("gift", { skip: 2390, sortBy: "date" }),
  await list("gift", { skip: 1500, take: 3, sortBy: "amount", descending: true }),
  await list("donor", { skip: 790 }),
  await query("segment"),
];

describe("donation records", () => {
  it("come back as they were from a snapshot and a reset", async () => {
    const bench = donationBench({ scale, control: true });
    const first = await lastPages(bench);
    expect((await bench.ask("/control/snapshots/one", { method: "PUT", body: {} })).status).toBe(204);
    await bench.call("replaceSegment", { body: bench.scratch("segment") });
    const changed = await lastPages(bench);
    expect(changed).not.toEqual(first);
    await bench.ask("/control/snapshots/one/restore", { body: {} });
    expect(await lastPages(bench)).toEqual(first);
    await bench.call("replaceSegment", { body: bench.scratch("segment") });
    await bench.ask("/control/reset", { body: {} });
    expect(await lastPages(bench)).toEqual(first);
  });

  it("are in the data file as soon as they are answered", async () => {
    const dataFile = join(temporaryFolder(), "data.sqlite");
    const one = donationBench({ scale, dataFile });
    await one.call("replaceSegment", { body: one.scratch("segment") });
    const before = await lastPages(one);
    // As a kill leaves it: one sandbox at a time uses a file.
    const copy = `${dataFile}.copy`;
    for (const end of ["", "-wal"]) copyFileSync(`${dataFile}${end}`, `${copy}${end}`);
    expect(await lastPages(donationBench({ dataFile: copy }))).toEqual(before);
  });
});
