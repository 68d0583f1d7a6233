import { isHere } from "../model/https-address.ts";
import type { Operation } from "../model/operation.ts";
import type { NamedDocuments } from "./field-names.ts";

const placeholder = "{…}";

/** Common words in URLs. */
const usualWords =
  "api rest v1 v2 v3 v4 list lists query queries search find all count counts status health healthz ping version " +
  "info me self current new create update replace delete remove restore archive import export bulk batch upload " +
  "download options types fields columns schema metadata settings config login logout signin signout token tokens " +
  "oauth oauth2 authorize callback refresh revoke register verify webhooks webhook events event tasks members users " +
  "groups roles permissions organizations notes tags addresses phones emails attachments documents files images " +
  "report reports summary statistics audit logs queue jobs graphql static assets public";

/** Words of the documented paths and common words in URLs, lowercase; none is personal data. */
export const pathWordsOf = ({ operations, publicTerms }: NamedDocuments): ReadonlySet<string> =>
  new Set([
    ...Object.values(operations).map(({ interface: name }) => name.toLowerCase()),
    ...Object.values(operations)
      .flatMap(({ path }) => path.toLowerCase().split("/"))
      .filter((segment) => segment !== "" && !segment.startsWith("{")),
    ...publicTerms.pathWords,
    ...usualWords.split(" "),
  ]);

/** Path prefixes that precede the resource name. */
const isPrefix = (segment: string): boolean => /^(?:api|rest|v\d{1,2})$/i.test(segment);

/** A single word of letters, as resources are named. */
const isName = (segment: string): boolean => /^[A-Za-z][A-Za-z_-]{1,30}$/.test(segment);

const longest = 8;

/** Known words and the resource name of a path stay, everything else becomes `{…}`; no query. */
export const shownPath = (url: string, words: ReadonlySet<string>): string => {
  const path = /^[a-z]+:\/\/[^/?#]*([^?#]*)/i.exec(url)?.[1] ?? "";
  const segments = path.split("/").filter((segment) => segment !== "");
  const resource = segments.findIndex((segment) => !isPrefix(segment));
  const shown = segments
    .slice(0, longest)
    .map((segment, index) =>
      words.has(segment.toLowerCase()) || isPrefix(segment) || (index === resource && isName(segment))
        ? segment
        : placeholder,
    );
  return `/${shown.join("/")}${segments.length > longest ? "/…" : ""}`;
};

/** Replaces hosts that may identify somebody. */
export const maskedHost = "masked.example";

/** An unconfigured origin as it may be shown: its host is masked unless it is this machine. */
const unnamedOrigin = (origin: string): string =>
  isHere(origin) ? origin : origin.replace(/\/\/.*$/s, `//${maskedHost}`);

/** The path before the documented ones: it may hold a tenant's name or a secret, so only known words stay. */
export const shownPrefix = (path: string, words: ReadonlySet<string>): string =>
  path
    .split("/")
    .map((segment) =>
      segment === "" || isPrefix(segment) || words.has(segment.toLowerCase()) ? segment : placeholder,
    )
    .join("/");

/** Masks all but known words of the path, and the host unless the configuration names it (`isNamed`). */
export const shownBase = (
  { base, isNamed }: { readonly base: string; readonly isNamed: boolean },
  words: ReadonlySet<string>,
): string => {
  const [, origin = "", path = ""] = /^([a-z]+:\/\/[^/]*)(.*)$/i.exec(base) ?? [];
  return `${isNamed ? origin : unnamedOrigin(origin)}${shownPrefix(path, words)}`;
};

/** Whether a query value is harmless: a number or a switch documented in the OpenAPI documents. */
export const isPlainParameter = (operation: Operation | undefined, name: string, value: string): boolean => {
  const parameter = operation?.parameters.find((one) => one.in === "query" && one.name === name);
  if (parameter?.type === "integer") return /^-?\d{1,15}$/.test(value);
  return parameter?.type === "boolean" && /^(?:true|false)$/i.test(value);
};
