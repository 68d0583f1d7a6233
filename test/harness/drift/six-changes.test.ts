import { expect, test } from "vitest";
import { type Issue, type IssueTracker, syncIssues } from "../../../src/harness/drift/issues.ts";
import { issueText } from "../../../src/harness/reporters/problem-markdown.ts";
import type { DriftGroup, DriftReport } from "../../../src/harness/model/drift.ts";
import { isNightly } from "../../nightly.ts";
import { createWitness, isObject, items, type Json, renamed, rewrite } from "./alterations.ts";
import { type Alter, simulateMonth } from "./month.ts";

const donors = /\/api\/Donor\/(?:list|query)$/i;
const gifts = /\/api\/Gift\/(?:list|query)$/i;
const users = /\/v1\/users(?:\/\d+)?$/;

/** One user, or a page of them. */
const usersIn =
  (change: (user: Json) => Json) =>
  ({ data, ...rest }: Json): unknown => ({
    ...rest,
    data: Array.isArray(data)
      ? data.map((one: unknown) => (isObject(one) ? change(one) : one))
      : isObject(data)
        ? change(data)
        : data,
  });

const problem: Alter = async (response, request) => {
  if (!/\/crm\/api\//.test(new URL(request.url).pathname) || ![401, 404].includes(response.status))
    return response;
  const { status } = response;
  return Response.json({ title: "Refused", status, detail: "See the reference." }, { status });
};

const removed: Alter = (response, request) =>
  /\/api\/Premium\/list$/i.test(new URL(request.url).pathname)
    ? Response.json({ title: "Not Found", status: 404, detail: "There is no such path." }, { status: 404 })
    : response;

interface Change {
  readonly from: number;
  /** Kind, old and new shape of the one entry. */
  readonly entry: string;
  readonly alter: Alter;
}

const schedule: readonly Change[] = [
  {
    from: 4,
    entry: "field-renamed: crmKey: string → externalKey: string",
    alter: rewrite(donors, 200, items(renamed("crmKey", "externalKey"))),
  },
  {
    from: 8,
    entry: "type-changed: integer → string",
    alter: rewrite(
      donors,
      200,
      items((item) => ({ ...item, giftCount: String(item["giftCount"]) })),
    ),
  },
  { from: 12, entry: "error-form-changed: error-envelope → problem", alter: problem },
  {
    from: 16,
    entry: "field-added: absent → nickname: string",
    alter: rewrite(
      users,
      200,
      usersIn((user) => ({ ...user, nickname: "x" })),
    ),
  },
  {
    from: 20,
    entry: "null-appeared: string → string or null",
    alter: rewrite(
      gifts,
      200,
      items((item) => (Number(item["id"]) % 9 === 0 ? { ...item, createdDate: null } : item)),
    ),
  },
  { from: 25, entry: "operation-removed: served → 404", alter: removed },
];

const checks = [
  "contact-is-read-by-id",
  "contact-method-types-are-listed",
  "crm-credential-is-required-to-read",
  "donor-details-are-embedded",
  "list-parameters-are-taken",
  "page-total-is-stable",
  "queries-answer-pages",
  "reference-lists-answer",
  "troublesome-contact-ids-find-nothing",
  "user-is-read-by-id",
  "users-are-listed",
  "webhook-is-read-by-id",
];

const entryOf = ({ kind, before, now }: DriftGroup): string => `${kind}: ${before} → ${now}`;

const groupsOf = ({ results }: DriftReport): readonly DriftGroup[] => results.flatMap(({ groups }) => groups);

/** An issue tracker in memory. */
const trackerOf = (issues: Issue[]): IssueTracker => ({
  list: async () => issues,
  open: async (title, body) => void issues.push({ number: issues.length + 1, title, body, isOpen: true }),
  change: async (number, change) => {
    const issue = issues[number - 1];
    if (issue === undefined) throw new Error(`there is no issue ${number}`);
    issues[number - 1] = { ...issue, ...change };
  },
});

/** Issues that were opened by each run, one after the other. */
const issuesOf = async (reports: readonly DriftReport[]) => {
  const issues: Issue[] = [];
  const opened: number[] = [];
  for (const report of reports) {
    const sync = await syncIssues(report, trackerOf(issues), (problem, targets, elsewhere) =>
      issueText(problem, targets, elsewhere, { typesPackage: "the-types" }),
    );
    expect(sync.failure).toBeUndefined();
    opened.push(sync.opened);
  }
  return { issues, opened };
};

/** Operations that two runs in a row left out. */
const leftOutTwice = (reports: readonly DriftReport[]): readonly string[] => {
  const left = reports.map(({ results }) => results.flatMap(({ notSampled }) => notSampled));
  return left.flatMap((some, at) => some.filter((one) => left[at - 1]?.includes(one)));
};

// A usual run has the month of twelve changes.
test.runIf(isNightly)(
  "thirty runs with six changes of the platform: six entries, each on the first run that could show it",
  async () => {
    const witness = createWitness();
    const { reports } = await simulateMonth({
      runs: 30,
      scale: () => 60,
      seed: (run) => 20_000 + 7 * run,
      checks,
      alter: (run) =>
        schedule
          .filter(({ from }) => run >= from)
          .map(({ entry, alter }) => witness.watch(entry, alter, run)),
    });
    const entries = reports.flatMap((report, at) =>
      groupsOf(report)
        .filter(({ state }) => state === "new")
        .map((group) => `${at + 1} ${entryOf(group)}`),
    );
    // A breaking change arrives confirmed: the run asks for it again at once.
    const fresh = reports.flatMap(groupsOf).filter(({ state }) => state === "new");
    expect(fresh.map(({ confidence }) => confidence)).toEqual(schedule.map(() => "confirmed"));
    expect(leftOutTwice(reports)).toEqual([]);

    const { issues, opened } = await issuesOf(reports);
    const firstRuns = schedule.map(({ entry }) => witness.firstRun(entry));
    expect(opened).toEqual(reports.map((_, at) => (firstRuns.includes(at + 1) ? 1 : 0)));
    expect(issues.map(({ isOpen }) => isOpen)).toEqual(schedule.map(() => true));
    for (const { title, body } of issues) {
      expect(title).toMatch(/^(?:crm|donation|volunteer): /);
      for (const part of ["**What to do:** ", "| since |", "| target |", "curl -i ", "tripact drift accept "])
        expect(body).toContain(part);
    }
    expect(entries).toEqual(schedule.map(({ entry }) => `${witness.firstRun(entry)} ${entry}`));
  },
);
