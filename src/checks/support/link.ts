import { documentedOperations } from "../../contract/operations.ts";
import type { Exchange } from "../../harness/model/exchange.ts";

const parsed = (link: string, base: string): URL | undefined =>
  /^(https?:\/\/|\/)/i.test(link) && URL.canParse(link, base) ? new URL(link, base) : undefined;

/** The path of a link, absolute or relative to the host; undefined when it is neither. */
export const pathOfLink = (link: string): string | undefined => parsed(link, "http://localhost")?.pathname;

const pathOf: ReadonlyMap<string, string> = new Map(documentedOperations.map(({ id, path }) => [id, path]));

const segments = (path: string): number => path.split("/").filter((one) => one !== "").length;

/** What comes before the operation's own path in the address of a request. */
const basePathOf = ({ operation = "", request }: Exchange): string | undefined => {
  const own = pathOf.get(operation);
  if (own === undefined) return undefined;
  const parts = new URL(request.url).pathname.replace(/\/+$/, "").split("/");
  return parts.slice(0, parts.length - segments(own)).join("/");
};

/**
 * Whether a link leads to the host that was asked, and there to another place than below the base address: its own
 * form begins with it. Under which name a server knows itself is not stated, so that of a link to another host nothing
 * can be said, and one that is relative may be so to the host or to the base address.
 * @param form of the path below the base address
 */
export const missesBase = (link: string, exchange: Exchange, form: RegExp): boolean => {
  const url = /^https?:/i.test(link) ? parsed(link, exchange.request.url) : undefined;
  if (url === undefined || url.host !== new URL(exchange.request.url).host) return false;
  const base = basePathOf(exchange);
  const place = form.exec(url.pathname);
  return base !== undefined && place !== null && url.pathname.slice(0, place.index) !== base;
};
