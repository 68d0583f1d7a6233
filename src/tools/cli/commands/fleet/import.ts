import { documentation } from "../../../../contract/documents.ts";
import { UsageError } from "../../../../harness/model/usage-error.ts";
import { plural } from "../../../../harness/output/plural.ts";
import { safe, safeJson } from "../../../../harness/output/safe-text.ts";
import { exitCodes } from "../../../../harness/runner/exit-code.ts";
import { dayIn } from "../../../fleet/file/day.ts";
import { importStore } from "../../../fleet/repository/import-store.ts";
import type { FleetImportOptions } from "../../definitions/fleet.ts";
import type { CliIo } from "../../io.ts";
import { withFleet } from "../../open-fleet.ts";
import { openKeptStore } from "../../run-store.ts";

/** Names of the store's organizations in the fleet. @throws UsageError where one name would be of several */
const namingBy = (as: string | undefined) => {
  let only: string | undefined;
  return (organization: string): string => {
    if (as === undefined) return organization;
    only ??= organization;
    if (only === organization) return as;
    throw new UsageError("the store has several organizations", {
      location: "--as",
      hint: "omit it: each keeps its name",
    });
  };
};

/** `tripact fleet import`: takes over a store of `tripact drift`. @throws UsageError for one that cannot be used */
export const importFleet = (options: FleetImportOptions, io: CliIo): Promise<number> =>
  withFleet(options, io, async ({ fleet, database }) => {
    const store = openKeptStore(options.store, io);
    try {
      const imported = await importStore(store, database, {
        documentation,
        nameOf: namingBy(options.as),
        dayOf: (startedAt) => dayIn(fleet.schedule.timezone, Date.parse(startedAt)),
      });
      if (options.json === true) io.stdout.write(safeJson({ imported }, 2));
      else if (options.quiet !== true)
        for (const { target, runs } of imported)
          io.stdout.write(
            safe`${target.organization} ${target.interface}: ${runs === 0 ? "known already" : plural(runs, "run")}\n`,
          );
      return exitCodes.conformant;
    } finally {
      store.close();
    }
  });
