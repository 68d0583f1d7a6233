import { contract } from "../../../../src/inputs/contract.ts";
import { documentation } from "../../../../src/builtin/documents.ts";
import { createRunRepository } from "../../../../src/monitoring/history/create-repository.ts";
import type { Clock } from "../../../../src/core/model/clock.ts";
import type { Database } from "../../../../src/core/store/database.ts";
import type { Organization } from "../../../../src/monitoring/fleet/file/fleet-file.ts";
import { createAddressBreaker } from "../../../../src/monitoring/fleet/run/address-breaker.ts";
import type { RunContext } from "../../../../src/monitoring/fleet/run/check-organization.ts";
import { createRunKeeper } from "../../../../src/monitoring/fleet/run/run-keeper.ts";
import { sqlite } from "../engines.ts";
import { shapesOf, targetOf } from "../fleet-runs.ts";

const template =
  'interfaces: { donation: { baseUrl: "https://d.example.org/${ORGANIZATION}", credentials: { token: "${TOKEN}" } } }';

export const organizationOf = (name: string): Organization => ({
  name,
  location: "fleet.yaml",
  prefix: "",
  labels: {},
  config: { path: "o.yaml", location: "fleet.yaml" },
  variables: {},
  safety: { perHour: 10_000 },
});

/** A clock that waits in no real time. */
export const createTestClock = (): Clock => {
  let now = Date.parse("2025-01-01T00:00:00Z");
  return {
    now: () => now,
    sleep: async (ms) => {
      now += ms;
    },
  };
};

/** What runs share, with a target that answers every organization alike. */
export const runContext = (database: Database, more: Partial<RunContext> = {}): RunContext => {
  const clock = createTestClock();
  return {
    keeper: createRunKeeper(database, documentation),
    contract,
    inputs: { env: {}, signal: new AbortController().signal, readText: async () => template },
    resolve: async (organization) => ({ TOKEN: `t0ken-of-${organization}` }),
    fingerprint: (text) => text,
    breaker: createAddressBreaker(() => clock.now()),
    holdMs: 120_000,
    clock,
    version: "0.0.0",
    async read(_, { run }) {
      const findings = { error: 0, warning: 0, info: 0 };
      const shapes = JSON.stringify(shapesOf({ name: "x" }));
      return {
        end: { endedAt: run.startedAt, requests: 1 },
        results: [{ target: targetOf(run.organization), requests: 1, findings, shapes }],
      };
    },
    ...more,
  };
};

/** An empty database of SQLite, and its runs. */
export const openRuns = async () => {
  const database = await sqlite.open();
  return { database, repository: createRunRepository(database, documentation) };
};
