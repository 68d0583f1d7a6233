import type { Compiled } from "./compiled.ts";
import type { DocumentedLocation } from "./documented-location.ts";
import type { InterfaceName } from "./interface-name.ts";
import type { Operation } from "./operation.ts";

/** The branch of a choice that must match for a model to be at a location. */
export interface InstanceCondition {
  /** Schema path of the choice. */
  readonly union: string;
  readonly branch: number;
  /** Pointer pattern of the value that the choice applies to. */
  readonly pattern: string;
}

/** Generated from a platform's OpenAPI documents: operations, validators and annotated facts. */
export interface ContractSchemas {
  readonly interfaces: readonly InterfaceName[];
  readonly operations: Readonly<Record<string, Operation>>;
  /** The validators of an interface, loaded on first use because loading is slow. */
  compiled(interfaceName: string): Compiled;
  /** Facts by interface and schema path. */
  readonly schemaFacts: Readonly<Record<string, Readonly<Record<string, readonly string[]>>>>;
  /** Facts about the notation of scalars, in any model. */
  readonly notationFacts: ReadonlySet<string>;
  /** Pointer patterns by validator key and model. */
  readonly modelInstances: Readonly<Record<string, Readonly<Record<string, readonly string[]>>>>;
  /** By validator key, model and pattern, separated by spaces. */
  readonly instanceConditions: Readonly<Record<string, readonly InstanceCondition[]>>;
  /** By validator key. */
  readonly documentedBodies: Readonly<Record<string, DocumentedLocation>>;
}
