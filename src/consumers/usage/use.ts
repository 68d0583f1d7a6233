import type { InterfaceName } from "../../core/model/interface-name.ts";
import { childPointer } from "../../core/formats/json-pointer.ts";

/** What a value may turn out to be. `absent` is a missing property, `gone` one that no document knows. */
export const possibilities = [
  "gone",
  "absent",
  "null",
  "boolean",
  "number",
  "string",
  "array",
  "object",
] as const;

export type Possibility = (typeof possibilities)[number];

/**
 * How a consumer uses a location of an OpenAPI document:
 * - `call`: calls the operation;
 * - `read`: reads the field or parameter;
 * - `send`: sends the field or parameter;
 * - `build`: builds a value of the model, with the properties in `gives`;
 * - `compare`: compares the field with the values in `values`;
 * - `keys`: depends on which properties there are;
 * - `name`: names the type of the location;
 * - `whole`: does something with the whole model that cannot be followed.
 */
const waysOfUse = ["call", "read", "send", "build", "compare", "keys", "name", "whole"] as const;

export type WayOfUse = (typeof waysOfUse)[number];

export type Literal = string | number | boolean | null;

/** One use of one location, with every place in the code that uses it in the same way. */
export interface Use {
  readonly interface: InterfaceName;
  /** JSON pointer into the OpenAPI document; a parameter is `…/parameters/query/Take`. */
  readonly location: string;
  readonly how: WayOfUse;
  /** `read`, `name`: what the value may become without harm; nothing if omitted. */
  readonly accepts?: readonly Possibility[];
  /** `send`: what is sent; anything if omitted. */
  readonly sends?: readonly Possibility[];
  /**
   * `read`, `compare`, `keys`, `name`, `whole`: pointers to the models that compose the object, if there are several.
   * The same location in answers of another model is not used.
   */
  readonly of?: readonly string[];
  /** `compare`, `send`: documented values that the consumer names. */
  readonly values?: readonly Literal[];
  /** `build`: names of the properties that are always given, of any model. */
  readonly gives?: readonly string[];
  /** Number of recorded exchanges that show it, if the code does not. */
  readonly seen?: number;
  /** `path:line` in the consumer's own files, sorted. */
  readonly at: readonly string[];
}

/** A location of one interface's document: `crm#/components/schemas/Contact`. */
export type Location = `${InterfaceName}#${string}`;

export const locationIn = (name: InterfaceName, pointer: string): Location => `${name}#${pointer}`;

export const partsOf = (
  location: Location,
): { readonly interface: InterfaceName; readonly pointer: string } => {
  const cut = location.indexOf("#");
  return { interface: location.slice(0, cut), pointer: location.slice(cut + 1) };
};

/** A location inside another one. */
export const below = (location: Location, ...tokens: readonly (string | number)[]): Location => {
  const { interface: name, pointer } = partsOf(location);
  return locationIn(name, childPointer(pointer, ...tokens));
};

/** Whether a location equals another one or is inside it. */
export const isSameOrInside = (location: string, above: string): boolean =>
  location === above || location.startsWith(`${above}/`);

/** Whether a location equals one of others or is inside it. */
export const isUnder = (location: string, locations: Iterable<string>): boolean => {
  for (const above of locations) if (isSameOrInside(location, above)) return true;
  return false;
};
