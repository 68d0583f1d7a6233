import { UsageError } from "../../harness/model/usage-error.ts";
import { isObject, type JsonObject } from "../../harness/model/json-object.ts";
import { didYouMean } from "../../harness/output/suggest.ts";
import type { Contract } from "../documents/contract.ts";
import { entriesOf, isText } from "../documents/json.ts";
import { readDocument } from "../documents/source-document.ts";
import { walk } from "../documents/walk.ts";
import type { SourceFiles } from "../source-files.ts";
import { literal, source } from "./text.ts";

const path = "specs/resources.yaml";

/** The records of each interface, with the properties that apply to all of them. */
const resourcesIn = (root: unknown): JsonObject =>
  Object.fromEntries(
    entriesOf(root).map(([name, value]) => {
      const { records, ...common } = isObject(value) ? value : {};
      const all = entriesOf(records).map(([called, record]) => [
        called,
        { interface: name, called, ...common, ...(isObject(record) ? record : {}) },
      ]);
      return [name, Object.fromEntries(all)];
    }),
  );

/**
 * `resources.ts`: the table of specs/resources.yaml; nothing without that file. The compiler checks it against its
 * type.
 * @throws UsageError for an undocumented operation or fact.
 */
export const generateResources = (files: SourceFiles, contract: Contract): ReadonlyMap<string, string> => {
  if (!files.list("specs").includes("resources.yaml")) return new Map();
  const document = readDocument(path, files.read(path));
  const known = {
    operation: contract.interfaces.flatMap(({ operations }) =>
      operations.map(({ operation }) => operation.id),
    ),
    fact: contract.facts.map(({ id }) => id),
  };
  for (const { pointer, value } of walk(document.root))
    for (const [key, ids] of Object.entries(known)) {
      const id = value[key];
      if (!isText(id) || ids.includes(id)) continue;
      throw new UsageError(`${id} is no ${key}`, {
        location: document.location(`${pointer}/${key}`),
        hint: didYouMean(id, ids),
      });
    }
  const text = source(
    `import type { Resource } from "../../harness/model/resource.ts";
import type { InterfaceName } from "../interface-name.ts";`,
    `/** The records that are written or belong to one organization, as far as the specification states it. */
export const resources = ${literal(resourcesIn(document.root))} as const satisfies Readonly<Record<InterfaceName, Readonly<Record<string, Resource>>>>;`,
  );
  return new Map([["resources.ts", text]]);
};
