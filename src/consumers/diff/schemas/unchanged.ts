import type { ApiDocument } from "../../../documents/document.ts";
import { modelsIn } from "../../../documents/reachable.ts";
import type { Schema } from "../../../documents/schemas/schema.ts";
import type { Versions } from "../versions.ts";

const isSameText = (old: Schema, now: Schema): boolean => JSON.stringify(old) === JSON.stringify(now);

/** Models of both versions whose text differs, or that only one version has. */
const differing = ({ old, new: now }: Versions<ApiDocument>): Set<string> => {
  const names = new Set([...old.models.keys(), ...now.models.keys()]);
  return new Set(
    [...names].filter((name) => {
      const [before, after] = [old.models.get(name)?.schema, now.models.get(name)?.schema];
      return before === undefined || after === undefined || !isSameText(before, after);
    }),
  );
};

/**
 * Finds what is written alike in both versions, with everything that it refers to: it need not be compared.
 * @param inheritors models that may come in place of others, by these
 */
export const createUnchanged = (
  documents: Versions<ApiDocument>,
  inheritors: Iterable<readonly [base: string, inheritors: Iterable<string>]>,
) => {
  const changed = differing(documents);
  const users = new Map<string, string[]>();
  const add = (used: string, user: string): void => {
    const known = users.get(used);
    if (known === undefined) users.set(used, [user]);
    else known.push(user);
  };
  for (const [name, { schema }] of documents.new.models)
    for (const inner of new Set(modelsIn(schema))) add(inner, name);
  for (const [base, all] of inheritors) for (const inheritor of all) add(inheritor, base);
  // Iteration of a set includes entries added meanwhile.
  for (const name of changed) for (const user of users.get(name) ?? []) changed.add(user);
  const isUnchanged = (name: string): boolean => !changed.has(name);
  return {
    isUnchanged,
    isSame: (old: Schema, now: Schema): boolean => isSameText(old, now) && modelsIn(now).every(isUnchanged),
  };
};
