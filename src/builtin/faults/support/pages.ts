import { isObject, type JsonObject } from "../../../core/model/json-object.ts";
import type { Fault, FaultRequest, FaultAnswer } from "../fault.ts";
import { parse, withJson } from "./answers.ts";
import type { Who } from "./credentials.ts";
import { inPascalCase } from "./edit.ts";
import { sentBody } from "./requests.ts";
import { type BodyChange, type Of, onAnswer, onBody, onRequest, type When, type WhenAsked } from "./rows.ts";

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
      const text = searchParams.get(inPascalCase(name));
      return text === null ? [] : [[name, reader(text)]];
    }),
  );

const wishOf = (incoming: FaultRequest): Wish =>
  // The sandbox validates them and refuses other types.
  incoming.body === undefined ? wishInAddress(incoming.url) : (sentBody(incoming) as Wish);

/** The same request with other paging parameters; undefined ones are left out. */
const wishing = (incoming: FaultRequest, changes: Wish | JsonObject): FaultRequest => {
  if (incoming.body !== undefined)
    return { ...incoming, body: JSON.stringify({ ...sentBody(incoming), ...changes }) };
  const url = new URL(incoming.url);
  for (const [name, value] of Object.entries(changes)) {
    if (value === undefined) url.searchParams.delete(inPascalCase(name));
    else url.searchParams.set(inPascalCase(name), String(value));
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
export const pageInAnswer = ({ status, body }: FaultAnswer): Page | undefined => {
  const value = parse(body);
  return status === 200 && isPage(value) ? value : undefined;
};

type OnPage<Value, Changed> = (value: Value, wish: Wish, page: Page, incoming: FaultRequest) => Changed;

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
export const onRecord = (of: Of, change: BodyChange, ...when: readonly When[]): Wrap =>
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
    incoming: FaultRequest,
  ) => Promise<Page | undefined>,
  ...when: readonly When[]
): Wrap =>
  onAnswer(
    of,
    async (outgoing, incoming, { next }) => {
      const page = pageInAnswer(outgoing);
      if (page === undefined) return outgoing;
      const ask = async (changes: Wish | JsonObject) => pageInAnswer(await next(wishing(incoming, changes)));
      return withJson(outgoing, (await change(page, wishOf(incoming), ask, incoming)) ?? page);
    },
    200,
    ...when,
  );
