import { documentedOperations } from "../../builtin/operations.ts";
import { type BuiltinInterface, interfaceNames } from "../../builtin/interface-name.ts";
import { template } from "../../documents/path-template.ts";

const pathsOf: ReadonlyMap<BuiltinInterface, ReadonlySet<string>> = new Map(
  interfaceNames.map((name) => [
    name,
    new Set(documentedOperations.filter((one) => one.interface === name).map(({ path }) => template(path))),
  ]),
);

/** The interface whose document contains at least half of these paths. */
export const interfaceOfPaths = (paths: readonly string[]): BuiltinInterface | undefined =>
  interfaceNames.find((name) => {
    const known = paths.filter((path) => pathsOf.get(name)?.has(template(path)) === true);
    return known.length > 0 && known.length * 2 >= paths.length;
  });
