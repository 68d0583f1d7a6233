import { contract } from "../../src/inputs/contract.ts";
import { isNightly } from "../nightly.ts";
import { beforeAll, describe, expect, test } from "vitest";
import { observers } from "../../src/checks/generated/checks.ts";
import { unknowns } from "../../src/builtin/generated/registry.ts";
import { type Exchange, callName, responseOf } from "../../src/core/model/exchange.ts";
import { interfaceNames } from "../../src/builtin/interface-name.ts";
import type { Observer } from "../../src/core/model/observer.ts";
import type { Report } from "../../src/core/model/report.ts";
import { assumptionKeys, parseAssumptions } from "../../src/sandbox/assumptions/assumptions.ts";
import { createSandbox, inProcessOrigin } from "../../src/sandbox/sandbox.ts";
import { reportOf } from "../report-of.ts";
import { sandboxRun, sandboxTarget } from "../sandbox-run.ts";

/** What a setting of the sandbox must look like to a run that does not know it. */
interface Expectation {
  readonly setting: string;
  readonly observed: RegExp;
  /** The unknown it shows under, where its key names another one or none. */
  readonly unknown?: string;
}

/** What the defaults look like. No sentence of a switched run may fit its own default's. */
const byDefault: readonly Expectation[] = [
  { setting: "U-01=empty", observed: /Contact, \d+ seen: missing at times: lastGiftDate, address,/ },
  { setting: "U-04=completed-dismissed", observed: /Open became Completed/ },
  { setting: "U-05=known", observed: /Attendees answers 200/ },
  { setting: "U-06=known", observed: /POST \/api\/Webhook answers 200/ },
  { setting: "U-07=known", observed: /POST \/api\/Gift answers 200/ },
  { setting: "U-08=number-or-text", observed: /as string is taken; an amount sent as number is taken/ },
  { setting: "U-24=canonical", observed: /^canonical body: [^;]*$/ },
  { setting: "U-27=5000", observed: /announce: 5000 in/ },
  { setting: "U-35=exact", observed: /every field of the Contact model$/ },
  { setting: "U-36=rotate", observed: /rotates the refresh token; .* 401$/ },
  { setting: "U-02.details=pascal", observed: /DonorAddresses/ },
  { setting: "U-10=contains", observed: /as if anywhere were enough/ },
  { setting: "U-11=nested", observed: /operatorOptions array of \{operator/ },
  { setting: "U-12=value", observed: /a condition's value narrows/ },
  { setting: "U-13=identity", observed: /two bounds to operators 12, 13(?!\d)/ },
  { setting: "U-14=and-is-0", observed: /conjunct 0 behaves as AND/ },
  { setting: "U-15=identity", observed: /queryGifts takes query type 3/ },
  { setting: "U-16.answer=record", observed: /replaceSegment answers 200 with \{/ },
  { setting: "U-25=problem", observed: /a 429 holds \{title, status, detail\}/ },
  { setting: "U-28=5000", observed: /announce: 5000 in/ },
  { setting: "U-30.defaultTake=100", observed: /without Take a page holds 100/ },
  { setting: "U-30.maximumTake=1000", observed: /came as it was asked for: 100(?!\d)/ },
  { setting: "U-17.endpoints=known", observed: /GET \/v1\/groups\/\{id\} answers 200/ },
  { setting: "U-17.upsert=update", observed: /answers the same user/ },
  { setting: "U-17.perPage=15", observed: /without per_page holds 15/ },
  { setting: "U-26=message-errors", observed: /422 hold \{message, errors by field\}/ },
  { setting: "U-29=0", observed: /no answer announces a limit/ },
  { setting: "U-21=single", observed: /one record under its name/ },
];

/** Runs in which several things are switched that do not get into each other's way. */
const switched: readonly (readonly Expectation[])[] = [
  [
    { setting: "U-01=omitted", observed: /Contact, \d+ seen: missing at times: informalName/ },
    { setting: "U-04=closed", observed: /Open became Closed/ },
    { setting: "U-05=none", observed: /Attendees answers 404/ },
    { setting: "U-06=none", observed: /POST \/api\/Webhook answers 404/ },
    { setting: "U-08=number", observed: /as string is refused; an amount sent as number is taken/ },
    { setting: "U-24=mixed", observed: /canonical body: .*; message body: / },
    { setting: "U-27=1500", observed: /announce: 1500 in/ },
    { setting: "U-35=extra", observed: /and \d+ fields more/ },
    { setting: "U-36=keep", observed: /keeps the refresh token/ },
    { setting: "U-02.details=camel", observed: /donorAddresses/ },
    { setting: "U-10=prefix", observed: /at the very beginning of a field/ },
    {
      setting: "U-11=flat",
      observed: /getQueryOptions answers \{queryType, parameters, operators, columns, sortBy\}/,
    },
    { setting: "U-12=needle", observed: /a condition's needle narrows/ },
    { setting: "U-14=and-is-1", observed: /conjunct 1 as AND|conjunct 1 behaves as AND/ },
    { setting: "U-15=permutation:2", observed: /queryGifts takes query type [^3]/ },
    { setting: "U-16.answer=empty", observed: /replaceSegment answers 204 with nothing/ },
    { setting: "U-25=message", observed: /a 429 holds \{message\}/ },
    { setting: "U-28=4321", observed: /announce: 4321 in/ },
    { setting: "U-30.defaultTake=7", observed: /without Take a page holds 7/ },
    { setting: "U-30.maximumTake=40", observed: /Take 100 gives 40/ },
    { setting: "U-21=batched", observed: /a list of models/ },
    { setting: "U-17.perPage=4", observed: /without per_page holds 4/ },
    { setting: "U-17.upsert=create", observed: /makes another one/ },
    { setting: "U-26=envelope", observed: /hold \{error \{status, message/ },
    { setting: "U-29=4321", observed: /announce: 4321 in/ },
  ],
  [
    { setting: "U-07=none", observed: /POST \/api\/Gift answers 404/ },
    { setting: "U-13=permutation:3", observed: /two bounds to operators (?!12, 13(?!\d))/ },
    { setting: "U-24=legacy", observed: /message body: / },
    { setting: "U-24.unauthorized=text", observed: /text body: / },
    { setting: "U-24.token=oauth", observed: /oauth body: issueToken/ },
    { setting: "U-36=keep-old-working", observed: /rotates the refresh token; .* 200$/ },
    { setting: "U-10=words", observed: /beginning of a word, some of a later one/ },
    { setting: "U-25=text", observed: /a 429 holds text/ },
    { setting: "U-30.maximumTake=40", observed: /came as it was asked for: (?:[1-3]?\d|40);/ },
    { setting: "U-30.beyondMaximum=refuse", observed: /Take 100 is refused/ },
    { setting: "U-26=problem", observed: /hold \{.*title/ },
    { setting: "U-17.endpoints=none", observed: /^(?!.*\/v1\/groups)/ },
    { setting: "U-17.maximumPerPage=3", observed: /per_page 5 gives 3/ },
    { setting: "extraFields=some", unknown: "U-35", observed: /and \d+ fields more/ },
  ],
  [
    { setting: "U-08=text", observed: /as string is taken; an amount sent as number is refused/ },
    { setting: "U-25=empty", observed: /a 429 holds no body/ },
    { setting: "U-26=message", observed: /401, 403, 404, 422 hold \{message\}|422 hold \{message\}/ },
  ],
];

/** A usual run has the first: the others have further values of what it switches, and switch what few requests show. */
const rounds = isNightly ? switched : switched.slice(0, 1);

/** Settings that no request of the suite can distinguish, and why. */
const unseen: Readonly<Record<string, string>> = {
  ties: "no question of the ledger: either order of equal records passes",
  "U-11.labels": "a label is no more than a hint of what an operator means",
  "U-12.missing": "no condition is sent without a value that its operator wants",
  "U-12.unknown":
    "no condition is sent with a property that the target may not know: that is for tripact discover",
  "U-13.case": "no condition is asked twice in another case of letters: that is for tripact discover",
  "U-13.empty": "what an operator means is for tripact discover",
  "U-13.names": "an operator is sent as its integer, as stated",
  "U-13.negation": "what an operator means is for tripact discover",
  "U-13.places": "a single value is sent in its own property alone",
  "U-13.synonyms": "what an operator means is for tripact discover",
  "U-13.unfit": "no condition is sent whose operands do not fit its operator",
  "U-16.project": "sending a project's successors would move gifts",
  "U-17.created": "a success is a success, whichever it is",
  "U-17.members": "members are read back, whatever setting them answers",
  "U-18.maximumAge": "every signature is made the moment it is sent",
  "U-21.header": "a delivery is looked at for what it holds, and its receiver knows the header",
  "U-34": "names are sent as records have them",
  paths: "the suite asks for every path as it is documented",
  removedNoteProperties: "belongs to CRM-27 and to no open question",
};

/** What cannot be seen over HTTP even of a sandbox. */
const neverSeen = ["U-19", "U-20"];

/** Refusals that nobody asked for: what is open may be refused. */
const unasked: readonly RegExp[] = [
  /^listDonors by another field, /,
  /^a refresh with the first token$/,
  /^added again$/,
  /^\d+ (?:again|two-at-once): (?:the same addition again|one of two at once|the other one)$/,
];

/** An observer of everything that passes, refusals that were asked for included. */
const spying = (see: (exchange: Exchange) => void): Observer => ({
  id: "spy",
  unknowns: ["U-01"],
  interfaces: interfaceNames,
  aboutRefusals: true,
  watch: () => ({ see, *observations() {} }),
});

/** Checks of which observers learn nothing that the others do not show them. */
const showNothingNew: readonly string[] = [
  "access-token-works-like-a-key",
  "bad-parameters-are-answered",
  "combinations-hold",
  "contact-methods-have-known-types",
  "credentials-are-not-interchangeable",
  "credentials-are-not-interchangeable-to-write",
  "crm-credential-is-required-to-read",
  "crm-credential-is-required-to-write",
  "crm-revoked-key-is-refused",
  "crm-writes-stay-in-their-organization",
  "donation-credential-is-required-to-read",
  "donation-credential-is-required-to-write",
  "donation-revoked-token-is-refused",
  "donor-details-are-embedded",
  "group-members-are-set",
  "hourly-limit-is-kept",
  "issued-tokens-read-nothing-else",
  "issued-tokens-write-nothing-else",
  "lifetimes-are-kept",
  "listed-names-are-accepted",
  "malformed-query-is-refused",
  "malformed-replacement-is-refused",
  "note-is-replaced-whole",
  "note-texts-are-kept",
  "pages-follow-one-order",
  "query-conditions-are-validated",
  "query-discovery-answers",
  "query-type-is-required",
  "records-are-replaced-whole",
  "reference-lists-answer",
  "reference-read-refuses-bearer",
  "replaced-texts-are-kept",
  "sample-conditions-are-accepted",
  "selected-columns-limit-fields",
  "token-request-is-validated",
  "troublesome-contact-ids-find-nothing",
  "troublesome-user-ids-find-nothing",
  "troublesome-webhook-ids-find-nothing",
  "volunteer-bearer-is-required-to-read",
  "volunteer-bearer-is-required-to-write",
  "volunteer-disabled-token-is-refused-to-write",
  "volunteer-limited-token-is-forbidden-to-write",
  "volunteer-revoked-token-is-refused-to-write",
  "volunteer-suspended-token-is-refused-to-write",
  "volunteer-texts-are-kept",
  "volunteer-writes-stay-in-their-organization",
];

/** The checks of a round in a usual run. Those that search for sequences are left out: they show observers nothing new. */
const showSomething = contract.checks.filter(
  (check) => !("explore" in check) && !showNothingNew.includes(check.id),
);

/** Every check; in a usual run searches for sequences take a few steps of each kind. */
const everyCheck = contract.checks.map((check) =>
  isNightly || !("explore" in check) ? check : { ...check, explore: { ...check.explore, effort: 4 } },
);

const reportOn = async (
  settings: readonly string[],
  {
    spies = [],
    checks = everyCheck,
  }: { readonly spies?: readonly Observer[]; readonly checks?: typeof contract.checks },
): Promise<Report> => {
  const sandbox = createSandbox({
    seed: 1,
    // More than fit a page of which nobody says how long it is.
    scale: 101,
    control: true,
    assumptions: parseAssumptions(settings),
  });
  const events = await sandboxRun(sandbox, {
    observers: [...contract.observers, ...spies],
    // Of checks that are only not chosen, a run asks those that show others something to judge.
    contract: { ...contract, checks },
    target: sandboxTarget(sandbox, inProcessOrigin),
  });
  const report = await reportOf(events);
  await sandbox.close();
  return report;
};

const keyOf = ({ setting }: Expectation): string => setting.slice(0, setting.indexOf("="));

const unknownOf = (expected: Expectation): string => expected.unknown ?? keyOf(expected).slice(0, 4);

const observedIn = (report: Report, id: string): string =>
  report.unknowns.find((one) => one.id === id)?.observed ?? "";

describe("observers", () => {
  let plain: Report;
  const seen: Exchange[] = [];
  beforeAll(async () => {
    plain = await reportOn([], { spies: [spying((exchange) => seen.push(exchange))] });
  });

  test("see every open question that can be seen at all, with evidence", () => {
    const open = plain.unknowns.filter(({ status }) => status === "open").map(({ id }) => id);
    expect(open).toEqual(neverSeen);
    expect(plain.findings).toEqual([]);
    for (const { evidence, status } of plain.unknowns)
      if (status === "observed") expect(evidence).toMatch(/^exchange \d+: [A-Z]+ \/\S* gave \d{3}/);
  });

  test("know which requests are made to be refused, so that they learn nothing false", () => {
    const refused = seen.filter((exchange) => (responseOf(exchange)?.status ?? 0) >= 400);
    const labels = refused
      .filter(({ call }) => call?.expects === undefined)
      .map(({ call }) => (call === undefined ? "" : callName(call)));
    expect(labels.filter((label) => !unasked.some((one) => one.test(label)))).toEqual([]);
    expect(refused.filter(({ call }) => call?.expects === "refusal").length).toBeGreaterThan(100);
    expect(observedIn(plain, "U-12")).toBe("a condition's value narrows a query");
  });

  test.each(byDefault)("see $setting", (expected) => {
    expect(observedIn(plain, unknownOf(expected))).toMatch(expected.observed);
  });

  test.each(rounds.map((round, index) => [index, round] as const))(
    "see what was switched and do not echo it, round %i",
    async (index, round) => {
      const report = await reportOn(
        round.map(({ setting }) => setting),
        isNightly ? {} : { checks: showSomething },
      );
      expect(report.findings).toEqual([]);
      for (const expected of round) {
        const id = unknownOf(expected);
        expect([expected.setting, observedIn(report, id)]).toEqual([
          expected.setting,
          expect.stringMatching(expected.observed),
        ]);
        expect([expected.setting, observedIn(plain, id)]).not.toEqual([
          expected.setting,
          expect.stringMatching(expected.observed),
        ]);
      }
    },
  );

  test("leave out no assumption of the sandbox without a reason", () => {
    const asked = new Set(switched.flat().map(keyOf));
    expect(assumptionKeys.filter((key) => !asked.has(key))).toEqual(
      assumptionKeys.filter((key) => Object.hasOwn(unseen, key)),
    );
  });

  test("are shown checks that exist", () => {
    const known = new Set(contract.checks.map(({ id }) => id));
    expect(showNothingNew.filter((id) => !known.has(id))).toEqual([]);
  });

  test("look at questions that exist", () => {
    const known = new Set(unknowns.map(({ id }) => id));
    expect(observers.flatMap((observer) => observer.unknowns).filter((id) => !known.has(id))).toEqual([]);
  });

  test("the ledger gives the reason why a question stays open", () => {
    for (const id of neverSeen)
      expect(unknowns.find((unknown) => unknown.id === id)?.unseen ?? "").toMatch(/\w+ \w+/);
  });
});
