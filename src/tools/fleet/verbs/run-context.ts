import { resolve } from "node:path";
import { contract } from "../../../contract/contract.ts";
import { createTriedLog } from "../../../harness/runner/draw-moves.ts";
import { createMask } from "../../../harness/privacy/mask.ts";
import { liveTarget } from "../../../harness/runner/live-target.ts";
import { fingerprintOf } from "../budget/accounts.ts";
import { createSecretResolver } from "../file/resolve-secrets.ts";
import { createAddressBreaker } from "../run/address-breaker.ts";
import type { RunContext } from "../run/check-organization.ts";
import { type KeeperSetting, startKeeperThread } from "../run/keeper-thread.ts";
import { type JudgingParts, loadJudgingParts } from "../../../inputs/judging-parts.ts";
import { createForecasts, forecastRun, sharedSeed } from "../../onboarding/forecast-run.ts";
import { baselineOf } from "../../../inputs/open-config.ts";
import type { Surroundings } from "../../../harness/model/surroundings.ts";
import { createValueDigest } from "../../../harness/drift/value-digest.ts";
import { fleetInputs, type OpenFleet } from "./open-fleet.ts";
import { errorsIn, passedIn, readTarget } from "../../drift/read-target.ts";
import { version } from "../../../harness/model/version.ts";
import { withDialect } from "../../../inputs/with-dialect.ts";

const forecasts = createForecasts(forecastRun, sharedSeed);

/** Reads an organization as `tripact drift` does. */
const createReader = (parts: JudgingParts, around: Surroundings): RunContext["read"] => {
  const { clock } = around;
  return async (plain, { ledger, run: { seed, digestKey }, tried: earlier, past, signal }) => {
    const config = await withDialect(plain, around);
    const baseline = await baselineOf(config, around);
    const mask = createMask();
    const tried = createTriedLog(earlier);
    const target = liveTarget(config, {
      contract,
      clock,
      monotonic: () => Number(process.hrtime.bigint()) / 1e6,
      random: () => Math.random(),
      ledger,
    });
    try {
      const reading = await readTarget({
        target,
        clock,
        seed,
        past,
        digest: createValueDigest(digestKey),
        version: version(),
        baseline,
        parts,
        tried,
        forecast: (run) => forecasts({ config, run, interfaces: config.interfaces }),
        mask,
        signal,
      });
      signal.throwIfAborted();
      return {
        requests: target.requests(),
        tried: tried.all(),
        findings: errorsIn(reading),
        passed: passedIn(reading.footer),
        interfaces: reading.interfaces.map(({ reason, ...one }) => ({
          ...one,
          ...(reason === undefined ? {} : { reason: mask.mask(reason) }),
        })),
      };
    } finally {
      await target.close();
    }
  };
};

/** The path of a SQLite database, from the working directory. */
const pathOf = ({ fleet: { database }, around }: Pick<OpenFleet, "fleet" | "around">): string =>
  database.kind === "sqlite" ? resolve(around.cwd, database.path) : "";

const keeperSetting = (open: Pick<OpenFleet, "fleet" | "around">): KeeperSetting => {
  const { database } = open.fleet;
  return database.kind === "sqlite"
    ? { kind: "sqlite", path: pathOf(open) }
    : { kind: "postgres", schema: database.schema, url: database.address() };
};

/**
 * Gives what runs of the fleet share, with a thread that judges and keeps them.
 * @throws UsageError when the key file cannot be used
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
