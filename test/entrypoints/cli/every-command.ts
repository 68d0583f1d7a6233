import { runCli } from "./run-cli.ts";

interface Help {
  readonly commands?: readonly { readonly name: string }[];
  readonly operands?: readonly unknown[];
  readonly options?: readonly { readonly flags: string }[];
}

export interface KnownCommand {
  /** None for the program itself. */
  readonly words: readonly string[];
  readonly isGroup: boolean;
  readonly operands: number;
  /** Without those that every command has. */
  readonly options: readonly { readonly long: string; readonly takesValue: boolean }[];
}

export const commonOptions: readonly string[] = ["--json", "--no-color", "--quiet", "--version", "--help"];

/** Every command and the commands below it, as their help describes them. */
export const commandsBelow = async (words: readonly string[] = []): Promise<readonly KnownCommand[]> => {
  const { out } = await runCli([...words, "--help", "--json"]);
  const { commands = [], operands = [], options = [] }: Help = JSON.parse(out);
  const below = await Promise.all(commands.map(({ name }) => commandsBelow([...words, name])));
  const own = options
    .map(({ flags }) => ({ long: /--[\w-]+/.exec(flags)?.[0] ?? "", takesValue: flags.includes("<") }))
    .filter(({ long }) => !commonOptions.includes(long));
  return [{ words, isGroup: commands.length > 0, operands: operands.length, options: own }, ...below.flat()];
};
