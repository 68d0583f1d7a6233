import type { FieldError, Refusal, RefusalStatus } from "../refusal.ts";
import { json, type ErrorBody, type ErrorFamily } from "./error-body.ts";

const titles: Readonly<Record<RefusalStatus, string>> = {
  400: "Bad Request",
  401: "Unauthorized",
  403: "Forbidden",
  404: "Not Found",
  405: "Method Not Allowed",
  409: "Conflict",
  422: "Unprocessable Content",
  429: "Too Many Requests",
  500: "Internal Server Error",
  503: "Service Unavailable",
};

/** Donation errors: title, status, detail, and errors if fields are invalid (DON-18); a 429 by U-25. */
export const donationError: ErrorFamily = (refusal, _operation, assumptions) => {
  if (refusal.status !== 429) return problem(refusal);
  switch (assumptions["U-25"]) {
    case "problem":
      return problem(refusal);
    case "message":
      return json({ message: refusal.message });
    case "text":
      return { mediaType: "text/plain; charset=utf-8", text: refusal.message };
    case "empty":
      return { text: "" };
  }
};

const problem = (refusal: Refusal): ErrorBody =>
  json(
    {
      title: titles[refusal.status],
      status: refusal.status,
      detail: refusal.message,
      ...(refusal.fields.length === 0 ? {} : { errors: messagesByField(refusal.fields) }),
    },
    "application/problem+json",
  );

export const messagesByField = (fields: readonly FieldError[]): Record<string, string[]> => {
  const messages = new Map<string, string[]>();
  for (const { field, message } of fields) messages.set(field, [...(messages.get(field) ?? []), message]);
  return Object.fromEntries(messages);
};
