import { isHtmlPage } from "../formats/html-page.ts";
import type { Body } from "../model/exchange.ts";
import { isObject } from "../model/json-object.ts";

/** Forms of a body, decided by its root alone. */
export const bodyForms = [
  "empty",
  "text",
  "html",
  "json-object",
  "json-array",
  "json-scalar",
  "error-envelope",
  "problem",
  "message",
  "message-with-model-state",
  "oauth-error",
  "unknown",
] as const;

export type BodyForm = (typeof bodyForms)[number];

/** RFC 6749, 5.2. */
const oauthMembers: ReadonlySet<string> = new Set(["error", "error_description", "error_uri"]);

const errorForm = (value: object): BodyForm => {
  const error: unknown = "error" in value ? value.error : undefined;
  if (isObject(error)) return "error-envelope";
  if (typeof error === "string" && Object.keys(value).every((name) => oauthMembers.has(name)))
    return "oauth-error";
  if ("title" in value && "status" in value) return "problem";
  if (!("message" in value)) return "json-object";
  return "modelState" in value ? "message-with-model-state" : "message";
};

/** The form of a body; for an error, which of the specified forms it has, if any. */
export const bodyFormOf = (body: Body, status: number): BodyForm => {
  if (body.kind === "empty") return "empty";
  if (body.kind === "text") return isHtmlPage(body.text) ? "html" : "text";
  if (body.kind === "unknown") return "unknown";
  const { value } = body;
  if (Array.isArray(value)) return "json-array";
  if (!isObject(value)) return "json-scalar";
  return status >= 400 ? errorForm(value) : "json-object";
};
