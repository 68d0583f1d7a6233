import type { Contract } from "../../../core/model/contract.ts";
import { withCredentials } from "../../../inputs/client-credentials.ts";
import { contract as builtin } from "../../../inputs/contract.ts";
import { createMask } from "../../../core/privacy/mask.ts";
import { fingerprintOf } from "../budget/accounts.ts";
import { createSecretResolver } from "../file/resolve-secrets.ts";
import { createAddressBreaker } from "../run/address-breaker.ts";
import type { RunContext } from "../run/check-organization.ts";
import { type KeeperSetting, startKeeperThread } from "../run/keeper-thread.ts";
import { loadJudgingParts } from "../../../inputs/judging-parts.ts";
import { createForecasts, forecastRun, sharedSeed } from "../../../onboarding/doctor/forecast-run.ts";
import { baselineOf } from "../../../inputs/open-config.ts";
import { proxiesOf } from "../../../core/model/proxy.ts";
import type { Environment } from "../../../core/model/environment.ts";
import { fleetInputs, type OpenFleet } from "./open-fleet.ts";
import { openTarget } from "../../../inputs/open-target.ts";
import { readRun } from "../../run/drift-run.ts";
import { version } from "../../../core/model/version.ts";
import { withDialect } from "../../../inputs/with-dialect.ts";

const forecasts = createForecasts(forecastRun, sharedSeed);

/** Executes runs as `tripact drift` does. */
const createReader = (shared: Contract, around: Environment): RunContext["read"] => {
  const { clock } = around;
  return async (plain, { run, ledger, earlier, signal }) => {
    // What the answers of one organization teach must not be asked of another one.
    const contract = (await shared.anew?.()) ?? shared;
    const parts = await loadJudgingParts(contract);
    const whole = { ...(await withDialect(plain, around)), proxyFor: proxiesOf(around.env) };
    const { config = whole } = await withCredentials({ config: whole, contract }, { signal });
    const baseline = await baselineOf(config, around);
    const { target } = await openTarget({ contract, config, clock, seed: run.seed, shared: ledger });
    try {
      const { end, results } = await readRun(
        run,
        {
          target,
          clock,
          baseline,
          parts,
          triedBy: run.organization,
          ...(contract === builtin
            ? { forecast: (order) => forecasts({ config, run: order, interfaces: config.interfaces }) }
            : {}),
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

/** The location for a thread, to which no function can be sent. */
const keeperSetting = (location: OpenFleet["location"]): KeeperSetting =>
  location.kind === "sqlite"
    ? location
    : { kind: "postgres", schema: location.schema, url: location.address() };

/**
 * Provides what runs of the fleet share, with a thread that judges and stores them.
 * @throws UsageError if the key file cannot be used
 */
export const withRunContext = async <Result>(
  { fleet, contract, location, around }: Pick<OpenFleet, "fleet" | "contract" | "location" | "around">,
  work: (context: RunContext) => Promise<Result>,
): Promise<Result> => {
  const { clock } = around;
  const inputs = fleetInputs(around);
  const fingerprint = fingerprintOf(fleet, location.kind === "sqlite" ? location.path : "");
  const template = { ...fleet.defaults.config, cwd: around.cwd };
  const thread = startKeeperThread({
    ...keeperSetting(location),
    ...(contract === builtin ? {} : { template }),
  });
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
      read: createReader(contract, around),
    });
  } finally {
    await thread.close();
  }
};
