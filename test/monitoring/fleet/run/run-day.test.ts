import { expect, test } from "vitest";
import { NoSecrets } from "../../../../src/monitoring/fleet/file/resolve-secrets.ts";
import type { Organization } from "../../../../src/monitoring/fleet/file/fleet-file.ts";
import type { RunContext } from "../../../../src/monitoring/fleet/run/check-organization.ts";
import { runDay } from "../../../../src/monitoring/fleet/run/run-day.ts";
import { dayOf } from "../fleet-runs.ts";
import { openRuns, organizationOf, runContext } from "./run-context.ts";

/** Runs organizations on a day of January. */
const runOn = (
  context: RunContext,
  organizations: readonly Organization[],
  day: number,
  more: Partial<Parameters<typeof runDay>[1]> = {},
) =>
  runDay(organizations, {
    ...context,
    day: dayOf(day),
    slots: 1,
    windowMs: 1000,
    noWait: false,
    signal: new AbortController().signal,
    onReport: () => undefined,
    onWait: () => undefined,
    ...more,
  });

test("each run of an organization is given what those before it have tried", async () => {
  const { database } = await openRuns();
  const given: number[][] = [];
  const usual = runContext(database);
  const context = runContext(database, {
    async read(config, order) {
      const { end, results } = await usual.read(config, order);
      given.push((await order.earlier.tried("north")).map(({ times }) => times));
      const steps = [{ check: "", before: "", step: "turn", times: 1 }];
      return { end: { ...end, tried: { by: "north", steps } }, results };
    },
  });
  for (const day of [1, 2, 3]) await runOn(context, [organizationOf("north")], day);
  expect(given).toEqual([[], [1], [2]]);
});

test("an organization that the program fails at fails alone, and is paused on the third day", async () => {
  const { database, repository } = await openRuns();
  const usual = runContext(database);
  const context = runContext(database, {
    read: (config, order) =>
      config.baseUrls["donation"]?.endsWith("poison") === true
        ? Promise.reject(new TypeError("of no use: Jane Doe"))
        : usual.read(config, order),
  });
  const organizations = ["north", "poison", "south"].map(organizationOf);
  await repository.list(organizations);
  for (const day of [1, 2, 3]) {
    await runOn(context, organizations, day, { slots: 2 });
    expect(await repository.status(dayOf(day))).toMatchObject({
      done: 2,
      failures: [{ organization: "poison", cause: "dead", reason: "this is a bug (TypeError)" }],
    });
  }
  const paused = (await repository.organizations()).filter((one) => one.paused !== undefined);
  expect(paused.map(({ name }) => name)).toEqual(["poison"]);
});

test("an organization with the credential of another is not run, and no request is sent for it", async () => {
  const { database, repository } = await openRuns();
  const organizations = ["north", "south"].map(organizationOf);
  await repository.list(organizations);
  const asked: unknown[] = [];
  const usual = runContext(database);
  const readText = async (): Promise<string> =>
    'interfaces: { donation: { baseUrl: "https://d.example.org", credentials: { token: "${TOKEN}" } } }';
  const context = runContext(database, {
    inputs: { ...usual.inputs, readText },
    resolve: async () => ({ TOKEN: "t0ken-of-one" }),
    read(config, order) {
      asked.push(config.baseUrls);
      return usual.read(config, order);
    },
  });
  await runOn(context, organizations, 1);
  expect(await repository.status(dayOf(1))).toMatchObject({
    done: 1,
    failures: [
      {
        cause: "dead",
        reason: expect.stringMatching(
          /(north and south|south and north) have the same credential for donation at the same address/,
        ),
      },
    ],
  });
  expect(asked).toHaveLength(1);
  const shared = organizations.map((one) => ({ ...one, account: "both" }));
  await runOn(context, shared, 2);
  expect(await repository.status(dayOf(2))).toMatchObject({ done: 2, failures: [] });
});

test("a source of secrets that is away is asked for twenty organizations, and the others are not run", async () => {
  const { database, repository } = await openRuns();
  const organizations = Array.from({ length: 22 }, (_, index) => organizationOf(`o-${index}`));
  await repository.list(organizations);
  let asked = 0;
  const context = runContext(database, {
    async resolve() {
      asked += 1;
      throw new NoSecrets("vault is away");
    },
  });
  const results: unknown[] = [];
  await runOn(context, organizations, 1, { onReport: ({ result }) => results.push(result) });
  expect(asked).toBe(20);
  expect(results).toEqual(organizations.map(() => ({ kind: "not-run", reason: "vault is away" })));
});

test.each([
  [
    "has sent all that it was granted is done: the next one goes on with the rest",
    10_000,
    { done: 1, failures: [] },
  ],
  [
    "was stopped before that has failed: something could not be judged",
    9_999,
    { done: 0, failures: [{ organization: "north", cause: "budget", reason: "waited for too long" }] },
  ],
])("a run that %s", async (_, requests, status) => {
  const { database, repository } = await openRuns();
  const usual = runContext(database);
  const context = runContext(database, {
    async read(config, order) {
      const { end, results } = await usual.read(config, order);
      const failure = { cause: "budget", reason: "waited for too long" } as const;
      return { end: { ...end, requests, failure, complete: false }, results };
    },
  });
  const north = { ...organizationOf("north"), safety: { perHour: 10_000, maxRequests: 10_000 } };
  await runOn(context, [north], 1);
  expect(await repository.status(dayOf(1))).toMatchObject(status);
});
