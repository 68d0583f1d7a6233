import { faultsOf } from "./fault.ts";
import {
  alsoFinding,
  asBasicPassword,
  attaching,
  cutting,
  disclosing,
  inCookie,
  inHeader,
  inQuery,
  quoting,
  recalling,
  rememberingTheCaller,
  trusting,
} from "./support/admission.ts";
import { jsonAnswer } from "./support/answers.ts";
import {
  anonymous,
  bearerOf,
  behindSmallLetters,
  inAnotherCase,
  mainCredential,
  presentsHeader,
  withoutItsEnd,
  withoutScheme,
} from "./support/credentials.ts";
import { discovery, lists, paged, queries, referenceLists, replacements } from "./support/names.ts";
import { searches, withDetails } from "./support/pages.ts";
import { sentBody } from "./support/requests.ts";
import { admitting, instead } from "./support/rows.ts";
import { rightAfter } from "./support/rules.ts";

const everywhere = [...paged, ...referenceLists, ...replacements, ...discovery] as const;

const isRevoked = bearerOf("revokedToken");

export const faults = faultsOf("DON-21", {
  gross: {
    "donation-is-open": ["No donation endpoint asks for a credential", admitting(everywhere, anonymous)],
  },
  structural: {
    "premium-list-is-open": [
      "The list of premiums asks for no credential",
      admitting("listPremiums", anonymous),
    ],
    "query-options-are-open": [
      "Query options ask for no credential",
      admitting("getQueryOptions", anonymous),
    ],
    "segment-replacement-is-open": [
      "Replacing a segment asks for no credential",
      admitting("replaceSegment", anonymous),
    ],
    "nobody-gets-an-empty-page": [
      "Without a credential the lists answer an empty page in place of a refusal",
      instead(lists, jsonAnswer(200, { items: [], total: 0 }), anonymous),
    ],
    "donation-takes-a-token-without-its-scheme": [
      "A token without Bearer before it is accepted",
      admitting(everywhere, withoutScheme),
    ],
  },
  behavioural: {
    "gift-queries-take-a-token-in-their-body": [
      "A query of gifts is let in by a token among its properties",
      admitting(
        "queryGifts",
        (incoming, here) => sentBody(incoming)["access_token"] === mainCredential(here, "donation"),
      ),
    ],
    "segments-are-replaced-without-a-token-after-one-with": [
      "After a replacement with a token one without is taken",
      admitting("replaceSegment", anonymous, rightAfter("replaceSegment")),
    ],
    "saved-queries-are-listed-without-a-token-after-one-with": [
      "After the saved queries were read with a token they are read without",
      admitting("getQueryList", anonymous, rightAfter("getQueryList")),
    ],
    "premiums-take-a-jwt-in-the-address": [
      "The list of premiums takes a token in the query parameter jwt",
      alsoFinding("listPremiums", inQuery("jwt")),
    ],
    "lists-take-a-token-in-the-address": [
      "The lists take a token in the query parameter access_token",
      alsoFinding(lists, inQuery("access_token")),
    ],
    "queries-take-a-header-of-their-own": [
      "The queries take a token in X-Api-Key",
      alsoFinding(queries, inHeader("X-Api-Key")),
    ],
    "discovery-takes-a-session": [
      "Options and lists of queries take a token in the cookie session",
      alsoFinding(discovery, inCookie("session")),
    ],
    "replacements-take-a-token-as-the-password": [
      "Records are replaced by whoever has the token as the password of Basic credentials",
      alsoFinding(replacements, asBasicPassword),
    ],
    "words-behind-a-donation-token-are-left-out": [
      "What follows a space is no part of the token",
      cutting([...paged, ...referenceLists], /^Bearer (\S+) /),
    ],
    "reference-lists-know-a-token-by-its-beginning": [
      "The reference lists take a text that begins with a token",
      trusting(referenceLists, (token, main) => token !== main && token.startsWith(main)),
    ],
    "any-header-opens-project-list": [
      "The list of projects asks whether there is an Authorization header, not what it holds",
      admitting("listProjects", ({ headers }) => headers.has("authorization")),
      { alsoBreaks: { "GEN-04": "A credential of another interface is such a header." } },
    ],
    "any-bearer-opens-segment-query": [
      "The segment query decodes the token and does not verify it",
      admitting("querySegments", presentsHeader(/^Bearer ./)),
      { alsoBreaks: { "GEN-04": "A credential of another interface is such a token." } },
    ],
    "gift-query-takes-a-revoked-token": [
      "The gift query alone accepts a revoked token",
      admitting("queryGifts", isRevoked),
    ],
    "replacements-take-a-revoked-token": [
      "Replacements accept a revoked token, the reads do not",
      admitting(replacements, isRevoked),
    ],
    "queries-remember-the-caller-before": [
      "The caller before is remembered for queries that come without a credential",
      rememberingTheCaller(queries),
    ],
    "revoked-donation-token-works-behind-small-letters": [
      "A second parser reads bearer in small letters, and knows of no revocation",
      admitting(everywhere, behindSmallLetters("revokedToken")),
    ],
    "nobody-is-shown-the-page": [
      "The refusal of a list or query without a token carries the page",
      disclosing(paged, anonymous, attaching("page")),
    ],
    "revoked-tokens-are-shown-the-first-donor": [
      "The refusal of a revoked token names the first donor",
      disclosing(["listDonors", "queryDonors"], isRevoked, quoting("detail", "items/0/email")),
    ],
    "refused-replacements-name-the-record": [
      "The refusal of a replacement without a token names the record",
      recalling(replacements, anonymous, quoting("detail", "name")),
    ],
    "details-are-embedded-for-revoked-tokens": [
      "A page with details takes a revoked token",
      admitting(paged, withDetails, isRevoked),
    ],
    "filtered-lists-are-open": [
      "A list with a filter asks for no credential",
      admitting(lists, searches, anonymous),
    ],
    "queries-with-groups-are-open": [
      "A query with conditions asks for no credential",
      admitting(queries, ({ body }) => body?.includes("groups") === true, anonymous),
    ],
    "tokens-may-lack-their-end": [
      "A donation token is compared as far as it was sent",
      admitting(everywhere, withoutItsEnd),
    ],
    "donation-tokens-have-no-letter-case": [
      "A donation token is compared without regard to case",
      admitting(everywhere, inAnotherCase),
    ],
  },
});
