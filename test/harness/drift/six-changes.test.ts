import { expect, test } from "vitest";
import type { DriftGroup, DriftReport } from "../../../src/harness/model/drift.ts";
import { createWitness, isObject, items, type Json, rewrite } from "./alterations.ts";
import { type Alter, simulateMonth } from "./month.ts";

/** The same field under another name, where it was. */
const renamed =
  (from: string, to: string) =>
  (item: Json): Json =>
    Object.fromEntries(Object.entries(item).map(([name, value]) => [name === from ? to : name, value]));

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

test("thirty runs with six changes of the platform: six entries, each on the first run that could show it", async () => {
  const witness = createWitness();
  const { reports } = await simulateMonth({
    nights: 30,
    scale: () => 120,
    seed: (run) => 20_000 + 7 * run,
    checks,
    alter: (run) =>
      schedule.filter(({ from }) => run >= from).map(({ entry, alter }) => witness.watch(entry, alter, run)),
  });
  const entries = reports.flatMap((report, at) =>
    groupsOf(report)
      .filter(({ state }) => state === "new")
      .map((group) => `${at + 1} ${entryOf(group)}`),
  );
  // A breaking change arrives confirmed: the run asks for it again at once.
  const fresh = reports.flatMap(groupsOf).filter(({ state }) => state === "new");
  expect(fresh.map(({ confidence }) => confidence)).toEqual(schedule.map(() => "confirmed"));
  expect(entries).toEqual(schedule.map(({ entry }) => `${witness.firstNight(entry)} ${entry}`));
});
