import type { ApiDocument, ApiOperation } from "../../documents/document.ts";
import { bodySchema, type ServedKind } from "../kinds.ts";
import { type OperationRole, roleOf } from "../roles.ts";
import type { Schemas } from "../schemas.ts";
import type { Security } from "../security.ts";
import type { DocumentFault } from "./document-fault.ts";
import { type FaultField, fieldFaults } from "./field-faults.ts";
import { filterNames, ignoringQuery, openToAll, operationFaults } from "./operation-faults.ts";
import { createDocumentRouter } from "../router.ts";
import { onOperation, type RequestHeaders, type Staging } from "./scene.ts";

/** Fields of a kind that get faults of their own in each operation. */
const mostFields = 12;

/** The properties that an operation takes, or else shows. */
const fieldsOf = (
  operation: ApiOperation,
  role: OperationRole,
  kind: ServedKind,
  { reading }: Schemas,
): readonly FaultField[] => {
  const shown = Object.keys(reading.view(kind.schema).properties);
  const { properties, required } = reading.view(bodySchema(operation));
  const takes = role.does === "create" || role.does === "replace" || role.does === "update";
  const names = takes ? Object.keys(properties).filter((name) => shown.includes(name)) : shown;
  return names
    .filter((name) => !takes || name !== kind.idProperty)
    .slice(0, mostFields)
    .map((name) => ({
      name,
      kind,
      isRequired: required.includes(name),
      types: reading.view(reading.view(kind.schema).properties[name]).types,
    }));
};

/** Deliberate defects of a document's operations: each verb at each operation, and at each field where it has one. */
export const makeDocumentFaults = (
  document: ApiDocument,
  kinds: readonly ServedKind[],
  schemas: Schemas,
  security: Security,
): readonly DocumentFault[] => {
  const { find } = createDocumentRouter(document.operations.map((operation) => ({ operation })));
  const credentials: RequestHeaders = (method, path) => {
    const found = find(method, path);
    return found === undefined ? [] : security.headersFor(found.target.operation);
  };
  return document.operations.flatMap((operation): readonly DocumentFault[] => {
    const role = roleOf(operation, kinds, schemas);
    const fault = (id: string, title: string, stage: Staging, field?: string): DocumentFault => ({
      id: `${operation.id}/${id}`,
      operation: operation.id,
      verb: role.does,
      field,
      title,
      wrap: onOperation(operation, stage, {
        credentials,
        ...(role.does === "answer" ? {} : { itemPath: role.kind.path }),
      }),
    });
    const open =
      security.headersFor(operation).length === 0
        ? []
        : [
            fault(
              "needs-no-credential",
              "A request without a credential is answered",
              openToAll(operation, security),
            ),
          ];
    if (role.does === "answer") return open;
    const { kind } = role;
    const fields = fieldsOf(operation, role, kind, schemas);
    const filters =
      role.does === "list"
        ? filterNames(operation, Object.keys(schemas.reading.view(kind.schema).properties))
        : [];
    return [
      ...(operationFaults[role.does] ?? [])
        .filter(({ applies }) => applies(operation, kind))
        .map(({ id, title, stage }) => fault(id, title, stage(operation, kind))),
      ...filters.map((name) =>
        fault(`${name}-is-not-heeded`, `The filter \`${name}\` is not heeded`, ignoringQuery(name), name),
      ),
      ...fields.flatMap((field) =>
        (fieldFaults[role.does] ?? [])
          .filter(({ applies }) => applies(field))
          .map(({ id, title, stage }) => fault(id(field.name), title(field.name), stage(field), field.name)),
      ),
      ...open,
    ];
  });
};
