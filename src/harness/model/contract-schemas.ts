import type { Compiled } from "./compiled.ts";
import type { DocumentedLocation } from "./documented-location.ts";
import type { InterfaceName } from "./interface-name.ts";
import type { Operation } from "./operation.ts";

/** A branch of a choice that must hold for a model to be at a location. */
export interface InstanceCondition {
  /** Schema path of the choice. */
  readonly union: string;
  readonly branch: number;
  /** Pointer pattern of the value that the choice is about. */
  readonly pattern: string;
}

/** What is generated from the OpenAPI documents of a platform: operations, validators, and the facts behind them. */
export interface ContractSchemas {
  readonly interfaces: readonly InterfaceName[];
  /** By id. */
  readonly operations: Readonly<Record<string, Operation>>;
  /** The validators of an interface; loading them takes a while, so they are loaded when first asked for. */
  compiled(interfaceName: string): Compiled;
  /** Facts by interface and schema path. */
  readonly schemaFacts: Readonly<Record<string, Readonly<Record<string, readonly string[]>>>>;
  /** Facts about how a scalar is written, whatever model it is in. */
  readonly notationFacts: ReadonlySet<string>;
  /** Pointer patterns by validator key and model. */
  readonly modelInstances: Readonly<Record<string, Readonly<Record<string, readonly string[]>>>>;
  /** By validator key, model and pattern, separated by spaces. */
  readonly instanceConditions: Readonly<Record<string, readonly InstanceCondition[]>>;
  /** By validator key. */
  readonly documentedBodies: Readonly<Record<string, DocumentedLocation>>;
}
