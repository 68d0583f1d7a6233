import { isObject } from "../../core/model/json-object.ts";
import type { Schema } from "../../documents/schemas/schema.ts";
import type { SchemaReading } from "./schema-view.ts";

const mediaType = "application/json-patch+json";
const verbs = ["add", "remove", "replace"];

/** Whether a body is a list of operations on a record (RFC 6902), by its media type or by what its items are. */
export const isPatchBody = (type: string, schema: Schema | undefined, reading: SchemaReading): boolean => {
  if (type.startsWith(mediaType)) return true;
  const { items } = reading.view(schema).keywords;
  const { properties } = reading.view(isObject(items) ? items : undefined);
  const { enum: values } = reading.view(properties["op"]).keywords;
  return (
    Object.hasOwn(properties, "path") && Array.isArray(values) && verbs.every((verb) => values.includes(verb))
  );
};
