import type { Fault, FaultEnvironment, FaultRequest } from "../fault.ts";
import type { JsonObject } from "../../../core/model/json-object.ts";
import type { OperationId } from "../../generated/operations.ts";
import { parse } from "./answers.ts";
import { configuredValue, credential, calledInterface, type Who } from "./credentials.ts";
import { objectOf } from "./edit.ts";
import { type Ask, isRequestOf, onRequest, type WhenAsked } from "./rows.ts";

type Wrap = Fault["wrap"];

/** The request with another path. */
export const at =
  (change: (path: string, incoming: FaultRequest, here: FaultEnvironment) => string): Ask =>
  (incoming, here) => {
    const url = new URL(incoming.url);
    url.pathname = change(url.pathname, incoming, here);
    return { ...incoming, url };
  };

/** The request for another record: replaces the last part of the path. */
export const askingFor = (id: string): Ask => at((path) => path.replace(/[^/]+$/, encodeURIComponent(id)));

/** The request for a record of the configuration. */
export const askingForOwn =
  (path: string): Ask =>
  (incoming, here) => {
    const of = calledInterface(incoming);
    return of === undefined ? incoming : askingFor(String(configuredValue(here, of, path)))(incoming, here);
  };

export const askingForNext = at((path) => path.replace(/\d+$/, (id) => String(Number(id) + 1)));

/** Changes an update to a request that creates a record. */
export const creating =
  (operation: OperationId): Ask =>
  (incoming, here) => ({
    ...at((path) => path.replace(/\/[^/]+$/, ""))(incoming, here),
    method: "POST",
    operation,
  });

/** The JSON object in a request; empty for anything else. */
export const sentBody = ({ body }: FaultRequest): JsonObject => objectOf(parse(body));

/** Requests whose JSON body meets a condition. */
export const sends =
  (isMeant: (body: JsonObject) => boolean): Who =>
  (incoming) =>
    isMeant(sentBody(incoming));

export const leavesOut = (name: string): Who => sends((body) => body[name] === undefined);

/** Requests with a body that is not JSON. */
export const isUnreadable: Who = ({ body }) => body !== undefined && parse(body) === undefined;

/** The request with parts of a body replaced that is not JSON. */
export const leniently =
  (part: RegExp, by: string): Ask =>
  (incoming, here) =>
    isUnreadable(incoming, here) ? { ...incoming, body: incoming.body?.replaceAll(part, by) } : incoming;

/** The request with another value of an existing query parameter; undefined removes it. */
export const withQuery =
  (name: string, change: (text: string) => string | undefined): Ask =>
  (incoming) => {
    const text = incoming.url.searchParams.get(name);
    if (text === null) return incoming;
    const url = new URL(incoming.url);
    const changed = change(text);
    if (changed === undefined) url.searchParams.delete(name);
    else url.searchParams.set(name, changed);
    return { ...incoming, url };
  };

export const isCrmRead = (incoming: FaultRequest): boolean =>
  isRequestOf(incoming, "crm") && incoming.method === "GET";

export const asksWith =
  (name: string, value?: string): Who =>
  ({ url }) =>
    value === undefined ? url.searchParams.has(name) : url.searchParams.get(name) === value;

/** Changes the id after the beginning of a path. */
export const onPathId =
  (beginning: string, read: (id: string) => string): Wrap =>
  (next) =>
  (incoming) => {
    const { pathname } = incoming.url;
    const id = decodeURIComponent(pathname.slice(beginning.length));
    if (!pathname.startsWith(beginning) || id.includes("/")) return next(incoming);
    const url = new URL(incoming.url);
    url.pathname = `${beginning}${encodeURIComponent(read(id))}`;
    return next({ ...incoming, url });
  };

export const hasCharset: Who = ({ headers }) => /charset/i.test(headers.get("content-type") ?? "");

/** Requests whose address or body matches a pattern. */
export const writtenAs =
  (form: RegExp): Who =>
  ({ url, body = "" }) =>
    form.test(`${url.href} ${body}`);

export const tokenForm = ({ body }: FaultRequest): URLSearchParams => new URLSearchParams(body ?? "");

type Fields = Readonly<Record<string, string | undefined>>;

/** The request with some form fields replaced; undefined removes them. */
export const withForm = (incoming: FaultRequest, fields: Fields): FaultRequest => {
  const form = tokenForm(incoming);
  for (const [name, value] of Object.entries(fields)) {
    if (value === undefined) form.delete(name);
    else form.set(name, value);
  }
  return { ...incoming, body: form.toString() };
};

export const withFields =
  (fields: Fields | ((form: URLSearchParams, here: FaultEnvironment) => Fields)): Ask =>
  (incoming, here) =>
    withForm(incoming, typeof fields === "function" ? fields(tokenForm(incoming), here) : fields);

const isMultipart = ({ headers }: FaultRequest): boolean =>
  (headers.get("content-type") ?? "").startsWith("multipart/");

/** Token requests with a grant type. */
const isGrant =
  (grant: string) =>
  (incoming: FaultRequest): boolean =>
    incoming.operation === "issueToken" &&
    !isMultipart(incoming) &&
    tokenForm(incoming).get("grant_type") === grant;

export const isRefresh = isGrant("refresh_token");

export const isPassword = isGrant("password");

/** Logins without a one-time code. */
export const isLogin: Who = (incoming) => isPassword(incoming) && !tokenForm(incoming).has("otp");

/** Logins with a configured account: with a password alone, or with a second factor. */
export const isAccount =
  (kind: "password" | "twoFactor"): Who =>
  (incoming, here) =>
    isPassword(incoming) &&
    tokenForm(incoming).get("username") === credential(here, "crm", `${kind}/username`);

/** Token requests with a field, or with a value of it. */
export const hasField =
  (name: string, isMeant: (value: string) => boolean): Who =>
  (incoming) => {
    const value = tokenForm(incoming).get(name);
    return value !== null && isMeant(value);
  };

const partPattern = /name="([^"]+)"\r\n\r\n([\s\S]*?)\r\n--/g;

/** A multipart token request in urlencoded form; undefined for other requests. */
export const unwrapped = (incoming: FaultRequest): FaultRequest | undefined => {
  if (incoming.operation !== "issueToken" || !isMultipart(incoming)) return undefined;
  const fields = [...(incoming.body ?? "").matchAll(partPattern)].map(
    ([, name = "", value = ""]): [string, string] => [name, value],
  );
  const headers = new Headers(incoming.headers);
  headers.set("content-type", "application/x-www-form-urlencoded");
  return { ...incoming, headers, body: new URLSearchParams(fields).toString() };
};

/** Changes the form of token requests. */
export const onForm = (fields: Parameters<typeof withFields>[0], ...when: readonly WhenAsked[]): Wrap =>
  onRequest("issueToken", withFields(fields), (incoming) => !isMultipart(incoming), ...when);
