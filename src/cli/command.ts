import type { Command } from "commander";
import type { CliIo } from "./io.ts";

/** Options that every command takes. */
export interface CommonOptions {
  readonly json?: boolean;
  readonly color: boolean;
  readonly quiet?: boolean;
}

/** Runs a command that was parsed: its options, its operands and where it lives. */
export type Dispatch = <Options>(
  load: () => Promise<
    (options: Options & CommonOptions, io: CliIo, ...operands: string[]) => Promise<number>
  >,
  options: Options & CommonOptions,
  operands: readonly string[],
) => Promise<void>;

/** Gathers the values of an option that may be given more than once. */
export const collect = (value: string, previous: readonly string[] | undefined): readonly string[] => [
  ...(previous ?? []),
  value,
];

/** Adds a command whose code is loaded only when it is called. */
export const addCommand = <Options>(
  program: Command,
  dispatch: Dispatch,
  name: string,
  load: Parameters<typeof dispatch<Options>>[0],
  settings: { readonly hidden?: boolean } = {},
): Command => {
  const command = program.command(name, settings);
  return command.action(async (...given: unknown[]) => {
    // Operands of one argument that takes several come as a list.
    const operands = given.flat().filter((one): one is string => typeof one === "string");
    // Commander's values have the types that the options below declare.
    await dispatch(load, command.optsWithGlobals() as Options & CommonOptions, operands);
  });
};
