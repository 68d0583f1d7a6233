import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";

/** A block of code in a guide. */
export type Block =
  /** A file that the reader writes. */
  | { readonly kind: "file"; readonly name: string; readonly text: string }
  /** Commands that the reader gives, in the folder of the files. */
  | { readonly kind: "commands"; readonly commands: readonly Command[] }
  /** What a script runs that needs more than a test has: a registry, or another program. */
  | { readonly kind: "tried elsewhere"; readonly script: string };

export interface Command {
  readonly args: readonly string[];
  /** Where its output goes; undefined for the screen. */
  readonly into: string | undefined;
  /** Runs until it is stopped. */
  readonly background: boolean;
}

const commandOf = (line: string): Command => {
  const match = /^npx tripact (?<args>[^>&]+?)(?: > (?<into>\S+))?(?<background> &)?$/.exec(line);
  if (match?.groups === undefined) throw new Error(`a guide's command is none that a test can run: ${line}`);
  const { args = "", into, background } = match.groups;
  return { args: args.split(" "), into, background: background !== undefined };
};

/** The blocks of a guide in order; every one is a file to be written or a list of commands. */
export const blocksOf = (path: string): readonly Block[] => {
  const fences = readFileSync(path, "utf8").matchAll(/^```(?<info>.+)\n(?<text>[\s\S]*?)^```$/gm);
  return [...fences].map(({ groups }): Block => {
    const { info = "", text = "" } = groups ?? {};
    const name = /title=(\S+)/.exec(info)?.[1];
    const script = /tried-by=(\S+)/.exec(info)?.[1];
    if (script !== undefined) return { kind: "tried elsewhere", script };
    if (name !== undefined) return { kind: "file", name, text };
    if (info === "sh") return { kind: "commands", commands: text.trim().split("\n").map(commandOf) };
    throw new Error(`a block of ${info} in ${path} is run by no test: give it a title`);
  });
};

/** The text of a file that a guide has its reader write. */
export const fileIn = (path: string, name: string): string => {
  const found = blocksOf(path).find((block) => block.kind === "file" && block.name === name);
  if (found?.kind !== "file") throw new Error(`${path} has no ${name}`);
  return found.text;
};

export const writeBlock = (folder: string, name: string, text: string): void => {
  mkdirSync(dirname(join(folder, name)), { recursive: true });
  writeFileSync(join(folder, name), text);
};
