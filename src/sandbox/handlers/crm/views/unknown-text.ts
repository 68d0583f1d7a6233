import type { Assumptions } from "../../../assumptions/assumptions.ts";

/** Texts that are stated as not nullable, by the names of their fields; null is one that nobody knows. */
type Texts<Name extends string> = { readonly [Each in Name]: string | null };

/**
 * Such texts as they are answered: one that nobody knows is empty or left out (U-01), never null, since the
 * documents do not have that.
 */
export const textsOf = <Name extends string>(
  texts: Texts<Name>,
  assumptions: Assumptions,
): { [Each in Name]?: string } => {
  const known = Object.entries<string | null>(texts).filter(
    ([, text]) => text !== null || assumptions["U-01"] === "empty",
  );
  // The names are those of the argument, some left out.
  return Object.fromEntries(known.map(([name, text]) => [name, text ?? ""])) as { [Each in Name]?: string };
};
