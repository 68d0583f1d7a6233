import { randomUUID } from "node:crypto";
import { contract } from "../../../../contract/contract.ts";
import { plural } from "../../../../harness/output/plural.ts";
import { UsageError } from "../../../../harness/model/usage-error.ts";
import { safe, safeJson } from "../../../../harness/output/safe-text.ts";
import { exitCodes } from "../../../../harness/runner/exit-code.ts";
import type { Config } from "../../../../harness/config/config.ts";
import {
  type AccountHolder,
  accountsOf,
  fingerprintOf,
  mayShare,
  sharedCredential,
} from "../../../fleet/budget/accounts.ts";
import type { Organization, Texts } from "../../../fleet/file/fleet-file.ts";
import { organizationConfig } from "../../../fleet/file/organization-config.ts";
import { type FleetInputs, readOrganizations } from "../../../fleet/file/read-organizations.ts";
import { createSecretResolver } from "../../../fleet/file/resolve-secrets.ts";
import type { FleetCheckOptions } from "../../definitions/fleet.ts";
import type { CliIo } from "../../io.ts";
import { fleetInputs, readFleet } from "../../open-fleet.ts";

/** Passes for a token, for an address and for a text. */
const standIn = "https://secret.example.org";

/** Each file is read once, however many organizations share it. */
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

/** The configuration of an organization with these secrets, or why there is none; without them, whatever they are. */
const configOf = async (
  organization: Organization,
  secrets: (() => Promise<Texts>) | undefined,
  inputs: FleetInputs,
): Promise<Config | UsageError> => {
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

/** Finds organizations with a credential of one that was asked about before. */
const createSharedCredentials = () => {
  const key = randomUUID();
  const fingerprint = fingerprintOf({ key: () => key }, "");
  const holders = new Map<string, AccountHolder[]>();
  return ({ name, account }: Organization, config: Config): UsageError | undefined => {
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

/**
 * `tripact fleet check`: whether the fleet file, the list of organizations and their configurations can be used.
 * @throws UsageError for a fleet file or a list that cannot be used
 */
export const checkFleet = async (options: FleetCheckOptions, io: CliIo): Promise<number> => {
  const fleet = await readFleet(options, io);
  const inputs = remembering(fleetInputs(io));
  const organizations = await readOrganizations(fleet, inputs);
  const resolve = createSecretResolver(fleet.secrets, fleetInputs(io));
  // What stands in for secrets is the same for all.
  const sharingOf = options.resolve === true ? createSharedCredentials() : () => undefined;
  const configs = await Promise.all(
    organizations.map(async (organization) => {
      const secrets = options.resolve === true ? () => resolve(organization.name) : undefined;
      return { organization, config: await configOf(organization, secrets, inputs) };
    }),
  );
  const problems = configs.flatMap(({ organization, config }) => {
    const problem = config instanceof UsageError ? config : sharingOf(organization, config);
    return problem === undefined ? [] : [{ organization: organization.name, problem }];
  });
  const sorted = problems.toSorted((one, other) => (one.organization < other.organization ? -1 : 1));
  for (const { organization, problem } of sorted)
    for (const one of [problem, ...problem.others])
      io.stderr.write(safe`tripact: ${organization}: ${one.line}\n`);
  if (options.json === true)
    io.stdout.write(
      safeJson({
        organizations: organizations.length,
        failed: sorted.map(({ organization, problem }) => ({ organization, reason: problem.line })),
      }),
    );
  else if (options.quiet !== true)
    io.stdout.write(
      safe`${plural(organizations.length, "organization")}, ${sorted.length} with problems${options.resolve === true ? "" : "; secrets were not resolved (--resolve)"}\n`,
    );
  return sorted.length === 0 ? exitCodes.conformant : exitCodes.usage;
};
