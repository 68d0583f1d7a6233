import { expect, test } from "vitest";
import { contract } from "../../../src/inputs/contract.ts";
import { createValueDigest } from "../../../src/core/shapes/value-digest.ts";
import type { InterfaceName } from "../../../src/core/model/interface-name.ts";
import type { Outcome } from "../../../src/core/model/exchange.ts";
import { embeddedTarget } from "../../../src/inputs/embedded-target.ts";
import { loadJudgingParts } from "../../../src/inputs/judging-parts.ts";
import { suite } from "../../../src/inputs/suite.ts";
import { createManualClock, startInstant } from "../../../src/sandbox/clock.ts";
import { createSandbox } from "../../../src/sandbox/sandbox.ts";
import { readTarget } from "../../../src/monitoring/run/read-target.ts";

const down: Outcome = { kind: "failure", reason: "unreachable", message: "the address cannot be reached" };

/** How many requests a run sent to each interface, with its checks and with what follows them. */
const sentTo = async (silent: InterfaceName) => {
  const clock = createManualClock(startInstant(1));
  const sandbox = createSandbox({ scale: 20, clock });
  const target = embeddedTarget(sandbox, { contract, clock, monotonic: () => 0, random: () => 0.5 });
  const sent = { byChecks: new Map<string, number>(), inAll: new Map<string, number>() };
  const count = (counts: Map<string, number>, name: string) => counts.set(name, (counts.get(name) ?? 0) + 1);
  await readTarget({
    target: {
      ...target,
      budget: 60,
      transport: async (request, signal) => {
        count(sent.inAll, request.interface);
        return request.interface === silent ? down : target.transport(request, signal);
      },
    },
    clock,
    seed: 1,
    version: "0.0.0",
    baseline: new Set(),
    parts: await loadJudgingParts(contract),
    checks: suite.checks.filter(({ id }) => ["page-total-is-stable", "user-is-read-by-id"].includes(id)),
    digest: createValueDigest("00".repeat(32)),
    past: () => ({
      outlook: { known: ["listDonors", "listUsers"], inconclusive: [] },
      freshIn: async () => [],
    }),
    follow: (event) => {
      if (event.type === "exchange") count(sent.byChecks, event.exchange.interface);
    },
  });
  await sandbox.close();
  return (name: InterfaceName) => (sent.inAll.get(name) ?? 0) - (sent.byChecks.get(name) ?? 0);
};

test("with an interface that cannot be reached, a run goes on with the others alone", async () => {
  const followUps = await sentTo("volunteer");
  expect(followUps("donation")).toBeGreaterThan(0);
  expect(followUps("volunteer")).toBe(0);
});
