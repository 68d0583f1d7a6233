import type { Database } from "./database.ts";

/** What is worked out from the stored state and kept with it: `make` begins anew after every write. */
export const untilWritten = <Value>(make: () => Value): ((database: Database) => Value) => {
  const kept = new WeakMap<Database, { readonly writes: number; readonly value: Value }>();
  return (database) => {
    const known = kept.get(database);
    if (known?.writes === database.writes) return known.value;
    const value = make();
    kept.set(database, { writes: database.writes, value });
    return value;
  };
};
