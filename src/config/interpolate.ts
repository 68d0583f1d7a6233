import { UsageError } from "../model/usage-error.ts";
import type { Path } from "./path.ts";
import { didYouMean } from "../output/suggest.ts";

export type Environment = Readonly<Record<string, string | undefined>>;

/** A string of the file that took an environment variable. */
export interface Interpolated {
  readonly path: Path;
  /** The variable when the string was nothing but `${NAME}`; undefined for a mixture. */
  readonly variable: string | undefined;
}

const token = /\$\$\{|\$\{([^}]*)\}|\$\{/g;
const variableName = /^[A-Za-z_][A-Za-z0-9_]*$/;

const lookUp = (name: string, env: Environment, place: () => string): string => {
  const value = Object.hasOwn(env, name) ? env[name] : undefined;
  if (value !== undefined) return value;
  // All names at once would tell about the machine; the nearest one is what was meant.
  const meant = didYouMean(
    name,
    Object.keys(env).filter((key) => variableName.test(key)),
  );
  const hint = meant ?? `set ${name}, or remove the key`;
  throw new UsageError(`the environment variable ${name} is not set`, { place: place(), hint });
};

const expand = (text: string, env: Environment, place: () => string): { text: string; names: string[] } => {
  const names: string[] = [];
  const expanded = text.replace(token, (match: string, name: string | undefined) => {
    if (match === "$${") return "${";
    if (name === undefined || !variableName.test(name))
      throw new UsageError("a ${ is not followed by the name of an environment variable and }", {
        place: place(),
        hint: "write ${NAME}, or $${ for a plain ${",
      });
    names.push(name);
    return lookUp(name, env, place);
  });
  return { text: expanded, names };
};

/**
 * Puts environment variables into every string of a value; keys stay as they are and what was put in is not
 * read again.
 * @throws UsageError naming the variable and its place when one is not set.
 */
export const interpolate = (
  value: unknown,
  env: Environment,
  placeOf: (path: Path) => string,
): { readonly value: unknown; readonly interpolated: readonly Interpolated[] } => {
  const interpolated: Interpolated[] = [];

  const text = (source: string, path: Path): string => {
    const { text: expanded, names } = expand(source, env, () => placeOf(path));
    const [name] = names;
    if (name !== undefined)
      interpolated.push({ path, variable: source === `\${${name}}` ? name : undefined });
    return expanded;
  };

  const walk = (node: unknown, path: Path): unknown => {
    if (typeof node === "string") return text(node, path);
    if (Array.isArray(node)) return node.map((item, index) => walk(item, [...path, String(index)]));
    if (typeof node !== "object" || node === null) return node;
    return Object.fromEntries(Object.entries(node).map(([key, inner]) => [key, walk(inner, [...path, key])]));
  };

  return { value: walk(value, []), interpolated };
};
