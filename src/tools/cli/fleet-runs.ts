import { resolve } from "node:path";
import { contract } from "../../contract/contract.ts";
import { createTriedLog } from "../../harness/runner/draw-moves.ts";
import { createMask } from "../../harness/privacy/mask.ts";
import { liveTarget } from "../../harness/runner/live-target.ts";
import { fingerprintOf } from "../fleet/budget/accounts.ts";
import type { FleetFile } from "../fleet/file/fleet-file.ts";
import { createSecretResolver } from "../fleet/file/resolve-secrets.ts";
import { createAddressBreaker } from "../fleet/run/address-breaker.ts";
import type { RunContext } from "../fleet/run/check-organization.ts";
import { type KeeperSetting, startKeeperThread } from "../fleet/run/keeper-thread.ts";
import { findBaseline } from "./find-config.ts";
import type { CliIo } from "./io.ts";
import { type JudgingParts, loadJudgingParts } from "../../app/judging-parts.ts";
import { createForecasts } from "../../app/forecast-run.ts";
import { fleetInputs } from "./open-fleet.ts";
import { readTarget } from "../../app/drift/read-target.ts";
import { version } from "../../app/version.ts";
import { withDialect } from "../../app/with-dialect.ts";

/** Reads an organization as `tripact drift` does. */
const createReader = (parts: JudgingParts, io: CliIo): RunContext["read"] => {
  const forecasts = createForecasts();
  return async (plain, { ledger, seed, tried: earlier, past, signal }) => {
    const config = await withDialect(plain, io);
    const baseline = await findBaseline(config, io);
    const mask = createMask();
    const tried = createTriedLog(earlier);
    const target = liveTarget(config, {
      contract,
      clock: io.clock,
      monotonic: () => Number(process.hrtime.bigint()) / 1e6,
      random: () => Math.random(),
      ledger,
    });
    try {
      const reading = await readTarget({
        target,
        clock: io.clock,
        seed,
        past,
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
const pathOf = ({ database }: FleetFile, io: CliIo): string =>
  database.kind === "sqlite" ? resolve(io.cwd, database.path) : "";

const keeperSetting = (fleet: FleetFile, io: CliIo): KeeperSetting => {
  const { database } = fleet;
  return database.kind === "sqlite"
    ? { kind: "sqlite", path: pathOf(fleet, io) }
    : { kind: "postgres", schema: database.schema, url: database.address() };
};

/**
 * Gives what runs of the fleet share, with a thread that judges and keeps them.
 * @throws UsageError when the key file cannot be used
 */
export const withRunContext = async <Result>(
  fleet: FleetFile,
  io: CliIo,
  work: (context: RunContext) => Promise<Result>,
): Promise<Result> => {
  const inputs = fleetInputs(io);
  const fingerprint = fingerprintOf(fleet, pathOf(fleet, io));
  const parts = await loadJudgingParts();
  const thread = startKeeperThread(keeperSetting(fleet, io));
  try {
    return await work({
      keeper: thread.keeper,
      contract,
      inputs,
      resolve: createSecretResolver(fleet.secrets, inputs),
      fingerprint,
      breaker: createAddressBreaker(() => io.clock.now()),
      holdMs: 2 * fleet.work.heartbeatSeconds * 1000,
      clock: io.clock,
      version: version(),
      read: createReader(parts, io),
    });
  } finally {
    await thread.close();
  }
};
