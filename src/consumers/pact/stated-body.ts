import { isJsonMediaType } from "../../core/model/json-media-type.ts";
import { isObject, type JsonObject, parseJson, property } from "../../core/model/json-object.ts";

/** Whether a pact follows version 4 of the specification, in which a body says how it is written. */
export const isVersion4 = ({ metadata }: JsonObject): boolean => {
  const version = [
    property(property(metadata, "pactSpecification"), "version"),
    property(metadata, "pactSpecificationVersion"),
    property(property(metadata, "pact-specification"), "version"),
  ].find((one) => one !== undefined);
  return Number.parseInt(String(version), 10) >= 4;
};

/** Names and values of a message's headers; a name in lower case. */
export const statedHeaders = (message: unknown): readonly (readonly [name: string, value: unknown])[] => {
  const headers = isObject(message) && isObject(message["headers"]) ? message["headers"] : {};
  return Object.entries(headers).map(([name, value]) => [name.toLowerCase(), value]);
};

/** The media type of a message's body: its header, or in version 4 what the body says of itself. */
export const statedType = (message: JsonObject, isNew: boolean): string | undefined => {
  const header = statedHeaders(message).find(([name]) => name === "content-type");
  const { body } = message;
  const stated = header?.[1] ?? (isNew && isObject(body) ? body["contentType"] : undefined);
  return stated === undefined ? undefined : String(stated);
};

/** The text that a body is stated as; undefined if it is stated as a JSON value, or not at all. */
export const statedText = (message: unknown, isNew: boolean): string | undefined => {
  if (!isObject(message)) return undefined;
  const { body } = message;
  if (!isNew) return typeof body === "string" ? body : undefined;
  const { content, encoded = false } = isObject(body) ? body : {};
  if (typeof content !== "string") return undefined;
  if (String(encoded).toLowerCase() === "base64") return Buffer.from(content, "base64").toString();
  // Without an encoding, a text that is called JSON is a JSON string.
  const isValue = encoded === false && isJsonMediaType(statedType(message, isNew) ?? "");
  return isValue ? undefined : content;
};

/** A body that is called JSON and is none, such as the one of a test of a 400, in a version that cannot say so. */
export const statedMalformedJson = (message: JsonObject, isNew: boolean): string | undefined => {
  const text = isNew ? undefined : statedText(message, isNew);
  const isCalledJson = isJsonMediaType(statedType(message, isNew) ?? "");
  return isCalledJson && text !== undefined && text !== "" && parseJson(text) === undefined
    ? text
    : undefined;
};

const isTexts = (value: unknown): value is readonly string[] =>
  Array.isArray(value) && value.every((one) => typeof one === "string");

/** Headers with a text each, and with the type of the body. */
const plainHeaders = (message: JsonObject, type: string | undefined): JsonObject => {
  const { headers } = message;
  if (!isObject(headers) && headers !== undefined && headers !== null) return { headers };
  const entries = Object.entries(headers ?? {}).map(
    ([name, value]) => [name, isTexts(value) ? value.join(", ") : value] as const,
  );
  const isTyped = type === undefined || entries.some(([name]) => name.toLowerCase() === "content-type");
  return { headers: Object.fromEntries([...entries, ...(isTyped ? [] : [["Content-Type", type] as const])]) };
};

/** A message with a text for each header, and with the value of its body in place of a text or a coding of it. */
export const plainMessage = (message: unknown, isNew: boolean): unknown => {
  if (!isObject(message)) return message;
  const type = statedType(message, isNew);
  const text = statedText(message, isNew);
  const { body, headers: _, ...others } = message;
  const rest = { ...others, ...plainHeaders(message, type) };
  const stated = isNew ? property(body, "content") : body;
  const isCalledJson = isJsonMediaType(type ?? "application/json");
  const plain = (isCalledJson ? parseJson(text) : undefined) ?? text ?? stated;
  if (plain === undefined || (isNew && plain === "")) return rest;
  return { ...rest, body: isNew ? { content: plain, encoded: false } : plain };
};
