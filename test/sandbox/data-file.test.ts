import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { fileURLToPath } from "node:url";
import { describe, expect, it, onTestFinished } from "vitest";
import { UsageError } from "../../src/model/usage-error.ts";
import { createSandbox } from "../../src/sandbox/sandbox.ts";
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
    "loses nothing acknowledged and holds nothing half written after a kill in mid-write",
    { timeout: 30_000 },
    async () => {
      const dataFile = temporaryFile();
      const child = spawn(process.execPath, [writer, dataFile], { stdio: ["ignore", "pipe", "inherit"] });
      let acknowledged = 0;
      for await (const line of createInterface({ input: child.stdout })) {
        acknowledged = Number(line);
        if (acknowledged === 40) child.kill("SIGKILL");
      }
      if (child.exitCode === null && child.signalCode === null) await once(child, "exit");
      expect(child.signalCode).toBe("SIGKILL");

      const made = bench({ dataFile });
      const token = made.credential("volunteer", "token");
      const read = await made.ask("/volunteer/v1/groups/1", { token });
      const round = Number(String(read.at("/data/name")).split(" ")[1]);
      expect(round).toBeGreaterThanOrEqual(acknowledged);
      // Each round names the group and sets that many members in one request.
      expect(read.at("/data/members")).toHaveLength(1 + (round % 20));
    },
  );
});
