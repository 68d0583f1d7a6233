import { tokensOf } from "../formats/json-pointer.ts";
import type { Contract } from "../model/contract.ts";
import type { DocumentedPlace } from "../model/documented-place.ts";
import type { InterfaceName } from "../model/interface-name.ts";
import { type Operation, responseFor } from "../model/operation.ts";
import type { FieldNames } from "../model/field-names.ts";
import { anyName } from "../privacy/masked-names.ts";

/** What drift needs of a contract. */
export interface DriftDocuments extends Pick<
  Contract,
  "interfaces" | "operations" | "documentedBodies" | "fieldNames"
> {
  /** By interface; the forms of errors are absent where the OpenAPI documents state none. */
  readonly described: Readonly<Record<string, { readonly errorForms?: readonly string[] }>>;
}

/** What the OpenAPI documents say of answers. */
export interface Documentation {
  isInterface(name: string): name is InterfaceName;
  readonly names: FieldNames;
  /** The documented operation of this id, or undefined. */
  operation(id: string): Operation | undefined;
  /** The JSON body that an operation answers with this status; undefined for nothing. */
  body(operation: string, status: number): DocumentedPlace | undefined;
  /** The same of a location in it; `*` in the pointer is any item of an array or any name of a map. */
  at(operation: string, status: number, pointer: string): DocumentedPlace | undefined;
  /** The forms of errors that are stated for an interface; undefined where none is. */
  errorForms(interfaceName: string): readonly string[] | undefined;
}

const own = <Value>(table: Readonly<Record<string, Value>>, key: string): Value | undefined =>
  Object.hasOwn(table, key) ? table[key] : undefined;

const below = (place: DocumentedPlace | undefined, token: string): DocumentedPlace | undefined =>
  token === anyName ? (place?.items ?? place?.map) : own(place?.fields ?? {}, token);

export const createDocumentation = (documents: DriftDocuments): Documentation => {
  const operation: Documentation["operation"] = (id) => own(documents.operations, id);
  const body: Documentation["body"] = (id, status) => {
    const found = operation(id);
    const key = found === undefined ? undefined : responseFor(found, status)?.validator;
    return key === undefined ? undefined : own(documents.documentedBodies, key);
  };
  return {
    isInterface: (name): name is InterfaceName => documents.interfaces.some((one) => one === name),
    names: documents.fieldNames,
    operation,
    body,
    at: (id, status, pointer) => tokensOf(pointer).reduce(below, body(id, status)),
    errorForms: (name) => own(documents.described, name)?.errorForms,
  };
};
