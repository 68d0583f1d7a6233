import { isObject, type JsonObject } from "../../../../core/model/json-object.ts";
import type { Fault, Incoming, Outgoing } from "../fault.ts";
import { parse, withJson } from "./answers.ts";
import type { Who } from "./credentials.ts";
import { pascalCase } from "./edit.ts";
import { sentBody } from "./requests.ts";
import { type Change, type Of, onAnswer, onBody, onRequest, type When, type WhenAsked } from "./rows.ts";

type Wrap = Fault["wrap"];

interface Page {
  readonly items: readonly unknown[];
  readonly total: number;
}

/** Paging parameters of a request, with the names in bodies; undefined if not given. */
interface Wish {
  readonly skip?: number | undefined;
  readonly take?: number | undefined;
  readonly sortBy?: string | undefined;
  readonly descending?: boolean | undefined;
  readonly includeDetails?: boolean | undefined;
  /** For lists only. */
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

const wishOf = (incoming: Incoming): Wish =>
  // The sandbox validates them and refuses other types.
  incoming.body === undefined ? wishInAddress(incoming.url) : (sentBody(incoming) as Wish);

/** The same request with other paging parameters; undefined ones are left out. */
const wishing = (incoming: Incoming, changes: Wish | JsonObject): Incoming => {
  if (incoming.body !== undefined)
    return { ...incoming, body: JSON.stringify({ ...sentBody(incoming), ...changes }) };
  const url = new URL(incoming.url);
  for (const [name, value] of Object.entries(changes)) {
    if (value === undefined) url.searchParams.delete(pascalCase(name));
    else url.searchParams.set(pascalCase(name), String(value));
  }
  return { ...incoming, url };
};

/** Requests with matching paging parameters. */
export const wants =
  (isWanted: (wish: Wish) => boolean): Who =>
  (incoming) =>
    isWanted(wishOf(incoming));

export const withDetails: Who = wants(({ includeDetails }) => includeDetails === true);

export const descends: Who = wants(({ descending }) => descending === true);

export const searches: Who = wants(({ filter }) => filter !== undefined);

export const skips: Who = wants(({ skip = 0 }) => skip > 0);

/** The time of the last modification, as a sort field. */
export const modified = "modifieddatetimeutc";

export const byModification: Who = wants(({ sortBy }) => sortBy?.toLowerCase() === modified);

/** Requests whose sort field has upper-case letters. */
export const byCapitals: Who = wants(({ sortBy = "" }) => sortBy !== sortBy.toLowerCase());

export const onWish = (of: Of, change: Wish | ((wish: Wish) => Wish), ...when: readonly WhenAsked[]): Wrap =>
  onRequest(
    of,
    (incoming) => wishing(incoming, typeof change === "function" ? change(wishOf(incoming)) : change),
    ...when,
  );

const isPage = (body: unknown): body is JsonObject & Page => isObject(body) && Array.isArray(body["items"]);

/** The page in an answer; undefined if there is none. */
export const pageIn = ({ status, body }: Outgoing): Page | undefined => {
  const value = parse(body);
  return status === 200 && isPage(value) ? value : undefined;
};

type OnPage<Value, Changed> = (value: Value, wish: Wish, page: Page, incoming: Incoming) => Changed;

export const onPage = (of: Of, change: OnPage<Page, unknown>, ...when: readonly When[]): Wrap =>
  onBody(
    of,
    (body, incoming) => (isPage(body) ? change(body, wishOf(incoming), body, incoming) : body),
    ...when,
  );

/** Changes the list of records on pages. */
export const onRecords = (
  of: Of,
  change: OnPage<readonly unknown[], readonly unknown[]>,
  ...when: readonly When[]
): Wrap => onPage(of, (page, ...wish) => ({ ...page, items: change(page.items, ...wish) }), ...when);

/** Changes each record on pages. */
export const onRecord = (of: Of, change: Change, ...when: readonly When[]): Wrap =>
  onBody(
    of,
    (body, ...exchange) =>
      isPage(body) ? { ...body, items: body.items.map((item) => change(item, ...exchange)) } : body,
    ...when,
  );

export const onTotal = (of: Of, change: OnPage<number, unknown>, ...when: readonly When[]): Wrap =>
  onPage(of, (page, ...wish) => ({ ...page, total: change(page.total, ...wish) }), ...when);

/** Changes pages, given the pages of similar requests; undefined if such a request is refused. */
export const onPageAsking = (
  of: Of,
  change: (
    page: Page,
    wish: Wish,
    ask: (changes: Wish | JsonObject) => Promise<Page | undefined>,
    incoming: Incoming,
  ) => Promise<Page | undefined>,
  ...when: readonly When[]
): Wrap =>
  onAnswer(
    of,
    async (outgoing, incoming, { next }) => {
      const page = pageIn(outgoing);
      if (page === undefined) return outgoing;
      const ask = async (changes: Wish | JsonObject) => pageIn(await next(wishing(incoming, changes)));
      return withJson(outgoing, (await change(page, wishOf(incoming), ask, incoming)) ?? page);
    },
    200,
    ...when,
  );
