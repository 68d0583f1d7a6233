import type { ApiOperation } from "../../documents/document.ts";
import { type Schema } from "../../documents/schemas/schema.ts";
import { bodyContent, writableTypes } from "./input.ts";
import type { Callable } from "./api.ts";
import { erased, isItemPath, placesIn, recordsBelow, templatesByCollection } from "./templates.ts";
import type { SchemaReading } from "./schema-view.ts";

/**
 * What a call changes: noValue; it creates a record; one record that its path names; or, as far as the document says,
 * more than one.
 */
export type WriteReach = "nothing" | "a new record" | "one record" | "several";

/** Words of operations that change more than the record they name, or how a server runs. */
const several = new Set(
  `all archive backup batch bulk clear config configuration delete disable enable flush import install invite logout
  maintenance migrate password preference preferences purge reboot reload remove reset restart restore revive revoke rollback
  setting settings shutdown stop suspend sync toggle truncate uninstall upgrade wipe`.split(/\s+/),
);

const wordsIn = (text: string): readonly string[] =>
  text
    .replace(/([a-z\d])([A-Z])/g, "$1 $2")
    .toLowerCase()
    .split(/[^a-z\d]+/);

const wordsOf = ({ path, statedId }: ApiOperation): readonly string[] => [
  ...path.split("/").flatMap((part) => (part.startsWith("{") ? [] : wordsIn(part))),
  ...wordsIn(statedId ?? ""),
];

const isList = (schema: Schema | undefined, reading: SchemaReading): boolean =>
  reading.view(schema).types.includes("array");

/** Whether an operation takes many records at once. */
export const takesList = (operation: ApiOperation, reading: SchemaReading): boolean => {
  const [type] = writableTypes(operation);
  return type !== undefined && isList(bodyContent(operation, type)?.schema, reading);
};

/** What an operation changes, by its method, its path and its words. */
export const reachOf = (operation: ApiOperation, reading: SchemaReading): WriteReach => {
  const { method, path } = operation;
  if (["GET", "HEAD", "OPTIONS", "TRACE", "QUERY"].includes(method)) return "nothing";
  const words = wordsOf(operation);
  const isItem = isItemPath(path);
  // A record is deleted by DELETE, whatever the operation is called.
  if (isItem && (method === "DELETE" || method === "PUT" || method === "PATCH"))
    return words.some(
      (word) => several.has(word) && word !== "delete" && word !== "remove" && word !== "archive",
    )
      ? "several"
      : "one record";
  if (takesList(operation, reading) || words.some((word) => several.has(word))) return "several";
  if (method === "POST") return isItem || placesIn(path).length > 0 ? "one record" : "a new record";
  return placesIn(path).length > 0 ? "one record" : "several";
};

/** Whether a call creates a record that another operation removes, so that it leaves nothing below the record it names. */
export const isRemovableCreation = (
  { operation }: Pick<Callable, "operation">,
  callables: readonly Callable[],
): boolean => {
  if (!isCreation(operation)) return false;
  const templates = recordsBelow(
    operation.path,
    templatesByCollection(callables.map((one) => one.operation)),
  ).map(({ template }) => template);
  return callables.some(
    (one) =>
      one.operation.method === "DELETE" &&
      one.reach === "one record" &&
      templates.includes(erased(one.operation.path).replace(/\/$/, "")),
  );
};

/** Whether a POST adds a record below a path, rather than acting on the one that the path names. */
export const isCreation = ({ method, path }: ApiOperation): boolean => method === "POST" && !isItemPath(path);
