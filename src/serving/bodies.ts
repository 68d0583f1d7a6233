import { isObject, type JsonObject } from "../core/model/json-object.ts";
import { validatorKeys } from "../contracts/checks/api.ts";
import { isJsonType } from "../contracts/checks/input.ts";
import type { ApiMedia, ApiOperation } from "../documents/document.ts";
import type { Schema } from "../documents/schemas/schema.ts";
import { exactJson } from "./exact-json.ts";
import { itemSchema, type Schemas } from "./schemas.ts";
import type { DocumentRequest, Reason } from "./served-document.ts";

/** A body as it was sent, or why it is refused. */
export type SentBody =
  | { readonly value: unknown; readonly mediaType: string }
  | {
      readonly refused: "body" | "media type" | "schema";
      readonly message: string;
      readonly fields: Reason["fields"];
    };

const utf8 = new TextDecoder("utf-8", { fatal: true });

/** A deeper body is an attack on recursive code. */
const deepest = 64;

const isTooDeep = (value: unknown, depth = 0): boolean =>
  depth > deepest ||
  (typeof value === "object" &&
    value !== null &&
    Object.values(value).some((inner) => isTooDeep(inner, depth + 1)));

/** How specific a stated media type is for a given one; 0 if it is another. */
const rank = (stated: string, given: string): number => {
  const [type = "", subtype = ""] = (stated.split(";", 1)[0] ?? "").split("/");
  if (`${type}/${subtype}` === given) return 4;
  const [givenType = "", givenSubtype = ""] = given.split("/");
  if (isJsonType(stated) && isJsonType(given)) return type === givenType && subtype === givenSubtype ? 4 : 1;
  if (subtype === "*" && type === givenType) return 3;
  return type === "*" ? 2 : 0;
};

const contentFor = (content: readonly ApiMedia[], given: string): ApiMedia | undefined => {
  const ranked = content.map((media) => [rank(media.mediaType, given), media] as const);
  const [best] = ranked.filter(([one]) => one > 1).toSorted(([one], [other]) => other - one);
  return best?.[1];
};

/** The texts of a form's fields as the values that the schema means. */
const formValue = (
  fields: readonly (readonly [string, unknown])[],
  schema: Schema | undefined,
  { reading }: Schemas,
) => {
  const { properties } = reading.view(schema);
  const grouped = Map.groupBy(fields, ([name]) => name.replace(/\[\]$/, ""));
  const one = (value: unknown, of: Schema | undefined): unknown => {
    const { types } = reading.view(of);
    if (typeof value !== "string") return value;
    if (
      (types.includes("integer") || types.includes("number")) &&
      value.trim() !== "" &&
      !Number.isNaN(Number(value))
    )
      return Number(value);
    if (types.includes("boolean") && /^(?:true|false)$/.test(value)) return value === "true";
    if (!types.includes("object") && !types.includes("array")) return value;
    try {
      return JSON.parse(value) as unknown;
    } catch {
      return value;
    }
  };
  return Object.fromEntries(
    [...grouped].map(([name, all]): [string, unknown] => {
      const of = properties[name];
      const values = all.map(([, value]) => value);
      if (!reading.view(of).types.includes("array")) return [name, one(values[0], of)];
      const items = itemSchema(reading, of);
      return [name, values.map((value) => one(value, items))];
    }),
  );
};

/** The fields of a multipart body; a file is its text, byte for byte. */
const multipartFields = (bytes: Uint8Array, contentType: string): readonly (readonly [string, string])[] => {
  const boundary = /boundary="?([^";]+)"?/i.exec(contentType)?.[1];
  if (boundary === undefined) return [];
  return Buffer.from(bytes)
    .toString("latin1")
    .split(`--${boundary}`)
    .flatMap((part): (readonly [string, string])[] => {
      const at = part.indexOf("\r\n\r\n");
      const name = /;\s*name="([^"]*)"/i.exec(part.slice(0, at))?.[1];
      if (at < 0 || name === undefined) return [];
      const content = part.slice(at + 4).replace(/\r\n$/, "");
      return [[Buffer.from(name, "latin1").toString(), Buffer.from(content, "latin1").toString()]];
    });
};

const refusedBody = (message: string): SentBody => ({ refused: "body", message, fields: [] });

const parsed = (
  bytes: Uint8Array,
  { mediaType, schema }: ApiMedia,
  contentType: string,
  schemas: Schemas,
): { readonly value: unknown } | SentBody => {
  if (mediaType.startsWith("multipart/"))
    return { value: formValue(multipartFields(bytes, contentType), schema, schemas) };
  let text: string;
  try {
    text = utf8.decode(bytes);
  } catch {
    return /^text\/|json|form-urlencoded/.test(mediaType)
      ? refusedBody("The body is not UTF-8.")
      : { value: Buffer.from(bytes).toString("latin1") };
  }
  if (mediaType.startsWith("application/x-www-form-urlencoded"))
    return { value: formValue([...new URLSearchParams(text)], schema, schemas) };
  if (!isJsonType(mediaType) && !/^(?:\*|application)\/\*/.test(mediaType)) return { value: text };
  try {
    const value: unknown = JSON.parse(text);
    return isTooDeep(value) ? refusedBody("The body is nested too deeply.") : { value };
  } catch {
    return refusedBody("The body is not JSON.");
  }
};

/** Reads the body of an operation's requests; undefined if there is none, or if it needs none. */
export const createBodies = ({ id, requestBody }: ApiOperation, schemas: Schemas) => {
  const content = requestBody?.content ?? [];
  const stated = content.map(({ mediaType }) => mediaType).join(" or ");
  return (request: DocumentRequest): SentBody | undefined => {
    const { body } = request;
    if (requestBody === undefined) return undefined;
    if (body === undefined) return refusedBody("The body is too large.");
    if (body.length === 0)
      return requestBody.required
        ? { refused: "body", message: "The body is missing.", fields: [] }
        : undefined;
    const contentType = request.header("content-type") ?? "";
    const given = (contentType.split(";", 1)[0] ?? "").trim().toLowerCase();
    const media = contentFor(content, given);
    if (media === undefined)
      return { refused: "media type", message: `The body must be sent as ${stated}.`, fields: [] };
    const read = parsed(body, media, contentType, schemas);
    if ("refused" in read) return read;
    const fields = schemas.faults(validatorKeys.request(id, media.mediaType), read.value);
    if (fields.length > 0 && !/xml|octet-stream/.test(media.mediaType))
      return { refused: "schema", message: "The body is not as documented.", fields };
    const value = isJsonType(media.mediaType) ? exactJson(utf8.decode(body)) : read.value;
    return { value, mediaType: given };
  };
};

/** The body as an object; anything else holds no properties. */
export const objectIn = (body: SentBody | undefined): JsonObject =>
  body !== undefined && "value" in body && isObject(body.value) ? body.value : {};
