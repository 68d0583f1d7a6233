import type { Fault, Incoming } from "../fault.ts";

type Wrap = Fault["wrap"];

/** The fields of a token request. */
export const tokenForm = ({ body }: Incoming): URLSearchParams => new URLSearchParams(body ?? "");

/** The request with some of its form's fields replaced or, where undefined, left out. */
export const withFields = (
  incoming: Incoming,
  fields: Readonly<Record<string, string | undefined>>,
): Incoming => {
  const form = tokenForm(incoming);
  for (const [name, value] of Object.entries(fields)) {
    if (value === undefined) form.delete(name);
    else form.set(name, value);
  }
  return { ...incoming, body: form.toString() };
};

const isMultipart = ({ headers }: Incoming): boolean =>
  (headers.get("content-type") ?? "").startsWith("multipart/");

const isGrant = (incoming: Incoming, grant: string): boolean =>
  incoming.operation === "issueToken" &&
  !isMultipart(incoming) &&
  tokenForm(incoming).get("grant_type") === grant;

export const isRefresh = (incoming: Incoming): boolean => isGrant(incoming, "refresh_token");

export const isPassword = (incoming: Incoming): boolean => isGrant(incoming, "password");

const partPattern = /name="([^"]+)"\r\n\r\n([\s\S]*?)\r\n--/g;

/** A multipart token request as the urlencoded form of the same fields; undefined for any other request. */
export const unwrapped = (incoming: Incoming): Incoming | undefined => {
  if (incoming.operation !== "issueToken" || !isMultipart(incoming)) return undefined;
  const fields = [...(incoming.body ?? "").matchAll(partPattern)].map(
    ([, name = "", value = ""]): [string, string] => [name, value],
  );
  const headers = new Headers(incoming.headers);
  headers.set("content-type", "application/x-www-form-urlencoded");
  return { ...incoming, headers, body: new URLSearchParams(fields).toString() };
};

/** Changes the form of token requests before the sandbox reads it. */
export const onTokenForm =
  (change: (incoming: Incoming) => Incoming): Wrap =>
  (next) =>
  (incoming) =>
    next(incoming.operation === "issueToken" && !isMultipart(incoming) ? change(incoming) : incoming);
