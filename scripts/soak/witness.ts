import { isObject } from "../../src/core/model/json-object.ts";

/** The two organizations of every sandbox. */
export type OrganizationId = 1 | 2;

export const organizationIds: readonly OrganizationId[] = [1, 2];

export const otherThan = (organization: OrganizationId): OrganizationId => (organization === 1 ? 2 : 1);

/** A part of every text that a client of an organization writes. */
export const markOf = (organization: OrganizationId): string => `soak-${organization}-`;

/**
 * Knows which ids and texts belong to only one organization, and finds them in answers to the other. A value counts for
 * one kind of record and one location in it, so that a number that is an id here and a count there raises no false
 * alarm.
 */
export interface Witness {
  /** Learns a record that an organization may see. */
  learn(organization: OrganizationId, sort: string, record: unknown): void;
  /** Data of the other organization in an answer to this one; undefined if there is none. */
  foreignIn(organization: OrganizationId, sort: string, answer: unknown): string | undefined;
}

export const createWitness = (): Witness => {
  const known = { 1: new Set<string>(), 2: new Set<string>() };
  return {
    learn: (organization, sort, record) => {
      for (const value of tellingValues(sort, record)) known[organization].add(value);
    },
    foreignIn: (organization, sort, answer) => {
      const [own, foreign] = [known[organization], known[otherThan(organization)]];
      const mark = markOf(otherThan(organization));
      for (const record of recordsIn(answer)) {
        for (const value of tellingValues(sort, record))
          if (value.includes(mark) || (foreign.has(value) && !own.has(value))) return value;
      }
      return undefined;
    },
  };
};

/** The records of an answer, whatever the envelope; an error has none but may still leak. */
export const recordsIn = (answer: unknown): readonly unknown[] => {
  if (!isObject(answer)) return [answer];
  for (const key of ["items", "data", "list"]) {
    const found = answer[key];
    if (Array.isArray(found)) return found;
    if (isObject(found)) return [found];
  }
  return [answer];
};

/** Ids and texts with their locations; numbers, moments, amounts and words in capitals belong to nobody. */
const tellingValues = function* (path: string, value: unknown): Generator<string> {
  if (Array.isArray(value)) for (const item of value) yield* tellingValues(path, item);
  else if (isObject(value))
    for (const [key, inner] of Object.entries(value)) yield* tellingValues(`${path}/${key}`, inner);
  else if (typeof value === "string" ? /[a-z]{3}/.test(value) : /(?:^|\/)\w*[iI]d$/.test(path))
    yield `${path}=${String(value)}`;
};
