import type { BuiltinInterface } from "./interface-name.ts";

/** An interface as a configuration has it. */
export interface InterfaceConfiguration {
  readonly baseUrl: string;
  readonly credentials: Readonly<Record<string, unknown>>;
  readonly [key: string]: unknown;
}

/** The built-in interfaces as a configuration has them, and those of documents that are served beside them. */
export type ConfiguredInterfaces = Readonly<Record<BuiltinInterface, InterfaceConfiguration>> &
  Readonly<Record<string, InterfaceConfiguration>>;
