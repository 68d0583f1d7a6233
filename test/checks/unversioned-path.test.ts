import { contract } from "../../src/inputs/contract.ts";
import { expect, test } from "vitest";
import { runWithFault } from "../../scripts/fault-run.ts";
import { faults } from "../../src/builtin/faults/generated/faults.ts";
import { createSandbox } from "../../src/sandbox/sandbox.ts";
import { isNightly } from "../nightly.ts";
import { reportOf } from "../report-of.ts";
import { sandboxRun, sandboxTarget } from "../sandbox-run.ts";

test("whatever lives at a volunteer path without a version is read at most", async () => {
  const sandbox = createSandbox({ seed: 1, scale: 20 });
  const embedded = sandboxTarget(sandbox);
  const methods = new Set<string>();
  const events = await sandboxRun(sandbox, {
    chosen: contract.checks.filter(
      (check) => check.interfaces.includes("volunteer") && (isNightly || !("explore" in check)),
    ),
    target: {
      ...embedded,
      interfaces: ["volunteer"],
      transport: (request, signal) => {
        const { pathname } = new URL(request.url);
        if (request.interface === "volunteer" && !pathname.startsWith("/volunteer/v1/"))
          methods.add(request.method);
        return embedded.transport(request, signal);
      },
    },
  });
  expect((await reportOf(events)).findings).toEqual([]);
  await sandbox.close();
  expect([...methods]).toEqual(["GET"]);
});

test("groups that are served without the version are found by reading one", async () => {
  const fault = faults.find(({ id }) => id === "groups-without-version");
  if (fault === undefined) throw new Error("there is no such fault");
  expect(await runWithFault(fault, { explorations: false, donors: 20 })).toMatchObject({
    found: true,
    by: ["unversioned-path-is-not-served"],
    astray: [],
  });
});
