import type * as Ts from "typescript";
import type { UseDetails, Uses } from "./collect-uses.ts";
import type { Shapes } from "./shapes.ts";
import type { Location, WayOfUse } from "./use.ts";

/** Takes down how an object is used, with the models that it is put together of: once for each of its alternatives. */
export const addComposed = (
  { shapes, uses }: { readonly shapes: Shapes; readonly uses: Uses },
  how: WayOfUse,
  owner: Ts.Type,
  locations: readonly Location[],
  node: Ts.Node,
  details: UseDetails = {},
): void => {
  for (const of of shapes.compositionsOf(owner))
    uses.add(how, locations, node, of === undefined ? details : { ...details, of });
};

/** The same of all models that are in a type. */
export const addModels = (
  context: Parameters<typeof addComposed>[0],
  how: WayOfUse,
  type: Ts.Type,
  node: Ts.Node,
): void => addComposed(context, how, type, context.shapes.modelsOf(type), node);
