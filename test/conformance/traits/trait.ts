import * as fc from "fast-check";
import { type BuiltinInterface, interfaceNames } from "../../../src/builtin/interface-name.ts";
import type { FaultRequest } from "../../../src/builtin/faults/fault.ts";
import type { Variant } from "../variants/variant.ts";

/** What a row of a kind of variant holds beside its name and what leaves it open. */
type Made = Omit<Variant, "id" | "open">;

/** Variants of one kind, at random or those of what is given: what is drawn is in their ids, so that a target can be read. */
export const trait = <Drawn>(
  name: string,
  open: string,
  drawn: fc.Arbitrary<Drawn>,
  make: (drawn: Drawn) => Made,
): fc.Arbitrary<Variant> & { readonly of: (drawn: Drawn) => Variant } => {
  const of = (one: Drawn): Variant => ({ id: `${name} ${JSON.stringify(one)}`, open, ...make(one) });
  return Object.assign(drawn.map(of), { of });
};

export const someInterfaces: fc.Arbitrary<BuiltinInterface[]> = fc.subarray([...interfaceNames], {
  minLength: 1,
});

/** The interfaces of a row, which the type of a variant wants to hold one at least. */
export const atLeastOne = (names: readonly BuiltinInterface[]): Variant["interfaces"] => {
  const [first = "crm", ...others] = names;
  return [first, ...others];
};

/** The interface that a request is made to, whether or not its operation is documented. */
export const interfaceOf = ({ url }: FaultRequest): BuiltinInterface | undefined =>
  interfaceNames.find((name) => url.pathname.startsWith(`/${name}/`));
