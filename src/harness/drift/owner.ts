import { anyName } from "../privacy/masked-names.ts";
import type { Documentation } from "./documentation.ts";
import { lastToken, parentPointer } from "./sorted-run.ts";
import type { Subject } from "./subject.ts";

/**
 * What a location belongs to, in whichever operation it is seen: a model of the OpenAPI documents; where they describe
 * none, the resource that an operation's path names, or the errors of the interface.
 */
export interface Owner {
  readonly kind: "model" | "resource" | "errors";
  /** `Donor`, `/v1/users`; empty for errors. */
  readonly name: string;
  /** Where it is in the body: `/items/*`. */
  readonly at: string;
  /** The location in it, without positions: `/addresses/city` for any item of `addresses`; empty for itself. */
  readonly path: string;
}

type Location = Pick<Subject, "operation" | "status" | "pointer">;

/** A pointer without the tokens that are any item or any name. */
const withoutPositions = (pointer: string): string =>
  pointer
    .split("/")
    .filter((token) => token !== anyName)
    .join("/");

/** The locations that enclose one, the nearest first. */
const enclosing = function* (pointer: string): Generator<string> {
  for (let at = pointer; at !== "";) {
    at = parentPointer(at);
    yield at;
  }
};

/** Whether a location is in a list that the OpenAPI documents do not describe. */
const isInUndescribedList = (
  { operation, status = 0, pointer }: Location,
  documentation: Documentation,
): boolean =>
  [...enclosing(pointer)].some(
    (at) => lastToken(at) === anyName && documentation.at(operation, status, at) === undefined,
  );

const modelAround = (location: Location, documentation: Documentation): Owner | undefined => {
  const { operation, status = 0, pointer } = location;
  for (const at of pointer === "" ? [""] : enclosing(pointer)) {
    const [name] = documentation.models(operation, status, at);
    // A model of any type is a name for what is not specified.
    if (name === undefined || documentation.at(operation, status, at)?.types?.includes("object") !== true)
      continue;
    // Around such a list is a page. What is in it belongs to the resource, which other operations read one by one.
    if (at === "" && isInUndescribedList(location, documentation)) return undefined;
    return { kind: "model", name, at, path: withoutPositions(pointer.slice(at.length)) };
  }
  return undefined;
};

/** The path of an operation without the parameters at its end: `/v1/users` for `/v1/users/{id}`. */
const resourceOf = (operation: string, documentation: Documentation): string =>
  (documentation.operation(operation)?.path ?? operation).replace(/(?:\/\{[^{}/]*\})+$/, "");

/** What the location of a change belongs to. */
export const ownerOf = (location: Location, documentation: Documentation): Owner => {
  const model = modelAround(location, documentation);
  if (model !== undefined) return model;
  const path = withoutPositions(location.pointer);
  return (location.status ?? 0) >= 400
    ? { kind: "errors", name: "", at: "", path }
    : { kind: "resource", name: resourceOf(location.operation, documentation), at: "", path };
};

/** The names of the types that consumers have for a location: `Donor.addresses`, or `User` for what is not specified. */
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

/** Which field a change is about, the same in every operation of an interface. */
export const fieldParts = (subject: FieldLocation, documentation: Documentation): readonly string[] => {
  const { kind, name, path } = ownerOf(subject, documentation);
  return [kind, name, path];
};

/** The same of all interfaces. */
export const fieldOf = (subject: FieldLocation, documentation: Documentation): string =>
  [subject.interface, ...fieldParts(subject, documentation)].join("\n");
