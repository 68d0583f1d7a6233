import { randomUUID } from "node:crypto";
import type { Contract } from "../../../core/model/contract.ts";
import { meaningOf } from "../../../inputs/meaning.ts";
import { fleetContract } from "../run/fleet-contract.ts";
import type { ValidConfig } from "../../../core/config/config.ts";
import { UsageError } from "../../../core/model/usage-error.ts";
import {
  type AccountHolder,
  accountsOf,
  fingerprintOf,
  mayShare,
  sharedCredential,
} from "../budget/accounts.ts";
import { type DayPlan, planDay } from "../jobs/plan-day.ts";
import { openJobQueue } from "../jobs/job-queue.ts";
import { dayIn } from "../file/day.ts";
import type { FleetFile, Organization, Texts } from "../file/fleet-file.ts";
import { organizationConfig } from "../file/organization-config.ts";
import { type FleetInputs, readOrganizations } from "../file/read-organizations.ts";
import { createSecretResolver } from "../file/resolve-secrets.ts";
import { type ImportedTarget, importStore } from "../../history/import-store.ts";
import { acceptAll, acceptanceOf, openBy } from "../../history/accepting.ts";
import { openKeptStore } from "../../../core/store/kept-store.ts";
import { dayBegins, machineTimezone } from "../file/timezone.ts";
import type { Environment } from "../../../core/model/environment.ts";
import { environmentOf } from "../../../inputs/app-options.ts";
import type { FleetAcceptance, FleetCheck } from "../fleet.ts";
import { fleetOptions, type OptionsOfFleet } from "../options.ts";
import { dayOfRuns, fleetInputs, readFleet, withFleet } from "./open-fleet.ts";

/** Valid as a token, an address and a text. */
const standIn = "https://secret.example.org";

/** Reads each file once, however many organizations share it. */
const remembering = ({ readText, ...inputs }: FleetInputs): FleetInputs => {
  const texts = new Map<string, Promise<string>>();
  return {
    ...inputs,
    readText: (path, location) => {
      const text = texts.get(path) ?? readText(path, location);
      texts.set(path, text);
      return text;
    },
  };
};

/** The configuration of an organization with these secrets, or the error; without secrets, with placeholders. */
const configOf = async (
  organization: Organization,
  secrets: (() => Promise<Texts>) | undefined,
  inputs: FleetInputs,
  contract: Contract,
): Promise<ValidConfig | UsageError> => {
  try {
    return await organizationConfig(organization, (await secrets?.()) ?? {}, inputs, {
      contract,
      ...(secrets === undefined ? { standIn } : {}),
    });
  } catch (error) {
    if (error instanceof UsageError) return error;
    throw error;
  }
};

/** Finds organizations with a credential of an earlier one. */
const createSharedCredentials = (contract: Contract) => {
  const key = randomUUID();
  const fingerprint = fingerprintOf({ key: () => key }, "");
  const holders = new Map<string, AccountHolder[]>();
  return ({ name, account }: Organization, config: ValidConfig): UsageError | undefined => {
    const holder = { organization: name, shared: account };
    for (const { id, interface: of, hasCredential } of accountsOf(config, contract, fingerprint)) {
      if (!hasCredential) continue;
      const known = holders.get(id) ?? [];
      const other = known.find((one) => !mayShare(one, holder));
      if (other !== undefined) return sharedCredential(of, other.organization, name);
      holders.set(id, [...known, holder]);
    }
    return undefined;
  };
};

/** Whether a crontab of this machine could have a day twice, or never. */
const clockNotes = (
  { schedule: { timezone } }: FleetFile,
  { env, clock }: Environment,
): readonly string[] => {
  const own = machineTimezone(env);
  const begins = dayBegins(timezone, own, clock.now());
  if (begins === undefined) return [];
  const { first, last } = begins;
  return [
    `the days of the fleet are those of ${timezone}, and begin between ${first} and ${last} on the clocks of this machine ` +
      `(${own}): a crontab that starts the runs then leaves out a day when clocks change (set schedule.timezone to ` +
      `${own}, or choose another time)`,
  ];
};

/** @throws UsageError for an unusable fleet file or list */
export const checkFleet = async (options: OptionsOfFleet<"check">): Promise<FleetCheck> => {
  const around = environmentOf(options, fleetOptions.check);
  const fleet = await readFleet(options.fleet, around);
  const contract = await fleetContract(fleet.defaults.config, around);
  const inputs = remembering(fleetInputs(around));
  const organizations = await readOrganizations(fleet, inputs);
  const resolveSecrets = createSecretResolver(fleet.secrets, fleetInputs(around));
  // Placeholders are the same for all.
  const sharingOf = options.resolve === true ? createSharedCredentials(contract) : () => undefined;
  const configs = await Promise.all(
    organizations.map(async (organization) => {
      const secrets = options.resolve === true ? () => resolveSecrets(organization.name) : undefined;
      return { organization, config: await configOf(organization, secrets, inputs, contract) };
    }),
  );
  const failed = configs.flatMap(({ organization, config }) => {
    const problem = config instanceof UsageError ? config : sharingOf(organization, config);
    return problem === undefined ? [] : [{ organization: organization.name, problem }];
  });
  return {
    organizations: organizations.length,
    notes: clockNotes(fleet, around),
    failed: failed.toSorted((one, other) => (one.organization < other.organization ? -1 : 1)),
  };
};

export const migrateFleet = (options: OptionsOfFleet<"migrate">): Promise<{ readonly database: string }> =>
  withFleet(
    options,
    fleetOptions.migrate,
    async ({ fleet, database }) => {
      if (database.engine === "postgres") await (await openJobQueue(fleet, database)).stop();
      return { database: database.shown };
    },
    { mayCreate: true },
  );

/** Fleet names of the store's organizations. @throws UsageError if one name would belong to several */
const namingBy = (as: string | undefined) => {
  let only: string | undefined;
  return (organization: string): string => {
    if (as === undefined) return organization;
    only ??= organization;
    if (only === organization) return as;
    throw new UsageError("the store has several organizations", {
      option: "as",
      hint: "omit it: each keeps its name",
    });
  };
};

/** @throws UsageError for an unusable store, before the fleet's database is opened */
export const importFleet = async (options: OptionsOfFleet<"import">): Promise<readonly ImportedTarget[]> => {
  const store = openKeptStore(options, environmentOf(options, fleetOptions.import));
  try {
    return await withFleet(
      options,
      fleetOptions.import,
      ({ fleet, contract, database }) =>
        importStore(store, database, {
          documentation: meaningOf(contract).documentation,
          nameOf: namingBy(options.as),
          dayOf: (startedAt) => dayIn(fleet.schedule.timezone, Date.parse(startedAt)),
        }),
      { mayCreate: true },
    );
  } finally {
    store.close();
  }
};

/** @throws UsageError on SQLite */
export const planFleet = (options: OptionsOfFleet<"plan">): Promise<DayPlan & { readonly day: string }> =>
  withFleet(options, fleetOptions.plan, async ({ fleet, database, repository, around }) => {
    const day = dayOfRuns(options.date, fleet, around);
    const queue = await openJobQueue(fleet, database);
    try {
      const now = around.clock.now();
      const again = options.now === true;
      return {
        day,
        ...(await planDay({
          fleet,
          inputs: fleetInputs(around),
          repository,
          queue,
          day,
          now,
          spread: !again,
          again,
        })),
      };
    } finally {
      await queue.stop();
    }
  });

const whereOf = ({ everywhere, organization }: OptionsOfFleet<"accept">) => {
  if (everywhere !== true) return organization === undefined ? undefined : { organization };
  if (organization === undefined) return "everywhere" as const;
  throw new UsageError("`everywhere` and `organization` exclude each other");
};

/** Accepts changes; either all that are named or none. @throws UsageError for a fingerprint of no open change */
export const acceptFleetChanges = (options: OptionsOfFleet<"accept">): Promise<FleetAcceptance> =>
  withFleet(options, fleetOptions.accept, async ({ repository, around }) => {
    const where = whereOf(options);
    const acceptance = acceptanceOf(options, around);
    const hint = "tripact fleet drift lists the open changes";
    const changes = await openBy(options.fingerprints, repository, hint);
    return { accepted: await acceptAll(changes, repository, acceptance, where), ...acceptance };
  });

/** @throws UsageError for an unknown organization */
export const pauseOrganization = (options: OptionsOfFleet<"pause">): Promise<void> =>
  withFleet(options, fleetOptions.pause, ({ repository, around }) => {
    const { organization, reason = fleetOptions.pause.reason.usual } = options;
    return repository.pause(organization, reason, new Date(around.clock.now()).toISOString());
  });

/** @throws UsageError for an unknown organization */
export const resumeOrganization = (options: OptionsOfFleet<"resume">): Promise<void> =>
  withFleet(options, fleetOptions.resume, ({ repository }) => repository.resume(options.organization));
