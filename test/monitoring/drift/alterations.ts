import type { Alter } from "./month.ts";

export type Json = Readonly<Record<string, unknown>>;

export const isObject = (value: unknown): value is Json =>
  typeof value === "object" && value !== null && !Array.isArray(value);

/** Rewrites the JSON of answers below a path and of a status, or what came with it. */
export const rewrite =
  (path: RegExp, status: number, change: (body: Json) => unknown): Alter =>
  async (response, request) => {
    if (!path.test(new URL(request.url).pathname) || response.status !== status) return response;
    const body: unknown = await response.clone().json();
    if (!isObject(body)) return response;
    const text = JSON.stringify(change(body));
    return text === JSON.stringify(body) ? response : new Response(text, response);
  };

const items =
  (change: (item: Json) => Json) =>
  (body: Json): unknown => ({
    ...body,
    items: Array.isArray(body["items"])
      ? body["items"].map((item: unknown) => (isObject(item) ? change(item) : item))
      : body["items"],
  });

/** Changes the items of pages below a path. */
export const ofItems = (path: RegExp, change: (item: Json) => Json): Alter =>
  rewrite(path, 200, items(change));

export const without =
  (name: string) =>
  (item: Json): Json =>
    Object.fromEntries(Object.entries(item).filter(([key]) => key !== name));

/** The same property under another name, where it was. */
export const renamed =
  (from: string, to: string) =>
  (object: Json): Json =>
    Object.fromEntries(Object.entries(object).map(([name, value]) => [name === from ? to : name, value]));

export const withHeader =
  (path: RegExp, name: string, value: string): Alter =>
  (response, request) => {
    if (!path.test(new URL(request.url).pathname)) return response;
    const headers = new Headers(response.headers);
    headers.set(name, value);
    return new Response(response.body, { status: response.status, headers });
  };

/** All objects in a body, at any depth, changed. */
export const everywhere =
  (change: (object: Json) => Json) =>
  (value: unknown): unknown => {
    if (Array.isArray(value)) return value.map(everywhere(change));
    if (!isObject(value)) return value;
    return Object.fromEntries(
      Object.entries(change(value)).map(([name, inner]) => [name, everywhere(change)(inner)]),
    );
  };

const delayHeader = "simulated-delay";

/** Answers below a path come so many milliseconds later. */
export const slow = (path: RegExp, ms: number): Alter => withHeader(path, delayHeader, String(ms));

/** An altered answer, and how much later it comes. */
export const delayed = (response: Response): { readonly response: Response; readonly ms: number } => {
  const ms = Number(response.headers.get(delayHeader) ?? 0);
  if (ms === 0) return { response, ms };
  const headers = new Headers(response.headers);
  headers.delete(delayHeader);
  return { response: new Response(response.body, { status: response.status, headers }), ms };
};

/** The runs in which a change was there to be seen. */
export const createWitness = () => {
  const seen = new Map<string, number[]>();
  return {
    watch:
      (change: string, alter: Alter, run: number): Alter =>
      async (response, request) => {
        const altered = await alter(response, request);
        if (altered !== response) seen.set(change, [...(seen.get(change) ?? []), run]);
        return altered;
      },
    firstRun: (change: string): number | undefined => seen.get(change)?.[0],
  };
};
