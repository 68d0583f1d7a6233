/** The parts of a new thing, before anything is written. Paths are relative to the project. */
export interface Scaffold {
  /** New files, by path. */
  readonly files: Readonly<Record<string, string>>;
  /** Changes of existing files, by path. */
  readonly edits: Readonly<Record<string, (text: string) => string>>;
  /** Manual steps, in order. */
  readonly left: readonly string[];
}

/** Wrong use of the command, with the correct usage. */
export class WrongUse extends Error {}

export const camelCase = (id: string): string =>
  id.replace(/-([a-z0-9])/g, (_, letter: string) => letter.toUpperCase());

export const kebabCase = (id: string): string => id.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`);

/** @throws WrongUse for an id that cannot be a file name. */
export const requireKebabCase = (id: string | undefined, usage: string): string => {
  if (id !== undefined && /^[a-z][a-z0-9]*(-[a-z0-9]+)*$/.test(id)) return id;
  throw new WrongUse(`${id ?? "no id"} is not a name in kebab-case. Usage: ${usage}`);
};

/** @throws WrongUse for an unknown value. */
export const requireOneOf = <Known extends string>(
  value: string | undefined,
  known: readonly Known[],
  usage: string,
): Known => {
  const found = known.find((one) => one === value);
  if (found !== undefined) return found;
  throw new WrongUse(`${value ?? "nothing"} is not one of ${known.join(", ")}. Usage: ${usage}`);
};

/** A text with another one inserted before the last occurrence of a passage. */
export const before = (text: string, passage: string, inserted: string): string => {
  const index = text.lastIndexOf(passage);
  if (index < 0) throw new Error(`there is no ${JSON.stringify(passage)} to insert in front of`);
  return `${text.slice(0, index)}${inserted}${text.slice(index)}`;
};
