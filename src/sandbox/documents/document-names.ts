import { interfaceNames } from "../../builtin/interface-name.ts";
import { UsageError } from "../../core/model/usage-error.ts";
import { printable } from "../../core/output/escape.ts";
import { suggestionHint } from "../../core/output/suggest.ts";
import type { ServedDocument } from "../../serving/served-document.ts";

interface Named {
  readonly openapi?: readonly Pick<ServedDocument, "name">[];
  readonly root?: string;
}

/** The names of a sandbox's interfaces. @throws UsageError for a name that two have, or a root that none has */
export const interfaceNamesOf = ({ openapi = [], root }: Named): readonly string[] => {
  const served = openapi.map(({ name }) => name);
  const names = [...new Set<string>([...interfaceNames, ...served])];
  const twice = served.find((name, at) => served.indexOf(name) < at);
  if (twice !== undefined)
    throw new UsageError(`two interfaces are called ${printable(twice)}`, {
      option: "openapi",
      hint: "give one of them another name",
    });
  if (root !== undefined && !names.includes(root))
    throw new UsageError(`${printable(root)} is no interface`, {
      option: "root",
      hint: suggestionHint(root, names),
    });
  return names;
};
