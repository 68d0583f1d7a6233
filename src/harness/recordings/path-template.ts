import { operations } from "../../contract/generated/operations.ts";
import type { Operation } from "../model/operation.ts";

const placeholder = "{…}";

const documentedWords: readonly string[] = Object.values<Operation>(operations)
  .flatMap(({ path }) => path.split("/"))
  .filter((segment) => segment !== "" && !segment.startsWith("{"));

/** Words of paths in general, which are nobody's data. */
const usualWords =
  "api rest v1 v2 v3 v4 list lists query queries search find all count counts status health healthz ping version " +
  "info me self current new create update replace delete remove restore archive import export bulk batch upload " +
  "download options types fields columns schema metadata settings config login logout signin signout token tokens " +
  "oauth oauth2 authorize callback refresh revoke register verify webhooks webhook events event tasks reminders " +
  "contacts contact individuals individual gifts gift donors donor campaigns projects segments premiums " +
  "groups members users roles permissions organizations notes tags attendees invitations pledges relationships " +
  "addresses phones emails avatar attachments documents files images report reports summary statistics audit logs " +
  "queue jobs graphql static assets public completed dismissed byreference custom customfields";

const words: ReadonlySet<string> = new Set([
  ...documentedWords.map((word) => word.toLowerCase()),
  ...usualWords.split(" "),
]);

/** Prefixes behind which a path names its resource. */
const isPrefix = (segment: string): boolean => /^(?:api|rest|v\d{1,2})$/i.test(segment);

/** One word in letters, as resources are called. */
const isName = (segment: string): boolean => /^[A-Za-z][A-Za-z_-]{1,30}$/.test(segment);

const longest = 8;

/**
 * The path of a request with everything masked that may be somebody's: words that are known and the name of the
 * resource stand as they are, all else is `{…}`. The query is left out.
 */
export const pathTemplate = (url: string): string => {
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

/** A base address as it may be shown: parts of its path that may be somebody's are masked. */
export const shownBase = (base: string): string => {
  const [, origin = "", path = ""] = /^([a-z]+:\/\/[^/]*)(.*)$/i.exec(base) ?? [];
  const shown = path
    .split("/")
    .map((segment) =>
      segment === "" || (/^[A-Za-z][\w.-]{0,30}$/.test(segment) && !/\d{4}/.test(segment))
        ? segment
        : placeholder,
    );
  return `${origin}${shown.join("/")}`;
};
