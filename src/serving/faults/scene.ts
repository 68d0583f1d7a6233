import { isObject, type JsonObject, own, parseJson } from "../../core/model/json-object.ts";
import { listedIn } from "../../contracts/checks/record-ids.ts";
import type { ApiOperation } from "../../documents/document.ts";
import { pathNames } from "../parameters.ts";
import { createDocumentRouter } from "../router.ts";
import type { ServedKind } from "../kinds.ts";
import type { FaultyServer, DocumentFault, FaultyAnswer, FaultyRequest } from "./document-fault.ts";

/** An operation's request, with what a fault can do around it. */
export interface FaultScene<Request extends FaultyRequest = FaultyRequest> {
  readonly request: Request;
  /** Texts of the path's parameters. */
  readonly texts: readonly string[];
  /** Path values of the records that were asked for before, the last one first. */
  readonly recent: readonly (readonly string[])[];
  /** The body as an object; undefined if it is none. */
  readonly sent: JsonObject | undefined;
  /** FaultyServer the request as it is, or with another body. */
  pass(body?: JsonObject): Promise<FaultyAnswer>;
  /** Sends another request, with whatever credential its operation needs; the path is that of an operation, filled. */
  ask(method: string, path: string, body?: JsonObject): Promise<FaultyAnswer>;
  /** FaultyServer the request with another query. */
  withQuery(change: (query: URLSearchParams) => void): Promise<FaultyAnswer>;
}

export type Play = <Request extends FaultyRequest>(scene: FaultScene<Request>) => Promise<FaultyAnswer>;

/** A play with its state, one for each time it is planted. */
export type Staging = () => Play;

/** Headers that the operation of a request needs. */
export type RequestHeaders = (method: string, path: string) => readonly (readonly [string, string])[];

const rewritten = <Request extends FaultyRequest>(
  request: Request,
  change: Partial<FaultyRequest>,
): Request => ({
  ...request,
  ...change,
});

const sceneOf = <Request extends FaultyRequest>(
  request: Request,
  next: FaultyServer<Request>,
  basePath: string,
  texts: readonly string[],
  recent: FaultScene["recent"],
  credentials: RequestHeaders,
): FaultScene<Request> => {
  const value = parseJson(request.body);
  return {
    request,
    texts,
    recent,
    sent: isObject(value) ? value : undefined,
    pass: (body) => next(body === undefined ? request : rewritten(request, { body: JSON.stringify(body) })),
    ask: (method, path, body) => {
      const headers = new Headers(request.headers);
      headers.delete("content-length");
      for (const [name, value] of credentials(method, path)) headers.set(name, value);
      if (body === undefined) headers.delete("content-type");
      else headers.set("content-type", "application/json");
      const url = new URL(`${basePath}${path}`, request.url);
      return next(rewritten(request, { method, url, headers, body: body && JSON.stringify(body) }));
    },
    withQuery: (change) => {
      const url = new URL(request.url);
      change(url.searchParams);
      return next(rewritten(request, { url }));
    },
  };
};

/** Records that a fault remembers. */
const mostRecent = 20;

/** Wraps the answers of one operation. `itemPath` is that of the records that it is about. */
export const onOperation = (
  operation: ApiOperation,
  stage: Staging,
  {
    itemPath = operation.path,
    credentials,
  }: { readonly itemPath?: string; readonly credentials: RequestHeaders },
): DocumentFault["wrap"] => {
  const { find } = createDocumentRouter([{ operation }]);
  const items = createDocumentRouter([{ operation: { method: "any", path: itemPath } }]);
  return (next, basePath) => {
    const play = stage();
    let recent: readonly (readonly string[])[] = [];
    return async (request) => {
      const { method, url } = request;
      const path = url.pathname.startsWith(basePath) ? url.pathname.slice(basePath.length) || "/" : "";
      const found = find(method, path);
      const answer = await (found === undefined
        ? next(request)
        : play(sceneOf(request, next, basePath, found.texts, recent, credentials)));
      const item = items.find("any", path)?.texts;
      const isOther = (one: readonly string[]): boolean => one.join("/") !== item?.join("/");
      if (item !== undefined) recent = [item, ...recent.filter(isOther)].slice(0, mostRecent);
      return answer;
    };
  };
};

export const hasSucceeded = ({ status }: FaultyAnswer): boolean => status >= 200 && status < 300;

/** A path template with its parameters filled in. */
export const filledPath = (path: string, texts: readonly string[]): string => {
  let at = 0;
  return path.replaceAll(/\{[^{}]*\}/g, () => encodeURIComponent(texts[at++] ?? ""));
};

/** The record in an answer that shows one. */
export const recordShownIn = (answer: FaultyAnswer, { wrapper }: ServedKind): JsonObject | undefined => {
  const value = parseJson(answer.body);
  const inner = wrapper !== undefined && isObject(value) ? own(value, wrapper) : value;
  return isObject(inner) ? inner : undefined;
};

/** An answer with another value. */
export const withShown = (answer: FaultyAnswer, value: unknown): FaultyAnswer => ({
  ...answer,
  body: JSON.stringify(value),
});

/** Changes the record that an answer shows. */
export const onShown = (
  answer: FaultyAnswer,
  { wrapper }: ServedKind,
  change: (record: JsonObject) => JsonObject,
): FaultyAnswer => {
  const value = parseJson(answer.body);
  if (!hasSucceeded(answer) || !isObject(value)) return answer;
  if (wrapper === undefined) return withShown(answer, change(value));
  const inner = own(value, wrapper);
  return isObject(inner) ? withShown(answer, { ...value, [wrapper]: change(inner) }) : answer;
};

/** Changes the records that a list shows. */
export const onListed = (
  answer: FaultyAnswer,
  change: (records: readonly unknown[]) => readonly unknown[],
): FaultyAnswer => {
  const value = parseJson(answer.body);
  if (!hasSucceeded(answer)) return answer;
  if (Array.isArray(value)) return withShown(answer, change(value));
  const records = listedIn(value);
  if (!isObject(value) || records.length === 0) return answer;
  const [name] = Object.entries(value).find(([, inner]) => inner === records) ?? [];
  return name === undefined ? answer : withShown(answer, { ...value, [name]: change(records) });
};

/** Path values of another record of the kind, in the same place: one that was asked for, or else a listed one. */
export const anotherOf = async (
  scene: FaultScene,
  kind: ServedKind,
): Promise<readonly string[] | undefined> => {
  const above = scene.texts.slice(0, pathNames(kind.path).length - 1);
  const own = scene.texts.join("/");
  for (const texts of scene.recent)
    if (texts.join("/") !== own && texts.slice(0, -1).join("/") === above.join("/"))
      if (hasSucceeded(await scene.ask("GET", filledPath(kind.path, texts)))) return texts;
  const list = kind.resource.list?.callable.operation;
  const { idProperty } = kind;
  if (list === undefined || idProperty === undefined) return undefined;
  const answer = await scene.ask("GET", filledPath(list.path, above));
  const ids = listedIn(parseJson(answer.body)).map((record) =>
    isObject(record) ? record[idProperty] : undefined,
  );
  const other = ids.findLast((id) => id !== undefined && String(id) !== scene.texts.at(-1));
  return other === undefined ? undefined : [...above, String(other)];
};

export const withoutName = (record: JsonObject, name: string): JsonObject =>
  Object.fromEntries(Object.entries(record).filter(([one]) => one !== name));
