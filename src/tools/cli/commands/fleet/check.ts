import { contract } from "../../../../contract/contract.ts";
import { plural } from "../../../../harness/output/plural.ts";
import { UsageError } from "../../../../harness/model/usage-error.ts";
import { safe, safeJson } from "../../../../harness/output/safe-text.ts";
import { exitCodes } from "../../../../harness/runner/exit-code.ts";
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

/** Whether a configuration holds with these secrets; without them, whatever they are. */
const problemOf = async (
  organization: Organization,
  secrets: (() => Promise<Texts>) | undefined,
  inputs: FleetInputs,
): Promise<UsageError | undefined> => {
  try {
    await organizationConfig(organization, (await secrets?.()) ?? {}, inputs, {
      contract,
      ...(secrets === undefined ? { standIn } : {}),
    });
    return undefined;
  } catch (error) {
    if (error instanceof UsageError) return error;
    throw error;
  }
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
  const problems: { readonly organization: string; readonly problem: UsageError }[] = [];
  await Promise.all(
    organizations.map(async (organization) => {
      const { name } = organization;
      const secrets = options.resolve === true ? () => resolve(name) : undefined;
      const problem = await problemOf(organization, secrets, inputs);
      if (problem !== undefined) problems.push({ organization: name, problem });
    }),
  );
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
