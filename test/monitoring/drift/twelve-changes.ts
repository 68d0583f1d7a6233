import { everywhere, type Json, ofItems, renamed, rewrite, slow, without } from "./alterations.ts";
import type { Alter } from "./month.ts";

/** Checks that read what is changed. */
export const checks = [
  "combinations-hold",
  "contact-is-read-by-id",
  "donation-credential-is-required-to-read",
  "donation-error-envelope",
  "donor-details-are-embedded",
  "list-parameters-are-taken",
  "page-agrees-with-its-total",
  "page-envelope",
  "page-total-is-stable",
  "queries-answer-pages",
  "reference-lists-answer",
  "troublesome-contact-ids-find-nothing",
  "users-are-listed",
] as const;

const donation = /\/donation\/api\//;
const donors = /\/api\/Donor\/(?:list|query)$/i;
const campaigns = /\/api\/Campaign\/list$/i;

const inAnswers = (change: (object: Json) => Json): Alter =>
  rewrite(donation, 200, (body) => everywhere(change)(body));

const moment = /^(\d{4})-(\d\d)-(\d\d)T(\d\d:\d\d:\d\d)(?:\.\d+)?Z$/;

const inTotals = (change: (total: number) => unknown): Alter =>
  rewrite(donation, 200, (body) =>
    typeof body["total"] === "number" ? { ...body, total: change(body["total"]) } : body,
  );

/** Answers in place of those below a path, or of a part of them that has nothing to do with what is asked. */
const instead = (path: RegExp, status: number, part = 1): Alter => {
  const askedBy = new WeakMap<object, number>();
  return (response, request, run = askedBy) => {
    if (!path.test(new URL(request.url).pathname)) return response;
    const asked = (askedBy.get(run) ?? 0) + 1;
    askedBy.set(run, asked);
    // The golden ratio spreads them evenly, whoever else asks meanwhile.
    const isMeant = (asked * 0.618_033_988_75) % 1 < part;
    return isMeant ? new Response("No.", { status, headers: { "content-type": "text/plain" } }) : response;
  };
};

const tiers = ["gold", "silver", "bronze"];

/** In force in every run: a text that the OpenAPI documents do not know, and that takes three values. */
export const always: Alter = ofItems(donors, (donor) => ({ ...donor, tier: tiers[Number(donor["id"]) % 3] }));

export interface PlatformChange {
  readonly name: string;
  readonly alter: Alter;
  /** What the one problem of it says. */
  readonly what: RegExp;
  /** Whether something cannot be judged while it is in force. */
  readonly isBlind?: true;
}

/** What a platform may do, each as its one problem says it; the last two come at once. */
export const changes: readonly PlatformChange[] = [
  {
    name: "an interface answers 404",
    alter: instead(/^\/volunteer\//, 404),
    what: /volunteer/,
    isBlind: true,
  },
  { name: "a wrong total", alter: inTotals((total) => total + 1), what: /total/ },
  {
    name: "a field renamed in all models",
    alter: inAnswers(renamed("modifiedDate", "changedAt")),
    what: /^`modifiedDate` is now called `changedAt` in /,
  },
  {
    name: "another notation of dates",
    alter: inAnswers((object) =>
      Object.fromEntries(
        Object.entries(object).map(([name, value]) => [
          name,
          typeof value === "string" ? value.replace(moment, "$3/$2/$1 $4") : value,
        ]),
      ),
    ),
    what: /utc-date-time, has the form/,
  },
  { name: "a total as text", alter: inTotals(String), what: /total`, so far integer, is string$/ },
  { name: "tokens have expired", alter: instead(/^\/volunteer\//, 401), what: /volunteer/, isBlind: true },
  {
    name: "400 in place of 404",
    alter: async (response, request) =>
      /\/crm\/api\/Contact\/[^/]+$/.test(new URL(request.url).pathname) && response.status === 404
        ? new Response(await response.text(), { status: 400, headers: response.headers })
        : response,
    what: /answered with 404, is answered with 400$/,
  },
  { name: "slow answers", alter: slow(donation, 5000), what: /^Answers, so far/ },
  {
    name: "500 in half of the answers",
    alter: instead(donation, 500, 0.5),
    what: /donation/,
    isBlind: true,
  },
  {
    name: "a new value in a third of the records",
    alter: ofItems(donors, (donor) =>
      Number(donor["id"]) % 3 === 0 ? { ...donor, tier: "platinum" } : donor,
    ),
    what: /tier`, so far one of 3 values, can be another value$/,
  },
  {
    name: "a field gone",
    alter: ofItems(campaigns, without("name")),
    what: /name` is gone$/,
  },
  {
    name: "a number as text",
    alter: ofItems(donors, (donor) => ({ ...donor, giftCount: String(donor["giftCount"]) })),
    what: /giftCount`, so far integer, is string$/,
  },
];

/** Of how many runs. */
export const monthOfRuns = 30;

const quietRuns = 4;

/** The first run of each change: it stays for two, and the last two come at once. */
export const firstRunOf = (change: PlatformChange): number =>
  quietRuns + 1 + 2 * Math.min(changes.indexOf(change), changes.length - 2);

export const inForce = (run: number): readonly PlatformChange[] =>
  changes.filter((change) => run >= firstRunOf(change) && run < firstRunOf(change) + 2);
