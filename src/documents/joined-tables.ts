/** Objects without a key in common, as one, with properties that are not enumerated or not made yet. */
export const joinedTables = <Value>(
  all: readonly Readonly<Record<string, Value>>[],
): Readonly<Record<string, Value>> =>
  Object.defineProperties(
    {},
    Object.fromEntries(all.flatMap((one) => Object.entries(Object.getOwnPropertyDescriptors(one)))),
  );

/** The same with every property enumerated. */
export const enumeratedTable = <Value>(
  value: Readonly<Record<string, Value>>,
): Readonly<Record<string, Value>> =>
  Object.fromEntries(
    Object.getOwnPropertyNames(value).flatMap((name) => {
      const one = value[name];
      return one === undefined ? [] : [[name, one] as const];
    }),
  );
