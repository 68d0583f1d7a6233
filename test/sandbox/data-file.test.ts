import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { fileURLToPath } from "node:url";
import { describe, expect, it, onTestFinished } from "vitest";
import { UsageError } from "../../src/model/usage-error.ts";
import { createSandbox, type Sandbox } from "../../src/sandbox/sandbox.ts";
import { askAs, campaignId, campaignOf, membersOf, noteOf, projectIds } from "./data-file-writes.ts";
import { bench } from "./support.ts";

const temporaryFile = (): string => {
  const folder = mkdtempSync(join(tmpdir(), "tripact-test-"));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  return join(folder, "data.sqlite");
};

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

  it(
    "loses nothing acknowledged and holds nothing half written after kills in mid-write",
    { timeout: 30_000 },
    async () => {
      const dataFile = temporaryFile();
      // A round executes eighteen statements or so, and each kill meets another one of them.
      for (const statement of [20, 27, 34, 41, 48, 55]) {
        const acknowledged = await writeUntilKilled(dataFile, statement);
        const sandbox = createSandbox({ dataFile });
        for (const [name, read] of Object.entries(reads)) {
          const round = await read(sandbox);
          const told = acknowledged.get(name) ?? Number.NaN;
          // The last write may have been stored without being acknowledged.
          expect([`${name} ${told}`, `${name} ${told + 1}`]).toContain(`${name} ${round}`);
        }
        expect(await projectsWithGifts(sandbox)).toHaveLength(1);
        await sandbox.close();
      }
    },
  );
});

/** Lets the writer run until it kills itself; the last round of each write that it told of. */
const writeUntilKilled = async (
  dataFile: string,
  statement: number,
): Promise<ReadonlyMap<string, number>> => {
  const stdio = ["ignore", "pipe", "inherit"] as const;
  const child = spawn(process.execPath, [writer, dataFile, String(statement)], { stdio: [...stdio] });
  const acknowledged = new Map<string, number>();
  for await (const line of createInterface({ input: child.stdout })) {
    const [name = "", round] = line.split(" ");
    acknowledged.set(name, Number(round));
  }
  if (child.exitCode === null && child.signalCode === null) await once(child, "exit");
  expect(child.signalCode).toBe("SIGKILL");
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

const projectsWithGifts = async (sandbox: Sandbox): Promise<readonly number[]> => {
  const read = await askAs(sandbox, "donation", "/api/RecurringGift/query", {
    body: { queryType: 4, take: 1000, selectedColumns: ["projectId"] },
  });
  // The selected column is an integer.
  const items = read.at("/items") as readonly { readonly projectId: number }[];
  return projectIds.filter((id) => items.some(({ projectId }) => projectId === id));
};
