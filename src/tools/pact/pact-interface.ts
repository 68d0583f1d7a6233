import { type InterfaceName, interfaceNames, isInterfaceName } from "../../contract/interface-name.ts";
import { UsageError } from "../../harness/model/usage-error.ts";
import type { FindOperation } from "../../harness/recordings/find-operation.ts";
import type { PactFile } from "./pact-file.ts";

/** Which provider, by the name it has in pacts, is which interface. */
export type ProviderNames = ReadonlyMap<string, InterfaceName>;

const only = (names: Iterable<InterfaceName>): InterfaceName | undefined => {
  const [first, ...others] = new Set(names);
  return others.length === 0 ? first : undefined;
};

/**
 * The interface that a pact is about: as `--provider` says, else by its provider's name when one of the three
 * is in it, else by the paths of its requests.
 * @throws UsageError if none of these decides.
 */
export const interfaceOf = (pact: PactFile, providers: ProviderNames, find: FindOperation): InterfaceName => {
  const named =
    providers.get(pact.provider) ??
    only(interfaceNames.filter((name) => pact.provider.toLowerCase().includes(name)));
  const found =
    named ??
    only(
      pact.interactions
        .map(({ method, path }) => find(method, `http://provider.test${path}`)?.interface ?? "")
        .filter(isInterfaceName),
    );
  if (found !== undefined) return found;
  throw new UsageError(`the interface of the provider ${pact.provider} is unknown`, {
    location: pact.location,
    hint: `name it: --provider "${pact.provider}=crm"`,
  });
};
