import { contract } from "../../contract/contract.ts";
import { UsageError } from "../../harness/model/usage-error.ts";
import { printable } from "../../harness/output/escape.ts";
import { suggestionHint } from "../../harness/output/suggest.ts";
import type { ChangeFilter, RunRepository } from "../../tools/fleet/repository/run-repository.ts";

const keys = ["organization", "operation", "fingerprint"] as const;

const nouns: Readonly<Record<keyof ChangeFilter, string>> = {
  organization: "organization",
  operation: "operation",
  fingerprint: "change with the fingerprint",
};

/**
 * What options narrow a list to: a name that is mistyped must not look like nothing that is wrong.
 * @throws UsageError for an organization, an operation or a change that there never was, with the nearest one.
 */
export const fleetFilter = async (
  options: ChangeFilter,
  repository: Pick<RunRepository, "known">,
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
