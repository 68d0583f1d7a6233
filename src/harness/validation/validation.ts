import type { ValidateFunction } from "../model/compiled.ts";
import type { ContractSchemas } from "../model/contract-schemas.ts";
import { type Operation, responseFor } from "../model/operation.ts";
import type { SchemaViolation } from "../model/violation.ts";
import { factsAt } from "./attribution.ts";
import { createRules } from "./known-rule.ts";
import { createInstances } from "./model-instances.ts";
import { type InterfaceSchemas, violationsOf } from "./schema-violations.ts";

/** The parts of a request as the OpenAPI documents describe them; parameters are typed already, not text. */
export interface RequestParts {
  readonly path?: Readonly<Record<string, unknown>>;
  readonly query?: Readonly<Record<string, unknown>>;
  /** The JSON value or the fields of the form; undefined when there is no body. */
  readonly body?: unknown;
}

/** What the OpenAPI documents of a platform say of requests and responses, compiled. */
export type Validation = ReturnType<typeof createValidation>;

/** A validator, with the schemas it belongs to. */
interface Target {
  readonly schemas: InterfaceSchemas;
  readonly validate: ValidateFunction;
  /** The facts to blame where the schemas blame none. */
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
  const targets = new Map<string, Target>();
  return (key) => {
    const known = targets.get(key);
    if (known !== undefined) return known;
    const validate = Object.hasOwn(compiled.validators, key) ? compiled.validators[key] : undefined;
    if (validate === undefined) return undefined;
    const target = { schemas, validate, fallbackFacts: factsAt(facts, `#/$defs/${key}`, false) ?? [] };
    targets.set(key, target);
    return target;
  };
};

/** Looks a value up once for each key. */
const remembered = <K, V>(find: (key: K) => V): ((key: K) => V) => {
  const known = new Map<K, V>();
  return (key) => {
    if (!known.has(key)) known.set(key, find(key));
    // The line above has set it; V may be undefined itself.
    return known.get(key) as V;
  };
};

/** The validators of a contract behind one value. Nothing is loaded before it is first asked for. */
export const createValidation = (contract: ContractSchemas) => {
  const targetsOf = remembered((name: string) => createTargets(contract, name));
  const operationOf = (id: string): Operation => {
    const operation = Object.hasOwn(contract.operations, id) ? contract.operations[id] : undefined;
    if (operation === undefined) throw new Error(`there is no operation ${id}`);
    return operation;
  };
  const responsesOf = remembered((id: string) => {
    const operation = operationOf(id);
    return remembered((status: number) => {
      const key = responseFor(operation, status)?.validator;
      return key === undefined ? undefined : targetsOf(operation.interface)(key);
    });
  });

  /**
   * The violations of a request's body alone; a form is given as an object of its fields.
   * @throws Error for an operation that is not documented.
   */
  const validateRequestBody = (id: string, body: unknown): readonly SchemaViolation[] => {
    const { interface: interfaceName, requestBody } = operationOf(id);
    if (requestBody === undefined) return none;
    const target = targetsOf(interfaceName)(requestBody.validator);
    if (body === undefined) return requestBody.required ? [missingBody(target?.fallbackFacts ?? [])] : none;
    return target === undefined ? none : judge(target, body);
  };

  return {
    /**
     * The violations of a JSON response body against what its operation documents for its status, each with the facts
     * annotated in the schemas. Empty when it fits or when no JSON body is documented for the status.
     * @throws Error for an operation that is not documented.
     */
    validateResponse(id: string, status: number, body: unknown): readonly SchemaViolation[] {
      const target = responsesOf(id)(status);
      return target === undefined ? none : judge(target, body);
    },
    /**
     * The violations of a request. Those of a parameter are under its name (`/Take`), those of the body under their
     * pointer in it. A body left out is a violation only where the operation requires one.
     * @throws Error for an operation that is not documented.
     */
    validateRequest(id: string, request: RequestParts): readonly SchemaViolation[] {
      const target = targetsOf(operationOf(id).interface)(`${id}.parameters`);
      const parameters = target === undefined ? none : judge(target, { ...request.path, ...request.query });
      return [...parameters, ...validateRequestBody(id, request.body)];
    },
    validateRequestBody,
    /**
     * The violations of a value against a named model of an interface.
     * @throws Error for a model that is not documented.
     */
    validateModel(interfaceName: string, model: string, value: unknown) {
      const target = targetsOf(interfaceName)(model);
      if (target === undefined) throw new Error(`the ${interfaceName} interface has no model ${model}`);
      return judge(target, value);
    },
    /**
     * Every value in a response body where the OpenAPI documents put a named model: broken values included, absent
     * properties not. Behind a choice only the branch that fits best counts.
     * @throws Error for an operation that is not documented.
     */
    instances: createInstances(contract, operationOf),
  };
};
