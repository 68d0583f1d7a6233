import { permutationOf, type Assumptions } from "../../assumptions/assumptions.ts";
import { campaigns } from "./campaigns.ts";
import { customFields } from "./custom-fields.ts";
import { donorAddresses } from "./donor-addresses.ts";
import { donorContactMethods } from "./donor-contact-methods.ts";
import { donors } from "./donors.ts";
import { gifts } from "./gifts.ts";
import type { Kind } from "./kind.ts";
import { premiums } from "./premiums.ts";
import { projects } from "./projects.ts";
import { recurringGifts } from "./recurring-gifts.ts";
import { segments } from "./segments.ts";

/** The ten query types in their default order. Gifts at 3 is known; the rest is our own choice (U-15). */
export const queryTypes: readonly Kind[] = [
  donors,
  campaigns,
  segments,
  gifts,
  recurringGifts,
  projects,
  premiums,
  customFields,
  donorAddresses,
  donorContactMethods,
];

/** The integer of a kind of record. */
export const queryTypeOf = (kind: Kind, assumptions: Assumptions): number => {
  const integer = permutationOf(assumptions["U-15"], queryTypes.length)[queryTypes.indexOf(kind)];
  if (integer === undefined) throw new Error(`${kind.name} is no query type`);
  return integer;
};

/** The kind of record of an integer; undefined if there is no such query type. */
export const kindOfQueryType = (queryType: number, assumptions: Assumptions): Kind | undefined =>
  queryTypes[permutationOf(assumptions["U-15"], queryTypes.length).indexOf(queryType)];
