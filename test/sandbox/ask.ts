import { valueAtPointer } from "../../src/core/formats/json-pointer.ts";
import { inProcessOrigin, type Sandbox } from "../../src/sandbox/sandbox.ts";

/** What a test sends; a body that is no text is sent as JSON. */
export interface Sent {
  readonly method?: string;
  readonly token?: string;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: unknown;
}

export interface Received {
  readonly status: number;
  readonly headers: Headers;
  readonly text: string;
  /** The parsed JSON body; undefined when there is none. */
  readonly json: unknown;
  /** The value at a JSON pointer into the body; undefined when nothing is there. */
  at(pointer: string): unknown;
}

/** The value of a JSON text; undefined when it is none. */
export const jsonOf = (text: string): unknown => {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
};

/** Sends one request to a sandbox. */
export const ask = async (
  sandbox: Pick<Sandbox, "fetch">,
  path: string,
  sent: Sent = {},
): Promise<Received> => {
  const headers = new Headers(sent.headers);
  if (sent.token !== undefined) headers.set("authorization", `Bearer ${sent.token}`);
  if (sent.body !== undefined && !headers.has("content-type"))
    headers.set("content-type", "application/json");
  const body =
    typeof sent.body === "string" || sent.body === undefined ? sent.body : JSON.stringify(sent.body);
  const method = sent.method ?? (body === undefined ? "GET" : "POST");
  const request = new Request(`${inProcessOrigin}${path}`, {
    method,
    headers,
    ...(body === undefined ? {} : { body }),
  });
  const response = await sandbox.fetch(request);
  const text = await response.text();
  const json = jsonOf(text);
  return {
    status: response.status,
    headers: response.headers,
    text,
    json,
    at: (pointer) => valueAtPointer(json, pointer),
  };
};
