import { own } from "../model/json-object.ts";
import { tokensOf } from "../formats/json-pointer.ts";
import type { Contract } from "../model/contract.ts";
import type { DocumentedLocation } from "../model/documented-location.ts";
import type { InterfaceName } from "../model/interface-name.ts";
import { type Operation, responseFor } from "../model/operation.ts";
import type { FieldNames } from "../model/field-names.ts";
import { anyName } from "../privacy/masked-names.ts";

/** The parts of a contract that drift needs. */
export interface DriftDocuments extends Pick<
  Contract,
  "interfaces" | "operations" | "documentedBodies" | "fieldNames" | "modelInstances"
> {
  /** By interface; without error forms if the OpenAPI documents state none. */
  readonly described: Readonly<Record<string, { readonly errorForms?: readonly string[] }>>;
}

/** What the OpenAPI documents say about answers. */
export interface Documentation {
  isInterface(name: string): name is InterfaceName;
  readonly names: FieldNames;
  /** The documented operation of this id; undefined if there is none. */
  operation(id: string): Operation | undefined;
  /** The JSON body of an operation for this status; undefined if there is none. */
  body(operation: string, status: number): DocumentedLocation | undefined;
  /** The same for a location in it; `*` in the pointer is any array item or any name of a map. */
  at(operation: string, status: number, pointer: string): DocumentedLocation | undefined;
  /** The models of the values at a location, by name; the model used in most bodies comes first. */
  models(operation: string, status: number, pointer: string): readonly string[];
  /** Sorted ids of the operations of the same interface that return values of a model. */
  operationsAnswering(like: string, model: string): readonly string[];
  /** The error forms documented for an interface; undefined if there are none. */
  errorForms(interfaceName: string): readonly string[] | undefined;
}

const below = (documented: DocumentedLocation | undefined, token: string): DocumentedLocation | undefined =>
  token === anyName ? (documented?.items ?? documented?.map) : own(documented?.fields ?? {}, token);

/** Bodies are keyed by `<operation>.<response>`, and by their media type if there are several. */
const operationIn = (key: string): string =>
  /^(.*)\.(?:\d{3}|\dXX|default)(?: .*)?$/i.exec(key)?.[1] ?? key.slice(0, key.lastIndexOf("."));

/** How many bodies contain each model, by the interface of their operations. */
const usesOfModels = ({ operations, modelInstances }: DriftDocuments): ReadonlyMap<string, number> => {
  const uses = new Map<string, number>();
  for (const [key, models] of Object.entries(modelInstances)) {
    const { interface: name = "" } = own(operations, operationIn(key)) ?? {};
    for (const model of Object.keys(models))
      uses.set(`${name} ${model}`, (uses.get(`${name} ${model}`) ?? 0) + 1);
  }
  return uses;
};

/** Models by the location of their values in a body, the most used first. */
const modelsByLocation = (
  instances: Readonly<Record<string, readonly string[]>>,
  usesOf: (model: string) => number,
): ReadonlyMap<string, readonly string[]> => {
  const found = new Map<string, string[]>();
  const byUse = Object.keys(instances).toSorted((a, b) => usesOf(b) - usesOf(a) || (a < b ? -1 : 1));
  for (const model of byUse)
    for (const pattern of instances[model] ?? []) found.set(pattern, [...(found.get(pattern) ?? []), model]);
  return found;
};

const noModels: readonly string[] = [];

export const createDocumentation = (documents: DriftDocuments): Documentation => {
  const operation: Documentation["operation"] = (id) => own(documents.operations, id);
  const keyOf = (id: string, status: number): string => {
    const found = operation(id);
    return (found === undefined ? undefined : responseFor(found, status)?.validator) ?? "";
  };
  const bodies = new Map<string, DocumentedLocation | undefined>();
  const body: Documentation["body"] = (id, status) => {
    const asked = `${id} ${status}`;
    if (!bodies.has(asked)) bodies.set(asked, own(documents.documentedBodies, keyOf(id, status)));
    return bodies.get(asked);
  };
  let uses: ReadonlyMap<string, number> | undefined;
  const locations = new Map<string, ReadonlyMap<string, readonly string[]>>();
  const modelsIn = (id: string, key: string): ReadonlyMap<string, readonly string[]> => {
    const known = locations.get(key);
    if (known !== undefined) return known;
    const name = operation(id)?.interface ?? "";
    const found = modelsByLocation(own(documents.modelInstances, key) ?? {}, (model) => {
      uses ??= usesOfModels(documents);
      return uses.get(`${name} ${model}`) ?? 0;
    });
    locations.set(key, found);
    return found;
  };
  return {
    isInterface: (name): name is InterfaceName => documents.interfaces.some((one) => one === name),
    names: documents.fieldNames,
    operation,
    body,
    at: (id, status, pointer) => tokensOf(pointer).reduce(below, body(id, status)),
    models: (id, status, pointer) => modelsIn(id, keyOf(id, status)).get(pointer) ?? noModels,
    operationsAnswering: (like, model) => {
      const name = operation(like)?.interface;
      const ids = Object.entries(documents.modelInstances).flatMap(([key, models]) =>
        own(models, model) === undefined ? [] : operationIn(key),
      );
      return [...new Set(ids)].filter((id) => operation(id)?.interface === name).toSorted();
    },
    errorForms: (name) => own(documents.described, name)?.errorForms,
  };
};
