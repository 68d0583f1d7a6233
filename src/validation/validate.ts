import { operations } from "../generated/operations.ts";
import type { ValidateFunction } from "../generated/validators/compiled.ts";
import type { InterfaceName } from "../model/interface-name.ts";
import { type Operation, responseFor } from "../model/operation.ts";
import type { SchemaViolation } from "../model/violation.ts";
import { factsAt } from "./attribution.ts";
import { compiledFor } from "./compiled.ts";
import { violationsOf } from "./schema-violations.ts";

export { loadValidators } from "./compiled.ts";

/** A value's validator, with the interface it belongs to. */
interface Target {
  readonly interfaceName: InterfaceName;
  readonly validate: ValidateFunction;
  /** Who takes the blame where nobody else does. */
  readonly fallbackFacts: readonly string[];
}

/** The parts of a request as the documents describe them; parameters are typed already, not text. */
export interface RequestParts {
  readonly path?: Readonly<Record<string, unknown>>;
  readonly query?: Readonly<Record<string, unknown>>;
  /** The JSON value or the fields of the form; undefined when there is no body. */
  readonly body?: unknown;
}

const none: readonly SchemaViolation[] = [];

const table: Readonly<Record<string, Operation>> = operations;

const operationOf = (id: string): Operation => {
  const operation = Object.hasOwn(table, id) ? table[id] : undefined;
  if (operation === undefined) throw new Error(`there is no operation ${id}`);
  return operation;
};

const ownFacts = (interfaceName: InterfaceName, key: string): readonly string[] =>
  factsAt(interfaceName, `#/$defs/${key}`, false) ?? [];

const targets: Readonly<Record<InterfaceName, Map<string, Target>>> = {
  crm: new Map(),
  donation: new Map(),
  volunteer: new Map(),
};

const targetOf = (interfaceName: InterfaceName, key: string): Target | undefined => {
  const known = targets[interfaceName].get(key);
  if (known !== undefined) return known;
  const { validators } = compiledFor(interfaceName);
  const validate = Object.hasOwn(validators, key) ? validators[key] : undefined;
  if (validate === undefined) return undefined;
  const target = { interfaceName, validate, fallbackFacts: ownFacts(interfaceName, key) };
  targets[interfaceName].set(key, target);
  return target;
};

const judge = (
  { interfaceName, validate, fallbackFacts }: Target,
  value: unknown,
): readonly SchemaViolation[] =>
  validate(value)
    ? none
    : violationsOf(validate.errors ?? [], { interfaceName, value, base: "", fallbackFacts });

const responseTargets = new Map<string, Map<number, Target | undefined>>();

const findResponseTarget = (id: string, status: number): Target | undefined => {
  const operation = operationOf(id);
  const key = responseFor(operation, status)?.validator;
  return key === undefined ? undefined : targetOf(operation.interface, key);
};

const responseTarget = (id: string, status: number): Target | undefined => {
  let ofOperation = responseTargets.get(id);
  if (ofOperation === undefined) responseTargets.set(id, (ofOperation = new Map()));
  if (!ofOperation.has(status)) ofOperation.set(status, findResponseTarget(id, status));
  return ofOperation.get(status);
};

/**
 * The violations of a JSON response body against what its operation documents for its status (GEN-03 and the facts
 * annotated in the schemas). Empty when it fits or when no JSON body is documented for the status.
 * @throws Error for an operation that is not documented.
 */
export const validateResponse = (
  operationId: string,
  status: number,
  body: unknown,
): readonly SchemaViolation[] => {
  const target = responseTarget(operationId, status);
  return target === undefined ? none : judge(target, body);
};

/**
 * The violations of a request. Those of a parameter are told under its name (`/Take`), those of the body by their
 * place in it. A body left out is a violation only where the operation requires one.
 * @throws Error for an operation that is not documented.
 */
export const validateRequest = (operationId: string, request: RequestParts): readonly SchemaViolation[] => {
  const { interface: interfaceName } = operationOf(operationId);
  const target = targetOf(interfaceName, `${operationId}.parameters`);
  const parameters = target === undefined ? none : judge(target, { ...request.path, ...request.query });
  return [...parameters, ...validateRequestBody(operationId, request.body)];
};

/**
 * The violations of a request's body alone; a form is given as an object of its fields.
 * @throws Error for an operation that is not documented.
 */
export const validateRequestBody = (operationId: string, body: unknown): readonly SchemaViolation[] => {
  const { interface: interfaceName, requestBody } = operationOf(operationId);
  if (requestBody === undefined) return none;
  if (body === undefined)
    return requestBody.required ? [bodyIsMissing(interfaceName, requestBody.validator)] : none;
  const target = targetOf(interfaceName, requestBody.validator);
  return target === undefined ? none : judge(target, body);
};

const bodyIsMissing = (interfaceName: InterfaceName, key: string): SchemaViolation => ({
  pointer: "",
  rule: "missing",
  expected: "a value",
  actual: "missing",
  message: "The body is missing.",
  facts: ownFacts(interfaceName, key),
});

/**
 * The violations of a value against a named model, for example `("crm", "ErrorEnvelope", body)`.
 * @throws Error for a model that is not documented.
 */
export const validateModel = (
  interfaceName: InterfaceName,
  model: string,
  value: unknown,
): readonly SchemaViolation[] => {
  const target = targetOf(interfaceName, model);
  if (target === undefined) throw new Error(`the ${interfaceName} interface has no model ${model}`);
  return judge(target, value);
};
