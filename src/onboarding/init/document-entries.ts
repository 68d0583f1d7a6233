import { dirname, isAbsolute, relative, resolve, sep } from "node:path";
import type { KeyProposal, OutOfReach } from "../../core/model/key-proposal.ts";
import { shellName } from "../../core/model/secret.ts";
import { printable } from "../../core/output/escape.ts";
import { plural } from "../../core/output/plural.ts";
import { yamlText } from "../doctor/yaml-text.ts";
import { isAddress } from "../../inputs/fetch-document.ts";
import type { ConfigEntry } from "./extend-config.ts";

/** A secret by the variable that the file names. */
interface Referred {
  readonly text: string;
  /** The variable that has to be set, and its value. */
  readonly unset?: readonly [variable: string, value: string];
}

/** A shorter value of a variable may be anything. */
const shortest = 6;

/**
 * Secrets as the file may show them: a text that refers to a variable stays, a value that a variable has is referred to
 * by it, any other gets a variable of its own.
 */
export const referring = (
  secrets: Readonly<Record<string, string>>,
  path: string,
  env: Readonly<Record<string, string | undefined>>,
): Readonly<Record<string, Referred>> =>
  Object.fromEntries(
    Object.entries(secrets).map(([name, value]): [string, Referred] => {
      if (/^\$\{\w+\}$/.test(value)) return [name, { text: value }];
      const known = Object.keys(env).find(
        (variable) => /^\w+$/.test(variable) && value.length >= shortest && env[variable] === value,
      );
      if (known !== undefined) return [name, { text: `\${${known}}` }];
      const variable = shellName(`${path}.${name}`).slice(1);
      return [name, { text: `\${${variable}}`, unset: [variable, value] }];
    }),
  );

/** A document as a configuration names it: relative to the file. */
export const documentPath = (openapi: string, cwd: string, config: string): string => {
  if (isAddress(openapi) || isAbsolute(openapi)) return openapi;
  return relative(dirname(config), resolve(cwd, openapi)).split(sep).join("/");
};

const lastOf = (fact: string): string => fact.slice(fact.lastIndexOf("/") + 1);

/** What a key gives, and what does not hold: a violation is for the owner to look at. */
const gainOf = ({ facts, violated = [], isOpen }: KeyProposal): string => {
  const gain = `+${plural(facts.length, "fact")}`;
  if (violated.length === 0) return gain;
  const names = violated.map(lastOf).join(", ");
  return isOpen === true
    ? `${gain} if it means that; it did not show ${names}`
    : `${gain}, violated now: ${names}`;
};

const exampleOf = ({ value }: KeyProposal): string => (value === undefined ? "…" : yamlText(value));

/** Keys that state what was found, and proposals of those that only the owner can state. */
export const foundEntries = (found: readonly KeyProposal[]): readonly ConfigEntry[] =>
  found.map((key) => ({
    path: key.path,
    ...(key.isOpen === true ? { example: exampleOf(key) } : { value: key.value }),
    note: gainOf(key),
  }));

/** Proposals of keys that reach further records. */
export const reachEntries = (all: readonly OutOfReach[]): readonly ConfigEntry[] =>
  all.map(({ resources, why, key }) => ({
    path: key.path,
    example: exampleOf(key),
    note: printable(`${gainOf(key)} (${resources.join(", ")}): ${why}`),
  }));
