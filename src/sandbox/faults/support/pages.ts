import type { OperationId } from "../../../contract/generated/operations.ts";
import { isObject, type JsonObject } from "../../../harness/model/json-object.ts";
import type { Answering, Fault, Incoming, Outgoing } from "../fault.ts";
import { objectOf, pascalCase } from "./edit.ts";
import { onRequest, onSuccess, parse } from "./wrappers.ts";

type Wrap = Fault["wrap"];

type Of = OperationId | readonly OperationId[];

/** The page of a donation answer. */
export interface Page {
  readonly items: readonly unknown[];
  readonly total: number;
}

/** What a request says of the page it wants, in the spelling of the bodies; undefined where it says nothing. */
export interface Wish {
  readonly skip?: number | undefined;
  readonly take?: number | undefined;
  readonly sortBy?: string | undefined;
  readonly descending?: boolean | undefined;
  readonly includeDetails?: boolean | undefined;
  /** Of lists only. */
  readonly filter?: string | undefined;
}

const readers: { readonly [Name in keyof Wish]-?: (text: string) => Wish[Name] } = {
  skip: Number,
  take: Number,
  sortBy: String,
  descending: (text) => text.toLowerCase() === "true",
  includeDetails: (text) => text.toLowerCase() === "true",
  filter: String,
};

const wishInAddress = ({ searchParams }: URL): Wish =>
  Object.fromEntries(
    Object.entries(readers).flatMap(([name, reader]) => {
      const text = searchParams.get(pascalCase(name));
      return text === null ? [] : [[name, reader(text)]];
    }),
  );

/** The page wish of a list or query. */
export const wishOf = ({ body, url }: Incoming): Wish =>
  // The sandbox validates it; a wish of another type is refused there.
  body === undefined ? wishInAddress(url) : (objectOf(parse(body)) as Wish);

/** The same request with another page wish; what becomes undefined is left out. */
export const wishing = (incoming: Incoming, changes: Wish): Incoming => {
  if (incoming.body !== undefined)
    return { ...incoming, body: JSON.stringify({ ...objectOf(parse(incoming.body)), ...changes }) };
  const url = new URL(incoming.url);
  for (const [name, value] of Object.entries(changes)) {
    if (value === undefined) url.searchParams.delete(pascalCase(name));
    else url.searchParams.set(pascalCase(name), String(value));
  }
  return { ...incoming, url };
};

/** Changes what requests of some operations wish of their page. */
export const onWish = (of: Of, change: (wish: Wish, incoming: Incoming) => Wish): Wrap =>
  onRequest(of, (incoming) => wishing(incoming, change(wishOf(incoming), incoming)));

const isPage = (body: unknown): body is JsonObject & Page => isObject(body) && Array.isArray(body["items"]);

/** The page of an answer, or undefined when it holds none. */
export const pageIn = ({ status, body }: Outgoing): Page | undefined => {
  const value = parse(body);
  return status === 200 && isPage(value) ? value : undefined;
};

/** Changes the pages that some operations answer. */
export const onPage = (of: Of, change: (page: Page, wish: Wish, incoming: Incoming) => unknown): Wrap =>
  onSuccess(of, (body, incoming) => (isPage(body) ? change(body, wishOf(incoming), incoming) : body));

/** Changes the records on the pages that some operations answer. */
export const onItems = (of: Of, change: (item: JsonObject, wish: Wish, position: number) => unknown): Wrap =>
  onPage(of, (page, wish) => ({
    ...page,
    items: page.items.map((item, position) => (isObject(item) ? change(item, wish, position) : item)),
  }));

/** The same request for another page; undefined when it is refused. */
export const askPage = async (next: Answering, incoming: Incoming, wish: Wish): Promise<Page | undefined> =>
  pageIn(await next(wishing(incoming, wish)));
