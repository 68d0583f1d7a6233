import { anyName } from "../../core/privacy/masked-names.ts";
import type { Documentation } from "../../core/shapes/documentation.ts";
import { lastToken, parentPointer } from "./sorted-run.ts";
import type { Subject } from "./subject.ts";

/**
 * The owner of a location, independent of the operation: a documented model; without one, the resource in an
 * operation's path, or the errors of the interface.
 */
export interface ChangeOwner {
  readonly kind: "model" | "resource" | "errors";
  /** `Donor`, `/v1/users`; empty for errors. */
  readonly name: string;
  /** Its location in the body: `/items/*`. */
  readonly at: string;
  /** The location relative to it, without positions: `/addresses/city` for any of `addresses`; empty for itself. */
  readonly path: string;
}

type Location = Pick<Subject, "operation" | "status" | "pointer">;

/** A pointer without the wildcards for items and names. */
const withoutPositions = (pointer: string): string =>
  pointer
    .split("/")
    .filter((token) => token !== anyName)
    .join("/");

/** The enclosing locations, nearest first. */
const enclosing = function* (pointer: string): Generator<string> {
  for (let at = pointer; at !== "";) {
    at = parentPointer(at);
    yield at;
  }
};

/** Whether a location is in an undocumented list. */
const isInUndescribedList = (
  { operation, status = 0, pointer }: Location,
  documentation: Documentation,
): boolean =>
  [...enclosing(pointer)].some(
    (at) => lastToken(at) === anyName && documentation.at(operation, status, at) === undefined,
  );

const modelAround = (location: Location, documentation: Documentation): ChangeOwner | undefined => {
  const { operation, status = 0, pointer } = location;
  for (const at of pointer === "" ? [""] : enclosing(pointer)) {
    const [name] = documentation.models(operation, status, at);
    // A model without an object type only names something unspecified.
    if (name === undefined || documentation.at(operation, status, at)?.types?.includes("object") !== true)
      continue;
    // Such a list is part of a page, and its items belong to the resource that other operations read one by one.
    if (at === "" && isInUndescribedList(location, documentation)) return undefined;
    return { kind: "model", name, at, path: withoutPositions(pointer.slice(at.length)) };
  }
  return undefined;
};

/** The path of an operation without trailing parameters: `/v1/users` for `/v1/users/{id}`. */
const resourceOf = (operation: string, documentation: Documentation): string =>
  (documentation.operation(operation)?.path ?? operation).replace(/(?:\/\{[^{}/]*\})+$/, "");

/** The owner of a change's location. */
export const ownerOf = (location: Location, documentation: Documentation): ChangeOwner => {
  const model = modelAround(location, documentation);
  if (model !== undefined) return model;
  const path = withoutPositions(location.pointer);
  return (location.status ?? 0) >= 400
    ? { kind: "errors", name: "", at: "", path }
    : { kind: "resource", name: resourceOf(location.operation, documentation), at: "", path };
};

/** Consumers' type names for a location: `Donor.addresses`, or `User` if unspecified. */
export const typesAt = (location: Location, documentation: Documentation): readonly string[] => {
  const { operation, status = 0, pointer } = location;
  const models = (at: string): readonly string[] => documentation.models(operation, status, at);
  const { kind, at } = ownerOf(location, documentation);
  if (kind !== "model")
    return models([...enclosing(pointer), ""].find((one) => models(one).length > 0) ?? "");
  const [field = ""] = pointer.slice(at.length + 1).split("/");
  const isDocumented = field !== "" && documentation.at(operation, status, `${at}/${field}`) !== undefined;
  return models(at).map((model) => (isDocumented ? `${model}.${field}` : model));
};

type FieldLocation = Pick<Subject, "interface" | "operation" | "status" | "pointer">;

/** The field a change is about, the same in every operation of an interface. */
export const fieldParts = (subject: FieldLocation, documentation: Documentation): readonly string[] => {
  const { kind, name, path } = ownerOf(subject, documentation);
  return [kind, name, path];
};

/** The same across all interfaces. */
export const fieldKey = (subject: FieldLocation, documentation: Documentation): string =>
  [subject.interface, ...fieldParts(subject, documentation)].join("\n");
