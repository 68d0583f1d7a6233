import { spawnSync } from "node:child_process";
import { readFileSync, writeFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { expect, test } from "vitest";
import { runCli } from "./run-cli.ts";

const bin = fileURLToPath(new URL("../../../bin/tripact.js", import.meta.url));

test("what bin answers by itself is the program's own; TRIPACT_UPDATE=1 renews it", async () => {
  const file = fileURLToPath(new URL("../../../bin/help.txt", import.meta.url));
  const { out } = await runCli("--help", { columns: 80 });
  if (process.env["TRIPACT_UPDATE"] === "1") writeFileSync(file, out);
  expect(readFileSync(file, "utf8")).toBe(out);
  const { status, stdout } = spawnSync(process.execPath, [bin, "--version"], {
    encoding: "utf8",
    timeout: 20_000,
  });
  expect([status, stdout]).toEqual([0, (await runCli("--version")).out]);
});
