/** The validators of the three interfaces, loaded when they are first needed. */
import { createRequire } from "node:module";
import { formats } from "../harness/formats/formats.ts";
import { documentedBodies } from "./generated/documented-bodies.ts";
import { instanceConditions, modelInstances } from "./generated/model-instances.ts";
import { operations } from "./generated/operations.ts";
import { schemaFacts } from "./generated/schema-facts.ts";
import type { Compiled } from "../harness/model/compiled.ts";
import type { ContractSchemas } from "../harness/model/contract-schemas.ts";
import { type InterfaceName, interfaceNames, isInterfaceName } from "./interface-name.ts";
import { createValidation } from "../harness/validation/validation.ts";

interface CompiledModule {
  readonly withFormats: (known: typeof formats) => Compiled;
}

const requireHere = createRequire(import.meta.url);

interface Loading {
  load(): Promise<CompiledModule>;
  /** The same at once. */
  require(): CompiledModule;
}

/** Each by its own name, so that a bundler finds them. */
const compiledModules: Readonly<Record<InterfaceName, Loading>> = {
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
};

const loaded = new Map<string, Compiled>();

const keep = (name: InterfaceName, { withFormats }: CompiledModule): Compiled => {
  const known = loaded.get(name) ?? withFormats(formats);
  loaded.set(name, known);
  return known;
};

/** Loads the validators of the named interfaces ahead of their first use; without names, of all three. */
export const loadValidators = async (names: readonly InterfaceName[] = interfaceNames): Promise<void> => {
  await Promise.all(names.map(async (name) => keep(name, await compiledModules[name].load())));
};

/** The validators of an interface, loaded at their first use so that starting up does not pay for them. */
export const compiledFor = (name: string): Compiled => {
  const known = loaded.get(name);
  if (known !== undefined) return known;
  if (!isInterfaceName(name)) throw new Error(`there is no interface ${name}`);
  return keep(name, compiledModules[name].require());
};

/** What is generated from specs/. */
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
