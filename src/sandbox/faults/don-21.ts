import type { OperationId } from "../../generated/operations.ts";
import { defineFault, type Fault, type FaultSurroundings, type Incoming } from "./fault.ts";
import { json } from "./support/answers.ts";
import { anonymous, asMain, bears, isMeantFor, mainCredential, credential } from "./support/credentials.ts";
import { lists, paged, queries, referenceLists, replacements } from "./support/donation-operations.ts";
import { presenting } from "./support/wrappers.ts";

type Wrap = Fault["wrap"];

type Who = (incoming: Incoming, surroundings: FaultSurroundings) => boolean;

/** Lets requests of some operations by certain callers pass as the main token. */
const admitting =
  (operations: readonly OperationId[], who: Who): Wrap =>
  (next, surroundings) =>
  (incoming) =>
    next(
      isMeantFor(incoming, operations) && who(incoming, surroundings)
        ? asMain(incoming, surroundings, "donation")
        : incoming,
    );

const revoked: Who = (incoming, surroundings) => bears(incoming, surroundings, "donation", "revokedToken");

const header = ({ headers }: Incoming): string => headers.get("authorization") ?? "";

export const faults: readonly Fault[] = [
  defineFault({
    id: "donation-is-open",
    fact: "DON-21",
    grade: "gross",
    title: "No donation endpoint asks for a credential",
    wrap: admitting(
      [...paged, ...referenceLists, ...replacements, "getQueryOptions", "getQueryList"],
      anonymous,
    ),
  }),
  defineFault({
    id: "premium-list-is-open",
    fact: "DON-21",
    grade: "structural",
    title: "The list of premiums asks for no credential",
    wrap: admitting(["listPremiums"], anonymous),
  }),
  defineFault({
    id: "query-options-are-open",
    fact: "DON-21",
    grade: "structural",
    title: "Query options ask for no credential",
    wrap: admitting(["getQueryOptions"], anonymous),
  }),
  defineFault({
    id: "segment-replacement-is-open",
    fact: "DON-21",
    grade: "structural",
    title: "Replacing a segment asks for no credential",
    wrap: admitting(["replaceSegment"], anonymous),
  }),
  defineFault({
    id: "nobody-gets-an-empty-page",
    fact: "DON-21",
    grade: "structural",
    title: "Without a credential the lists answer an empty page in place of a refusal",
    wrap: (next) => async (incoming) =>
      isMeantFor(incoming, lists) && !incoming.headers.has("authorization")
        ? json(200, { items: [], total: 0 })
        : next(incoming),
  }),
  defineFault({
    id: "donation-takes-a-token-without-its-scheme",
    fact: "DON-21",
    grade: "structural",
    title: "A token without Bearer before it is accepted",
    wrap: (next, surroundings) => (incoming) =>
      next(
        header(incoming) === mainCredential(surroundings, "donation")
          ? asMain(incoming, surroundings, "donation")
          : incoming,
      ),
  }),
  defineFault({
    id: "any-header-opens-project-list",
    fact: "DON-21",
    grade: "behavioural",
    title: "The list of projects asks whether there is an Authorization header, not what it holds",
    wrap: admitting(["listProjects"], ({ headers }) => headers.has("authorization")),
    drags: { "GEN-04": "A credential of another interface is such a header." },
  }),
  defineFault({
    id: "any-bearer-opens-segment-query",
    fact: "DON-21",
    grade: "behavioural",
    title: "The segment query decodes the token and does not verify it",
    wrap: admitting(["querySegments"], (incoming) => /^Bearer ./.test(header(incoming))),
    drags: { "GEN-04": "A credential of another interface is such a token." },
  }),
  defineFault({
    id: "gift-query-takes-a-revoked-token",
    fact: "DON-21",
    grade: "behavioural",
    title: "The gift query alone accepts a revoked token",
    wrap: admitting(["queryGifts"], revoked),
  }),
  defineFault({
    id: "replacements-take-a-revoked-token",
    fact: "DON-21",
    grade: "behavioural",
    title: "Replacements accept a revoked token, the reads do not",
    wrap: admitting(replacements, revoked),
  }),
  defineFault({
    id: "queries-remember-the-caller-before",
    fact: "DON-21",
    grade: "behavioural",
    title: "The caller before is remembered for queries that come without a credential",
    wrap: (next) => {
      let last: string | undefined;
      return async (incoming) => {
        const outgoing = await next(
          isMeantFor(incoming, queries) && !incoming.headers.has("authorization") && last !== undefined
            ? presenting(incoming, last)
            : incoming,
        );
        if (outgoing.status < 300) last = incoming.headers.get("authorization") ?? last;
        return outgoing;
      };
    },
  }),
  defineFault({
    id: "revoked-donation-token-works-behind-small-letters",
    fact: "DON-21",
    grade: "behavioural",
    title: "A second parser reads bearer in small letters, and knows of no revocation",
    wrap: (next, surroundings) => (incoming) =>
      next(
        incoming.headers.get("authorization") ===
          `bearer ${credential(surroundings, "donation", "revokedToken")}`
          ? asMain(incoming, surroundings, "donation")
          : incoming,
      ),
  }),
];
