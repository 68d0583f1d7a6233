import { own } from "../model/json-object.ts";
import type { ValidateFunction } from "../model/compiled.ts";
import type { ContractSchemas } from "../model/contract-schemas.ts";
import { type Operation, responseFor } from "../model/operation.ts";
import { madeFor, madeOnce } from "../model/made-once.ts";
import type { SchemaViolation } from "../model/violation.ts";
import { createRules, factsAt } from "./attribution.ts";
import { createInstances } from "./model-instances.ts";
import { type InterfaceSchemas, violationsOf } from "./schema-violations.ts";

/** The parts of a request described in the OpenAPI documents; parameters are typed, not text. */
export interface RequestParts {
  readonly path?: Readonly<Record<string, unknown>>;
  readonly query?: Readonly<Record<string, unknown>>;
  /** The JSON value or the fields of the form; undefined without a body. */
  readonly body?: unknown;
}

export type Validation = ReturnType<typeof createValidation>;

interface Target {
  readonly schemas: InterfaceSchemas;
  readonly validate: ValidateFunction;
  /** Facts to blame if the schemas name none. */
  readonly fallbackFacts: readonly string[];
}

const none: readonly SchemaViolation[] = [];

const judge = ({ schemas, validate, fallbackFacts }: Target, value: unknown): readonly SchemaViolation[] =>
  validate(value) ? none : violationsOf(validate.errors ?? [], { schemas, value, base: "", fallbackFacts });

const missingBody = (facts: readonly string[]): SchemaViolation => ({
  pointer: "",
  rule: "missing",
  expected: "a value",
  actual: "missing",
  message: "The body is missing.",
  facts,
});

type FindTarget = (key: string) => Target | undefined;

/** Finds the validators of one interface by key: a model, or a part of an operation. */
const createTargets = (contract: ContractSchemas, interfaceName: string): FindTarget => {
  const compiled = contract.compiled(interfaceName);
  const facts = { byPath: contract.schemaFacts[interfaceName] ?? {}, notation: contract.notationFacts };
  const schemas: InterfaceSchemas = { compiled, ruleAt: createRules(compiled, facts) };
  return madeFor((key) => {
    const validate = own(compiled.validators, key);
    return validate && { schemas, validate, fallbackFacts: factsAt(facts, `#/$defs/${key}`, false) ?? [] };
  });
};

export const createValidation = (contract: ContractSchemas) => {
  const targetsOf = madeFor((name: string) => createTargets(contract, name));
  const operationOf = (id: string): Operation => {
    const operation = own(contract.operations, id);
    if (operation === undefined) throw new Error(`there is no operation ${id}`);
    return operation;
  };
  const responsesOf = madeFor((id: string) => {
    const operation = operationOf(id);
    return madeFor((status: number) => {
      const key = responseFor(operation, status)?.validator;
      return key === undefined ? undefined : targetsOf(operation.interface)(key);
    });
  });

  /** Of a body alone; a form is an object of its fields. @throws Error for an undocumented operation */
  const validateRequestBody = (id: string, body: unknown): readonly SchemaViolation[] => {
    const { interface: interfaceName, requestBody } = operationOf(id);
    if (requestBody === undefined) return none;
    const target = targetsOf(interfaceName)(requestBody.validator);
    if (body === undefined) return requestBody.required ? [missingBody(target?.fallbackFacts ?? [])] : none;
    return target === undefined ? none : judge(target, body);
  };

  return {
    /** With annotated facts; empty if no JSON body is documented. @throws Error for an undocumented operation */
    validateResponse(id: string, status: number, body: unknown): readonly SchemaViolation[] {
      const target = responsesOf(id)(status);
      return target === undefined ? none : judge(target, body);
    },
    /** At a parameter's name (`/Take`) or a pointer into the body. @throws Error for an undocumented operation */
    validateRequest(id: string, request: RequestParts): readonly SchemaViolation[] {
      const target = targetsOf(operationOf(id).interface)(`${id}.parameters`);
      const parameters = target === undefined ? none : judge(target, { ...request.path, ...request.query });
      return [...parameters, ...validateRequestBody(id, request.body)];
    },
    validateRequestBody,
    /** Against a named model of an interface. @throws Error for an undocumented model */
    validateModel(interfaceName: string, model: string, value: unknown) {
      const target = targetsOf(interfaceName)(model);
      if (target === undefined) throw new Error(`the ${interfaceName} interface has no model ${model}`);
      return judge(target, value);
    },
    /** Every value of a named model in a body, broken ones too. @throws Error for an undocumented operation */
    instances: createInstances(contract, operationOf),
  };
};

/** The validation of a contract, made once. */
export const validationOf = madeOnce(createValidation);
