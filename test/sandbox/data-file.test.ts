import { spawn } from "node:child_process";
import { once } from "node:events";
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { DatabaseSync } from "node:sqlite";
import { fileURLToPath } from "node:url";
import { describe, expect, it } from "vitest";
import { UsageError } from "../../src/core/model/usage-error.ts";
import { createSandbox, type Sandbox } from "../../src/sandbox/sandbox.ts";
import { askAs, campaignId, campaignOf, membersOf, noteOf, projectIds } from "./data-file-writes.ts";
import { someOf } from "../nightly.ts";
import { temporaryFolder } from "../entrypoints/cli/temporary-folder.ts";
import { bench } from "./support.ts";
import { usageErrorOf } from "../usage-error-of.ts";

const temporaryFile = (): string => join(temporaryFolder(), "data.sqlite");

const writer = fileURLToPath(new URL("data-file-writer.ts", import.meta.url));

describe("data file", () => {
  it("keeps state, seed and credentials over a restart", async () => {
    const dataFile = temporaryFile();
    const first = createSandbox({ dataFile, seed: 7 });
    const before = first.config();
    await first.close();
    const { sandbox } = bench({ dataFile, seed: 8 });
    expect(sandbox.config()).toEqual(before);
  });

  it("of something else is refused", () => {
    const dataFile = temporaryFile();
    writeFileSync(dataFile, "this is no database, and long enough to be looked at by everybody who opens it");
    expect(() => createSandbox({ dataFile })).toThrow(UsageError);
  });

  it("on a disk that fails is named, with what to do", async () => {
    const dataFile = temporaryFile();
    await createSandbox({ dataFile, scale: 20 }).close();
    // A root's files are always writable: as a file from which a table is missing, it fails when it is read.
    const broken = new DatabaseSync(dataFile);
    broken.exec("DROP TABLE meta; CREATE TABLE meta (x TEXT)");
    broken.close();
    const error = usageErrorOf(() => createSandbox({ dataFile, scale: 20 }));
    expect(error).toMatchObject({
      location: dataFile,
      message: expect.stringContaining("the sandbox's data file cannot be used: no such column"),
    });
  });

  it("belongs to one sandbox at a time", async () => {
    const dataFile = temporaryFile();
    const first = createSandbox({ dataFile, scale: 20 });
    const second = () => createSandbox({ dataFile, scale: 20 });
    expect(second).toThrow(UsageError);
    expect(second).toThrow("another sandbox uses the data file");
    await first.close();
    await second().close();
  });

  it("is filled anew after a kill in mid-filling", async () => {
    const dataFile = temporaryFile();
    await writeUntilKilled(dataFile, { name: "filling", round: 1, statement: 500 });
    const filledAtOnce = createSandbox({ scale: 60 });
    const { sandbox } = bench({ dataFile, scale: 60 });
    expect(sandbox.config()).toEqual(filledAtOnce.config());
    await filledAtOnce.close();
  });

  const kills: readonly Kill[] = [
    { name: "note", round: 4, statement: 2 },
    { name: "note", round: 3, statement: 3 },
    { name: "members", round: 3, statement: 2 },
    { name: "members", round: 4, statement: 3 },
    { name: "project", round: 4, statement: 2 },
    { name: "campaign", round: 3, statement: 2 },
  ];

  it.each(someOf(kills, 3))(
    "loses nothing acknowledged and holds nothing half written after a kill in $name, statement $statement",
    async (kill) => {
      const dataFile = temporaryFile();
      const acknowledged = await writeUntilKilled(dataFile, kill);
      const { sandbox } = bench({ dataFile });
      for (const [name, read] of Object.entries(reads))
        expect([name, await read(sandbox)]).toEqual([name, acknowledged.get(name)]);
      expect(await projectWithGifts(sandbox)).toBe(acknowledged.get("project") === 2 ? 2 : 1);
      const delivered = sandbox.deliveries().filter(({ kind }) => kind === "contactNoteUpdate");
      expect(delivered).toHaveLength(acknowledged.get("note") ?? 0);
    },
  );
});

/** Where the writer is killed: in a write of a round, before a statement, counted from 1. */
interface Kill {
  readonly name: string;
  readonly round: number;
  readonly statement: number;
}

/** Lets the writer run until it kills itself; the last round of each write that it reported. */
const writeUntilKilled = async (
  dataFile: string,
  { name: last, round, statement }: Kill,
): Promise<ReadonlyMap<string, number>> => {
  const child = spawn(process.execPath, [writer, dataFile, last, String(round), String(statement)], {
    stdio: ["ignore", "pipe", "inherit"],
  });
  const acknowledged = new Map<string, number>();
  for await (const line of createInterface({ input: child.stdout })) {
    const [name = "", written] = line.split(" ");
    acknowledged.set(name, Number(written));
  }
  if (child.exitCode === null && child.signalCode === null) await once(child, "exit");
  expect(child.signalCode).toBe("SIGKILL");
  expect(acknowledged.get(last) ?? 0).toBe(round - 1);
  return acknowledged;
};

const roundIn = (text: unknown): number => Number(/^round (\d+)$/.exec(String(text))?.[1]);

/** The round that the store holds; fails when a record holds parts of two. */
const reads: Readonly<Record<string, (sandbox: Sandbox) => Promise<number>>> = {
  note: async (sandbox) => {
    const read = await askAs(sandbox, "crm", "/api/ContactNote/1");
    const round = roundIn(read.at("/note"));
    const {
      private: isPrivate,
      type = "",
      timeSpent,
      ...sent
    } = { type: "", timeSpent: undefined, ...noteOf(round) };
    expect(read.json).toMatchObject({ ...sent, isPrivate, type });
    expect(read.at("/timeSpent")).toBe(timeSpent);
    return round;
  },
  members: async (sandbox) => {
    const read = await askAs(sandbox, "volunteer", "/v1/groups/1");
    const round = roundIn(read.at("/data/name"));
    expect(read.at("/data/members")).toEqual(membersOf(round));
    return round;
  },
  campaign: async (sandbox) => {
    const read = await askAs(sandbox, "donation", "/api/Campaign/list?Take=1000&SortBy=id");
    const found = read.at(`/items/${campaignId - 1}`);
    const round = roundIn(read.at(`/items/${campaignId - 1}/name`));
    expect(found).toMatchObject({ description: null, crmKey: null, isActive: null, ...campaignOf(round) });
    return round;
  },
};

/** The one of the two projects that has recurring gifts; fails when both have or none. */
const projectWithGifts = async (sandbox: Sandbox): Promise<number> => {
  const read = await askAs(sandbox, "donation", "/api/RecurringGift/query", {
    body: { queryType: 4, take: 1000, selectedColumns: ["projectId"] },
  });
  // The selected column is an integer.
  const items = read.at("/items") as readonly { readonly projectId: number }[];
  const used = projectIds.filter((id) => items.some(({ projectId }) => projectId === id));
  expect(used).toHaveLength(1);
  return used[0] ?? Number.NaN;
};
