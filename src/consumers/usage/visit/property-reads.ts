import type * as Ts from "typescript";
import { either, acceptedOnly, acceptedWithout } from "../accepting.ts";
import type { Followed } from "../flow.ts";
import type { ShapeStep } from "../shapes.ts";
import { below, type Location } from "../use.ts";
import type { Analysis } from "./analysis.ts";

/** A property of an object of the contract. */
interface ReadProperty {
  readonly owner: Ts.Type;
  readonly locations: readonly Location[];
  readonly type: Ts.Type;
}

/** Follows what is read, at the end of a path into it. */
type Follow = (path: readonly ShapeStep[]) => Followed;

/** Records a read of the value at these locations and of its items. */
export const addRead = (
  { shapes, questions, uses }: Analysis,
  { owner, locations, type }: ReadProperty,
  node: Ts.Node,
  follow: Follow,
): void => {
  if (locations.length === 0) return;
  const add = (at: readonly Location[], { accepts, values }: Followed, listed: Ts.Type): void => {
    uses.addComposed("read", owner, at, node, { accepts: acceptedWithout(accepts, acceptedOnly("gone")) });
    if (values.length > 0)
      uses.addComposed("compare", owner, at, node, { values: questions.listed(values, listed) });
  };
  add(locations, follow([]), type);
  const item = shapes.itemOf(type);
  if (item === undefined) return;
  add(
    locations.map((location) => below(location, "items")),
    follow(["item"]),
    item,
  );
};

/** Records a read of a property that an open model does not list. */
export const addUnlistedRead = (
  { shapes, uses }: Analysis,
  owner: Ts.Type,
  name: string | undefined,
  node: Ts.Node,
  follow: Follow,
): void => {
  if (owner.getStringIndexType() === undefined || !shapes.involves(owner)) return;
  const models = shapes.modelsOf(owner);
  if (models.length === 0) return;
  const accepts = acceptedWithout(follow([]).accepts, acceptedOnly("gone"));
  uses.add(
    "read",
    models.map((model) => below(model, "additionalProperties")),
    node,
    { accepts },
  );
  if (name !== undefined)
    uses.add(
      "read",
      models.map((model) => below(model, "properties", name)),
      node,
      { accepts: either(accepts, acceptedOnly("gone")) },
    );
};
