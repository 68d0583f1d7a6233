import { resolve } from "node:path";
import { contract } from "../../../contract/contract.ts";
import { createMask } from "../../../harness/privacy/mask.ts";
import { fingerprintOf } from "../budget/accounts.ts";
import { createSecretResolver } from "../file/resolve-secrets.ts";
import { createAddressBreaker } from "../run/address-breaker.ts";
import type { RunContext } from "../run/check-organization.ts";
import { type KeeperSetting, startKeeperThread } from "../run/keeper-thread.ts";
import { type JudgingParts, loadJudgingParts } from "../../../inputs/judging-parts.ts";
import { createForecasts, forecastRun, sharedSeed } from "../../onboarding/forecast-run.ts";
import { baselineOf } from "../../../inputs/open-config.ts";
import type { Surroundings } from "../../../harness/model/surroundings.ts";
import { fleetInputs, type OpenFleet } from "./open-fleet.ts";
import { openTarget } from "../../../inputs/open-target.ts";
import { readRun } from "../../drift/drift-run.ts";
import { version } from "../../../harness/model/version.ts";
import { withDialect } from "../../../inputs/with-dialect.ts";

const forecasts = createForecasts(forecastRun, sharedSeed);

/** Executes runs as `tripact drift` does. */
const createReader = (parts: JudgingParts, around: Surroundings): RunContext["read"] => {
  const { clock } = around;
  return async (plain, { run, ledger, earlier, signal }) => {
    const config = await withDialect(plain, around);
    const baseline = await baselineOf(config, around);
    const { target } = await openTarget(config, run.seed, clock, ledger);
    try {
      const { end, results } = await readRun(
        run,
        {
          target,
          clock,
          baseline,
          parts,
          triedBy: run.organization,
          forecast: (order) => forecasts({ config, run: order, interfaces: config.interfaces }),
          mask: createMask(),
          signal,
        },
        earlier,
      );
      signal.throwIfAborted();
      return { end, results };
    } finally {
      await target.close();
    }
  };
};

/** The path of a SQLite database, relative to the working directory. */
const pathOf = ({ fleet: { database }, around }: Pick<OpenFleet, "fleet" | "around">): string =>
  database.kind === "sqlite" ? resolve(around.cwd, database.path) : "";

const keeperSetting = (open: Pick<OpenFleet, "fleet" | "around">): KeeperSetting => {
  const { database } = open.fleet;
  return database.kind === "sqlite"
    ? { kind: "sqlite", path: pathOf(open) }
    : { kind: "postgres", schema: database.schema, url: database.address() };
};

/**
 * Provides what runs of the fleet share, with a thread that judges and stores them.
 * @throws UsageError if the key file cannot be used
 */
export const withRunContext = async <Result>(
  open: Pick<OpenFleet, "fleet" | "around">,
  work: (context: RunContext) => Promise<Result>,
): Promise<Result> => {
  const { fleet, around } = open;
  const { clock } = around;
  const inputs = fleetInputs(around);
  const fingerprint = fingerprintOf(fleet, pathOf(open));
  const parts = await loadJudgingParts();
  const thread = startKeeperThread(keeperSetting(open));
  try {
    return await work({
      keeper: thread.keeper,
      contract,
      inputs,
      resolve: createSecretResolver(fleet.secrets, inputs),
      fingerprint,
      breaker: createAddressBreaker(() => clock.now()),
      holdMs: 2 * fleet.work.heartbeatSeconds * 1000,
      clock,
      version: version(),
      read: createReader(parts, around),
    });
  } finally {
    await thread.close();
  }
};
