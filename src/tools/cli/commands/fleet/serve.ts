import { once } from "node:events";
import { UsageError } from "../../../../harness/model/usage-error.ts";
import { isLoopback } from "../../../../harness/model/https-address.ts";
import { safe, safeJson } from "../../../../harness/output/safe-text.ts";
import { exitCodes } from "../../../../harness/runner/exit-code.ts";
import { serveDashboard } from "../../../fleet/dashboard/serve-dashboard.ts";
import type { FleetServeOptions } from "../../definitions/fleet.ts";
import type { CliIo } from "../../io.ts";
import { openFleetDatabase, readFleet } from "../../open-fleet.ts";
import { integerOf } from "../../option-values.ts";

const tokenOf = ({ tokenFrom }: FleetServeOptions, { env }: CliIo): string | undefined => {
  if (tokenFrom === undefined) return undefined;
  const token = env[tokenFrom];
  if (token !== undefined && token !== "") return token;
  throw new UsageError(`the environment variable ${tokenFrom} is not set`, { location: "--token-from" });
};

/** `tripact fleet serve`: the pages of a fleet, until it is stopped. Reads and never writes. */
export const serveFleet = async (options: FleetServeOptions, io: CliIo): Promise<number> => {
  const { host, publicHost } = options;
  const port = integerOf("--port", options.port, 0, 65_535);
  const token = tokenOf(options, io);
  const fleet = await readFleet(options, io);
  const database = await openFleetDatabase(fleet, io);
  try {
    const served = await serveDashboard({
      database,
      breadth: fleet.breadth,
      now: () => io.clock.now(),
      port,
      host,
      ...(publicHost === undefined ? {} : { publicHost }),
      ...(token === undefined ? {} : { token }),
    });
    if (token === undefined && !isLoopback(host))
      io.stderr.write(
        safe`tripact: everybody who reaches ${served.origin} can read the fleet's pages. Set a token with --token-from.\n`,
      );
    if (options.json === true) io.stdout.write(safeJson({ origin: served.origin }));
    else if (options.quiet !== true)
      io.stdout.write(safe`${served.origin}\nServing. Press Ctrl+C to stop.\n`);
    if (!io.signal.aborted) await once(io.signal, "abort");
    await served.close();
  } finally {
    await database.close();
  }
  return exitCodes.conformant;
};
