import type { FaultAnswer } from "../fault.ts";
import type { Changing } from "./rows.ts";

export { parseJson as parse } from "../../../core/model/json-object.ts";

export const withJson = (outgoing: FaultAnswer, value: unknown): FaultAnswer => ({
  ...outgoing,
  body: JSON.stringify(value),
});

export const textAnswer = (status: number, body: string, mediaType = "text/plain"): FaultAnswer => ({
  status,
  headers: new Headers({ "content-type": mediaType }),
  body,
});

export const jsonAnswer = (status: number, value: unknown): FaultAnswer =>
  textAnswer(status, JSON.stringify(value), "application/json");

export const empty = (status: number): FaultAnswer => ({ status, headers: new Headers(), body: "" });

const codes: Readonly<Record<number, string>> = {
  400: "BAD_REQUEST",
  401: "UNAUTHENTICATED",
  403: "FORBIDDEN",
  404: "NOT_FOUND",
  409: "CONFLICT",
  415: "UNSUPPORTED_MEDIA_TYPE",
  422: "VALIDATION_FAILED",
  429: "RATE_LIMITED",
  500: "INTERNAL_ERROR",
  503: "SERVICE_UNAVAILABLE",
};

/** A CRM error in its canonical form. */
export const crmError = (status: number, message: string, code = codes[status]): FaultAnswer =>
  jsonAnswer(status, { error: { code, message, details: [] } });

/** An error of the volunteer interface. */
export const message = (status: number, message: string): FaultAnswer => jsonAnswer(status, { message });

const titles: Readonly<Record<number, string>> = {
  400: "Bad Request",
  404: "Not Found",
  500: "Internal Server Error",
};

/** An error of the donation interface. */
export const problemAnswer = (status: 400 | 404 | 500, detail: string): FaultAnswer =>
  textAnswer(status, JSON.stringify({ title: titles[status], status, detail }), "application/problem+json");

export const gone = problemAnswer(404, "There is nothing here.");

/** The CRM's answer to a credential that it does not accept. */
export const notAccepted = crmError(401, "The credential is not accepted.");

/** The same answer with another header, or without one. */
export const withHeader = (outgoing: FaultAnswer, name: string, value: string | undefined): FaultAnswer => {
  const headers = new Headers(outgoing.headers);
  if (value === undefined) headers.delete(name);
  else headers.set(name, value);
  return { ...outgoing, headers };
};

export const headerReplaced =
  (name: string, value: string | undefined): Changing =>
  (outgoing) =>
    withHeader(outgoing, name, value);

/** The same body under another media type. */
export const withMediaType = (mediaType: string): Changing => headerReplaced("content-type", mediaType);

export const isGoodAnswer = ({ status }: FaultAnswer): boolean => status >= 200 && status < 300;

export const errorStatuses: readonly number[] = [400, 401, 403, 404, 409, 422, 429, 500, 503];
