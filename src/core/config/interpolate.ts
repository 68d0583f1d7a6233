import { own } from "../model/json-object.ts";
import type { Path } from "../source/path.ts";
import { printable } from "../output/escape.ts";
import { nearestTo } from "../output/suggest.ts";
import type { EnvironmentVariables } from "../model/environment.ts";

/** A string of the file that uses environment variables. */
export interface Interpolated {
  readonly path: Path;
  readonly names: readonly string[];
  /** The variable if the string is exactly `${NAME}`; else undefined. */
  readonly variable: string | undefined;
  /** The used variables that are empty. */
  readonly empty: readonly string[];
  /** The text in pieces: as written, or the value of a variable. */
  readonly pieces: readonly InterpolatedPiece[];
}

export interface InterpolatedPiece {
  readonly text: string;
  /** The variable whose value it is. */
  readonly name?: string;
}

const token = /\$\$\{|\$\{([^}]*)\}|\$\{/g;
const variableName = /^[A-Za-z_][A-Za-z0-9_]*$/;

export interface BrokenReference {
  readonly path: Path;
  readonly message: string;
  readonly hint: string;
}

type Broken = Omit<BrokenReference, "path">;

const asItIs = (name: string): string => name;

const notSet = (variable: string, { env, called = asItIs, unset }: InterpolateOptions): Broken => {
  const name = called(variable);
  // Listing all names would reveal the machine's variables; only the nearest is suggested.
  const names = Object.keys(env).filter((key) => variableName.test(key));
  const meant = nearestTo(variable, names);
  return {
    message: `the environment variable ${name} is not set`,
    hint:
      meant === undefined
        ? (unset ?? `set ${name}, or remove the key`)
        : `did you mean ${printable(called(meant))}?`,
  };
};

const malformed: Broken = {
  message: "a ${ is not followed by the name of an environment variable and }",
  hint: "write ${NAME}, or $${ for a plain ${",
};

const expand = (source: string, options: InterpolateOptions) => {
  const { env, standIn, called = asItIs } = options;
  const names: string[] = [];
  const empty: string[] = [];
  const broken: Broken[] = [];
  const pieces: InterpolatedPiece[] = [];
  const pieceOf = (match: string, name: string | undefined): InterpolatedPiece => {
    if (match === "$${") return { text: "${" };
    if (name === undefined || !variableName.test(name)) {
      broken.push(malformed);
      return { text: match };
    }
    names.push(called(name));
    const value = own(env, name);
    if (value?.trim() === "") empty.push(called(name));
    if (value === undefined && standIn === undefined) broken.push(notSet(name, options));
    return { text: value ?? standIn ?? match, name: called(name) };
  };
  let end = 0;
  for (const { 0: match, 1: name, index } of source.matchAll(token)) {
    pieces.push({ text: source.slice(end, index) }, pieceOf(match, name));
    end = index + match.length;
  }
  pieces.push({ text: source.slice(end) });
  return { text: pieces.map(({ text }) => text).join(""), names, empty, broken, pieces };
};

export interface InterpolateOptions {
  readonly env: EnvironmentVariables;
  /** What to do about an unset variable. */
  readonly unset?: string;
  /** The user's name of a variable, if `env` has it under another one. */
  readonly called?: (variable: string) => string;
  /** Replaces unset variables, which are then no errors. */
  readonly standIn?: string;
  /** Converts an interpolated text at its path, for example to a number where one is expected. */
  readonly typed: (path: Path, text: string) => unknown;
}

/** Inserts environment variables into every string, once; a string with an invalid reference stays unchanged. */
export const interpolate = (
  value: unknown,
  options: InterpolateOptions,
): {
  readonly value: unknown;
  readonly interpolated: readonly Interpolated[];
  readonly broken: readonly BrokenReference[];
} => {
  const interpolated: Interpolated[] = [];
  const broken: BrokenReference[] = [];

  const text = (source: string, path: Path): unknown => {
    const expanded = expand(source, options);
    const { names, empty, pieces } = expanded;
    const [name] = names;
    for (const one of expanded.broken) broken.push({ path, ...one });
    if (name === undefined || expanded.broken.length > 0) return expanded.text;
    const isWhole = names.length === 1 && /^\$\{[^}]*\}$/.test(source);
    interpolated.push({ path, names, variable: isWhole ? name : undefined, empty, pieces });
    return options.typed(path, expanded.text);
  };

  const walk = (node: unknown, path: Path): unknown => {
    if (typeof node === "string") return text(node, path);
    if (Array.isArray(node)) return node.map((item, index) => walk(item, [...path, String(index)]));
    if (typeof node !== "object" || node === null) return node;
    return Object.fromEntries(Object.entries(node).map(([key, inner]) => [key, walk(inner, [...path, key])]));
  };

  return { value: walk(value, []), interpolated, broken };
};

/** Names of the variables used in a value, each once. */
export const variablesIn = (value: unknown): readonly string[] => {
  const { interpolated } = interpolate(value, { env: {}, standIn: "", typed: (_, text) => text });
  return [...new Set(interpolated.flatMap(({ names }) => names))];
};
