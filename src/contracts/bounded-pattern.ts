import { createContext, Script } from "node:vm";

/** A pattern as a validator uses it. */
export interface BoundedPattern {
  test(text: string): boolean;
  toString(): string;
}

/** Milliseconds that a pattern may take for one text. */
const most = 50;

/** A repeated group that repeats something itself, or chooses, may take exponential time. */
const mayExplode = (pattern: string): boolean =>
  pattern.length > 2000 || /\([^)]*[+*}|][^)]*\)[+*{]|\)[+*{][^)]*\)[+*{]/.test(pattern);

/** Longer texts are matched within a time limit, whatever the pattern. */
const shortText = 5000;

const compiled = (pattern: string): RegExp | undefined => {
  for (const flags of ["u", ""])
    try {
      return new RegExp(pattern, flags);
    } catch {
      // Written for another dialect, or none.
    }
  return undefined;
};

const matcher = new Script("regex.test(text)");

interface Matching {
  regex?: RegExp;
  text?: string;
}

let sandbox: Matching | undefined;

/** Whether a text matches; undefined if that takes too long to find out. */
const testWithin = (regex: RegExp, text: string): boolean | undefined => {
  sandbox ??= createContext({}) as Matching; // It is the object that was given.
  Object.assign(sandbox, { regex, text });
  try {
    return matcher.runInContext(sandbox, { timeout: most }) === true;
  } catch {
    return undefined;
  }
};

/** A pattern of a document, which may be anything: it never hangs, and one that cannot be used allows every text. */
export const boundedPattern = (pattern: string): BoundedPattern => {
  let regex = compiled(pattern);
  const isDangerous = mayExplode(pattern);
  return {
    test: (text) => {
      if (regex === undefined) return true;
      if (!isDangerous && text.length <= shortText) return regex.test(text);
      const matches = testWithin(regex, text);
      if (matches === undefined) regex = undefined;
      return matches ?? true;
    },
    toString: () => `bounded ${pattern}`,
  };
};
