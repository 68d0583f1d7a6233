/** The validators of the three interfaces, loaded on first use. */
import { createRequire } from "node:module";
import type { BeyondName } from "./beyond.ts";
import { formats } from "../core/formats/formats.ts";
import { documentedBodies } from "./generated/documented-bodies.ts";
import { instanceConditions, modelInstances } from "./generated/model-instances.ts";
import { beyondOperations, operations } from "./generated/operations.ts";
import { schemaFacts } from "./generated/schema-facts.ts";
import type { Compiled } from "../core/model/compiled.ts";
import type { ContractSchemas } from "../core/model/contract-schemas.ts";
import { type BuiltinInterface, interfaceNames } from "./interface-name.ts";
import type { SchemaViolation } from "../core/model/violation.ts";
import { createValidation, type RequestParts } from "../core/validation/validation.ts";

interface CompiledModule {
  readonly withFormats: (known: typeof formats) => Compiled;
}

const requireHere = createRequire(import.meta.url);

interface Loading {
  load(): Promise<CompiledModule>;
  /** Synchronous variant. */
  require(): CompiledModule;
}

type CompiledName = BuiltinInterface | BeyondName;

/** Each has a literal path, so that bundlers find it. */
const compiledModules: Readonly<Record<CompiledName, Loading>> = {
  crm: {
    load: () => import("./generated/validators/crm.js"),
    require: () => requireHere("./generated/validators/crm.js"),
  },
  donation: {
    load: () => import("./generated/validators/donation.js"),
    require: () => requireHere("./generated/validators/donation.js"),
  },
  volunteer: {
    load: () => import("./generated/validators/volunteer.js"),
    require: () => requireHere("./generated/validators/volunteer.js"),
  },
  "crm-beyond": {
    load: () => import("./generated/validators/crm-beyond.js"),
    require: () => requireHere("./generated/validators/crm-beyond.js"),
  },
  "volunteer-beyond": {
    load: () => import("./generated/validators/volunteer-beyond.js"),
    require: () => requireHere("./generated/validators/volunteer-beyond.js"),
  },
  control: {
    load: () => import("./generated/validators/control.js"),
    require: () => requireHere("./generated/validators/control.js"),
  },
};

const isCompiled = (name: string): name is CompiledName => Object.hasOwn(compiledModules, name);

const loaded = new Map<string, Compiled>();

const keep = (name: CompiledName, { withFormats }: CompiledModule): Compiled => {
  const known = loaded.get(name) ?? withFormats(formats);
  loaded.set(name, known);
  return known;
};

/** Preloads the validators of the named interfaces; by default of all three. */
export const loadValidators = async (names: readonly BuiltinInterface[] = interfaceNames): Promise<void> => {
  await Promise.all(names.map(async (name) => keep(name, await compiledModules[name].load())));
};

/** The validators of an interface, loaded on first use so that start-up does not pay for them. */
export const compiledFor = (name: string): Compiled => {
  const known = loaded.get(name);
  if (known !== undefined) return known;
  if (!isCompiled(name)) throw new Error(`there is no interface ${name}`);
  return keep(name, compiledModules[name].require());
};

/** Schemas generated from specs/. */
export const schemas: ContractSchemas = {
  interfaces: interfaceNames,
  operations,
  compiled: compiledFor,
  schemaFacts,
  notationFacts: new Set(["GEN-01", "GEN-02"]),
  modelInstances,
  instanceConditions,
  documentedBodies,
};

export const validation = createValidation(schemas);
export const { validateResponse, validateRequest, validateRequestBody, validateModel, instances } =
  validation;

const beyondValidation = createValidation({
  ...schemas,
  operations: beyondOperations,
  compiled: (name) => compiledFor(`${name}-beyond`),
  schemaFacts: {},
});

/** The violations of a request to the sandbox, documented or beyond the specification. */
export const validateServed = (id: string, request: RequestParts): readonly SchemaViolation[] =>
  (Object.hasOwn(beyondOperations, id) ? beyondValidation : validation).validateRequest(id, request);
