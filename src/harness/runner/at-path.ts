/** The value at a dotted path of nested objects; undefined if there is none. */
export const atPath = (root: unknown, path: string): unknown =>
  path
    .split(".")
    .reduce<unknown>(
      (inner, key) =>
        typeof inner === "object" && inner !== null
          ? Object.getOwnPropertyDescriptor(inner, key)?.value
          : undefined,
      root,
    );
