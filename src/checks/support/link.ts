import { documentedOperations } from "../../builtin/operations.ts";
import { jsonOf, type Exchange } from "../../core/model/exchange.ts";

const parsed = (link: string, base: string): URL | undefined =>
  /^(https?:\/\/|\/)/i.test(link) && URL.canParse(link, base) ? new URL(link, base) : undefined;

/** The path of a link, absolute or relative to the host; undefined if it is neither. */
export const pathOfLink = (link: string): string | undefined => parsed(link, "http://localhost")?.pathname;

const pathOf: ReadonlyMap<string, string> = new Map(documentedOperations.map(({ id, path }) => [id, path]));

const segments = (path: string): number => path.split("/").filter((one) => one !== "").length;

/** The part of a request's address before the operation's own path. */
const basePathOf = ({ operation = "", request }: Exchange): string | undefined => {
  const own = pathOf.get(operation);
  if (own === undefined) return undefined;
  const parts = new URL(request.url).pathname.replace(/\/+$/, "").split("/");
  return parts.slice(0, parts.length - segments(own)).join("/");
};

/**
 * What links to the requested address begin with, as requested and with the other scheme, since a proxy may terminate
 * TLS: `https://crm.example.org/tenants/12` and the same with `http`.
 */
const askedBases = (exchange: Exchange): readonly string[] => {
  const base = basePathOf(exchange);
  if (base === undefined) return [];
  const { protocol, host } = new URL(exchange.request.url);
  const other = protocol === "https:" ? "http:" : "https:";
  return [protocol, other].map((scheme) => `${scheme}//${host}${base}`);
};

/** The stated form of a path with an id, which the match holds: ids are integers, of either sign. */
const formOf = (before: string, after = ""): RegExp => new RegExp(`${before}(-?\\d+)${after}$`);

/** The forms of links that are stated to begin with the base address. */
export const linkForms = {
  completed: formOf("/api/Reminder/Completed/"),
  dismissed: formOf("/api/Reminder/Dismissed/"),
  avatar: formOf("/api/ContactIndividual/", "/Avatar"),
} as const;

/** By the names of such links. */
const statedForms: readonly { readonly name: RegExp; readonly form: RegExp }[] = [
  { name: /^completeUrl$/, form: linkForms.completed },
  { name: /^dismissUrl$/, form: linkForms.dismissed },
  { name: /avatarUrl$/i, form: linkForms.avatar },
];

interface FoundLink {
  readonly pointer: string;
  readonly link: string;
  /** Its beginning, if that must be the base address and the link is absolute. */
  readonly base: string | undefined;
}

const baseOf = (name: string, link: string): string | undefined => {
  const form = statedForms.find((one) => one.name.test(name))?.form;
  const url = /^https?:/i.test(link) ? parsed(link, "http://localhost") : undefined;
  const match = url === undefined ? undefined : form?.exec(url.pathname);
  return url === undefined || !match ? undefined : `${url.origin}${url.pathname.slice(0, match.index)}`;
};

const linksIn = function* (value: unknown, pointer = ""): Generator<FoundLink> {
  if (typeof value !== "object" || value === null) return;
  for (const [name, inner] of Object.entries(value)) {
    if (typeof inner === "string" && name.endsWith("Url"))
      yield { pointer: `${pointer}/${name}`, link: inner, base: baseOf(name, inner) };
    yield* linksIn(inner, `${pointer}/${name}`);
  }
};

const mostFrequent = (values: readonly string[]): string | undefined =>
  values.toSorted(
    (one, other) =>
      values.filter((value) => value === other).length - values.filter((value) => value === one).length,
  )[0];

/**
 * The links of an answer, by pointer, whose base address differs from that of its other links: a server may use any
 * name and scheme for itself, but only one. If some link begins with the requested address, all must.
 */
export const oddLinks = (exchange: Exchange): ReadonlySet<string> => {
  const links = [...linksIn(jsonOf(exchange))];
  const asked = askedBases(exchange).find((base) =>
    links.some(({ link }) => link.toLowerCase().startsWith(`${base.toLowerCase()}/`)),
  );
  const base = asked ?? mostFrequent(links.flatMap((link) => link.base ?? []));
  return new Set(
    links.filter((link) => link.base !== undefined && link.base !== base).map(({ pointer }) => pointer),
  );
};

/**
 * Whether a link leads to the requested host, but not below the base address, with which its own form begins. The name
 * that a server uses for itself is not stated, so a link to another host cannot be judged, and a relative one may be
 * relative to the host or to the base address.
 * @param form of the path below the base address
 */
export const missesBase = (link: string, exchange: Exchange, form: RegExp): boolean => {
  const url = /^https?:/i.test(link) ? parsed(link, exchange.request.url) : undefined;
  if (url === undefined || url.host !== new URL(exchange.request.url).host) return false;
  const base = basePathOf(exchange);
  const match = form.exec(url.pathname);
  return base !== undefined && match !== null && url.pathname.slice(0, match.index) !== base;
};
