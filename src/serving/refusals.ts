import { STATUS_CODES } from "node:http";
import { isObject, type JsonObject } from "../core/model/json-object.ts";
import { validatorKeys } from "../contracts/checks/api.ts";
import { isJsonType } from "../contracts/checks/input.ts";
import type { ApiOperation } from "../documents/document.ts";
import type { Schema } from "../documents/schemas/schema.ts";
import { mediaOf, statedResponse } from "./responses.ts";
import type { Schemas } from "./schemas.ts";
import type { DocumentAnswer, Reason } from "./served-document.ts";

interface Refusal extends Reason {
  readonly status: number;
}

const asText = /^(?:message|msg|detail|details|description|error|error_?message|reason|title|summary)$/i;
const asStatus = /^(?:status|status_?code|code|error_?code)$/i;

/** Objects in an error that are filled. */
const deepest = 3;

/** An error in the form of its schema, with the message and the status where it has a place for them. */
const filledError = (schema: Schema | undefined, refusal: Refusal, schemas: Schemas, depth = 0): unknown => {
  const { reading } = schemas;
  const { types, properties, required } = reading.view(schema);
  if (Object.keys(properties).length === 0)
    return types.includes("string") ? refusal.message : schemas.part(schema, 0);
  const hasMessage = Object.keys(properties).some((name) => name !== "title" && asText.test(name));
  const entries = Object.entries(properties).flatMap(([name, inner]): [string, unknown][] => {
    const { types: innerTypes, keywords, properties: own } = reading.view(inner);
    const isFree =
      keywords["enum"] === undefined && keywords["const"] === undefined && keywords["format"] === undefined;
    if (asText.test(name) && isFree && innerTypes.includes("string"))
      return [
        [name, name === "title" && hasMessage ? (STATUS_CODES[refusal.status] ?? "") : refusal.message],
      ];
    if (asStatus.test(name) && isFree && innerTypes.includes("integer")) return [[name, refusal.status]];
    if (!required.includes(name) && depth > 0) return [];
    if (Object.keys(own).length > 0 && depth < deepest)
      return [[name, filledError(inner, refusal, schemas, depth + 1)]];
    return required.includes(name) ? [[name, schemas.part(inner, 0)]] : [];
  });
  return Object.fromEntries(entries);
};

/** The form of an error that the document does not describe (RFC 9457). */
const problem = ({ status, message, fields }: Refusal): JsonObject => ({
  title: STATUS_CODES[status] ?? "",
  status,
  detail: message,
  ...(fields.length === 0 ? {} : { errors: fields }),
});

/** The message with the fields, for a body that has no other place for them. */
const wholeMessage = ({ message, fields }: Reason): string =>
  [message, ...fields.slice(0, 5).map((field) => field.message)].join(" ");

const bodyOf = (
  operation: ApiOperation,
  refusal: Refusal,
  schemas: Schemas,
): { readonly type: string; readonly text: string } | undefined => {
  const response = statedResponse(operation, refusal.status);
  if (response === undefined)
    return { type: "application/problem+json", text: JSON.stringify(problem(refusal)) };
  const media = mediaOf(response);
  if (media === undefined) return undefined;
  const said = { ...refusal, message: wholeMessage(refusal) };
  if (!isJsonType(media.mediaType)) return { type: media.statedType, text: said.message };
  const key = validatorKeys.response(operation.id, response.status, media.mediaType);
  if (media.schema === undefined) return { type: media.statedType, text: JSON.stringify(problem(refusal)) };
  const filled = filledError(media.schema, said, schemas);
  const [example] = media.examples;
  const value = schemas.fits(key, filled)
    ? filled
    : isObject(example?.value)
      ? example.value
      : schemas.answerValue(media.schema, key);
  return { type: media.statedType, text: JSON.stringify(value) };
};

/** Header values are visible ASCII. */
const headerText = (text: string): string => text.replaceAll(/[^ -~]/g, "?").slice(0, 300);

/** A refusal in the form that the document gives to its status. */
export const documentRefusal = (
  operation: ApiOperation,
  refusal: Refusal,
  schemas: Schemas,
): DocumentAnswer => {
  const { status, ...reason } = refusal;
  const body = bodyOf(operation, refusal, schemas);
  return {
    status,
    headers: {
      ...(body === undefined ? {} : { "content-type": body.type }),
      "x-tripact-rule": reason.rule,
      "x-tripact-message": headerText(reason.message),
    },
    ...(body === undefined ? {} : { text: body.text }),
    reason,
  };
};
