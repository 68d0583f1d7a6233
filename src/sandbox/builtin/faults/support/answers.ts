import type { Outgoing } from "../fault.ts";
import type { Changing } from "./rows.ts";

export { parseJson as parse } from "../../../../core/model/json-object.ts";

export const withJson = (outgoing: Outgoing, value: unknown): Outgoing => ({
  ...outgoing,
  body: JSON.stringify(value),
});

export const text = (status: number, body: string, mediaType = "text/plain"): Outgoing => ({
  status,
  headers: new Headers({ "content-type": mediaType }),
  body,
});

export const json = (status: number, value: unknown): Outgoing =>
  text(status, JSON.stringify(value), "application/json");

export const empty = (status: number): Outgoing => ({ status, headers: new Headers(), body: "" });

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
export const crmError = (status: number, message: string, code = codes[status]): Outgoing =>
  json(status, { error: { code, message, details: [] } });

/** An error of the volunteer interface. */
export const message = (status: number, message: string): Outgoing => json(status, { message });

const titles: Readonly<Record<number, string>> = {
  400: "Bad Request",
  404: "Not Found",
  500: "Internal Server Error",
};

/** An error of the donation interface. */
export const problem = (status: 400 | 404 | 500, detail: string): Outgoing =>
  text(status, JSON.stringify({ title: titles[status], status, detail }), "application/problem+json");

export const gone = problem(404, "There is nothing here.");

/** The CRM's answer to a credential that it does not accept. */
export const notAccepted = crmError(401, "The credential is not accepted.");

/** The same answer with another header, or without one. */
export const withHeader = (outgoing: Outgoing, name: string, value: string | undefined): Outgoing => {
  const headers = new Headers(outgoing.headers);
  if (value === undefined) headers.delete(name);
  else headers.set(name, value);
  return { ...outgoing, headers };
};

export const header =
  (name: string, value: string | undefined): Changing =>
  (outgoing) =>
    withHeader(outgoing, name, value);

/** The same body under another media type. */
export const announced = (mediaType: string): Changing => header("content-type", mediaType);

export const isSuccess = ({ status }: Outgoing): boolean => status >= 200 && status < 300;

export const errorStatuses: readonly number[] = [400, 401, 403, 404, 409, 422, 429, 500, 503];
