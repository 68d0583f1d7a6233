import type { Contract } from "../../../core/model/contract.ts";
import { UsageError } from "../../../core/model/usage-error.ts";
import { printable } from "../../../core/output/escape.ts";
import { suggestionHint } from "../../../core/output/suggest.ts";
import { serveDashboard } from "../dashboard/serve-dashboard.ts";
import { withBreadth } from "../report/breadth.ts";
import { statusAt } from "../report/day-verdict.ts";
import type { RunRepository } from "../../history/create-repository.ts";
import type { ChangeFilter, FleetHistory } from "../../history/run-repository.ts";
import type { FleetDrift, FleetStatus, ServedFleet } from "../fleet.ts";
import { fleetOptions, type OptionsOfFleet } from "../options.ts";
import { dayOf, openFleet, type OpenFleet, withFleet } from "./open-fleet.ts";
import { doneOnce } from "../../../core/model/done-once.ts";

const statusIn = async (open: OpenFleet, day: string, isEnded?: boolean): Promise<FleetStatus> => {
  const { fleet, repository, around } = open;
  return statusAt(await repository.status(day), fleet, around.clock.now(), isEnded);
};

export const readFleetStatus = (options: OptionsOfFleet<"status">): Promise<FleetStatus> =>
  withFleet(options, fleetOptions.status, (open) =>
    statusIn(open, dayOf(options.date, open.fleet, open.around)),
  );

const keys = ["organization", "operation", "fingerprint"] as const;

const nouns: Readonly<Record<keyof ChangeFilter, string>> = {
  organization: "organization",
  operation: "operation",
  fingerprint: "change with the fingerprint",
};

/**
 * The filter from the options. A mistyped name must not look like an empty list.
 * @throws UsageError for an unknown organization, operation or change, naming the nearest one.
 */
const fleetFilter = async (
  options: ChangeFilter,
  {
    repository,
    contract,
  }: { readonly repository: Pick<RunRepository, "known">; readonly contract: Contract },
): Promise<ChangeFilter> => {
  const filter: { -readonly [Name in keyof ChangeFilter]: string } = {};
  for (const key of keys) {
    const name = options[key];
    if (name === undefined) continue;
    const stored = await repository.known(key);
    const known = key === "operation" ? [...Object.keys(contract.operations), ...stored] : stored;
    if (!known.includes(name))
      throw new UsageError(`there is no ${nouns[key]} ${printable(name)}`, {
        option: key,
        hint:
          stored.length === 0 && key !== "operation"
            ? "the database has none before the first run"
            : suggestionHint(name, [...new Set(known)]),
      });
    filter[key] = name;
  }
  return filter;
};

/**
 * What changed up to a day.
 * @param isEnded whether no worker has runs of the day left
 */
export const driftIn = async (
  open: OpenFleet,
  day: string,
  options: Pick<OptionsOfFleet<"drift">, "organization" | "operation" | "fingerprint"> = {},
  isEnded?: boolean,
): Promise<FleetDrift> => {
  const { fleet, repository } = open;
  const filter = await fleetFilter(options, open);
  const changes = await repository.changes(filter);
  const problems = await repository.problems(filter, filter.fingerprint === undefined ? changes : undefined);
  const status = await statusIn(open, day, isEnded);
  const isFailing = problems.some(
    ({ problem: { kind, severity } }) => kind !== "unjudged" && severity === "error",
  );
  const verdict = isFailing ? "findings" : "conformant";
  return {
    verdict: status.tolerated ? verdict : "inconclusive",
    status,
    problems: withBreadth(problems, fleet),
    changes: withBreadth(changes, fleet),
  };
};

export const readFleetDrift = (options: OptionsOfFleet<"drift">): Promise<FleetDrift> =>
  withFleet(options, fleetOptions.drift, (open) =>
    driftIn(open, dayOf(options.date, open.fleet, open.around), options),
  );

export const historiesOf = async function* (
  options: OptionsOfFleet<"history">,
): AsyncGenerator<FleetHistory, void> {
  const open = await openFleet(options, fleetOptions.history);
  const { repository, database } = open;
  try {
    yield* repository.histories(await fleetFilter(options, open));
  } finally {
    await database.close();
  }
};

export const servePages = async (options: OptionsOfFleet<"serve">): Promise<ServedFleet> => {
  const { database, fleet, around } = await openFleet(options, fleetOptions.serve);
  const { port = 0, host = fleetOptions.serve.host.usual, publicHost, token } = options;
  try {
    const served = await serveDashboard({
      database,
      fleet,
      now: () => around.clock.now(),
      port,
      host,
      ...(publicHost === undefined ? {} : { publicHost }),
      ...(token === undefined ? {} : { token }),
    });
    return {
      origin: served.origin,
      close: doneOnce(async () => {
        await served.close();
        await database.close();
      }),
    };
  } catch (error) {
    await database.close();
    throw error;
  }
};
