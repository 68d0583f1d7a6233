import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { atPath } from "../../../src/core/run/at-path.ts";
import { isInterfaceName, type BuiltinInterface } from "../../../src/builtin/interface-name.ts";
import { createSandbox } from "../../../src/sandbox/sandbox.ts";
import { suite } from "../../../src/inputs/suite.ts";
import { configKeysOf } from "../../../src/onboarding/doctor/config-keys.ts";
import { type GivenKeys, gainsOf, judgeableFacts } from "../../../src/onboarding/doctor/judgeable.ts";
import { isNightly, someOf } from "../../nightly.ts";
import { runCli } from "../../entrypoints/cli/run-cli.ts";
import { openWorkspace } from "../../entrypoints/cli/workspace.ts";

const main = {
  crm: "crm.credentials.apiKey",
  donation: "donation.credentials.token",
  volunteer: "volunteer.credentials.token",
};

const interfacesOf = (paths: readonly string[]): readonly BuiltinInterface[] => [
  ...new Set(paths.map((path) => path.split(".")[0] ?? "").filter(isInterfaceName)),
];

/** A configuration with some keys of another. */
const given = (paths: readonly string[], interfaces: object): GivenKeys => {
  const has = (path: string): boolean => paths.some((one) => path === one || path.startsWith(`${one}.`));
  return {
    interfaces: interfacesOf(paths),
    has,
    setting: (path) => (has(path) ? atPath(interfaces, path) : undefined),
  };
};

const whole = createSandbox({ scale: 20 }).config("http://127.0.0.1:1").interfaces;

const everyKey = (["crm", "donation", "volunteer"] as const).flatMap((name) =>
  configKeysOf(name)
    .map(({ path }) => path)
    .filter((path) => atPath(whole, path) !== undefined),
);

/** The same keys as the object that a file holds. */
const objectOf = (paths: readonly string[], interfaces: object): object => {
  const root: Record<string, Record<string, unknown>> = {};
  for (const name of interfacesOf(paths)) root[name] = { baseUrl: atPath(interfaces, `${name}.baseUrl`) };
  for (const path of paths.filter((one) => one !== "safety.writes")) {
    const [name = "", section = "", key] = path.split(".");
    const own = (root[name] ??= {});
    const value = atPath(interfaces, path);
    own[section] = key === undefined ? value : { ...Object(own[section]), [key]: value };
  }
  return root;
};

/** A usual run takes the first and the last that writes nothing: what it leaves out lies between them. */
const configurations: readonly (readonly [what: string, paths: readonly string[]])[] = [
  ["a CRM and its key", [main.crm]],
  ["a CRM with the records that init finds", [main.crm, "crm.records.contactId", "crm.records.webhookId"]],
  ["an account in place of a key", [main.crm, "crm.credentials.password", "crm.credentials.twoFactor"]],
  ["two interfaces", [main.crm, main.donation]],
  ["three interfaces", Object.values(main)],
  ["everything, to be read", everyKey],
  ["everything, to be written", [...everyKey, "safety.writes"]],
];

test.each(someOf(configurations, configurations.length - 2))(
  "a run judges the facts that are counted before it: %s",
  async (_, paths) => {
    const { served, cwd, env } = await openWorkspace();
    const { interfaces } = served.config;
    const writes = paths.includes("safety.writes");
    const maxRequests = (isNightly ? 300 : 150) + (writes ? 200 : 0);
    const safety = { writes, perSecond: 1000, perHour: 5000, maxRequests };
    writeFileSync(join(cwd, "c.json"), JSON.stringify({ interfaces: objectOf(paths, interfaces), safety }));
    const { out } = await runCli("check --config c.json --json", { cwd, env });
    const facts: readonly { readonly id: string; readonly status: string }[] = JSON.parse(out).facts;
    const judged = facts.filter(({ status }) => status !== "skipped").map(({ id }) => id);
    expect([...judgeableFacts(suite, given(paths, interfaces))].toSorted()).toEqual(judged.toSorted());
  },
);

const few = [main.crm, "crm.records.contactId"];

const gains = gainsOf(
  suite,
  given(few, whole),
  everyKey.map((path) => ({ path, value: atPath(whole, path) })),
);

test.each([
  ["crm.credentials.limitedApiKey", [], ["CRM-39"]],
  ["crm.records.webhookId", [], ["CRM-15", "CRM-25"]],
  ["crm.records.privateContactId", ["crm.credentials.noPrivateApiKey"], ["CRM-02"]],
  [
    "crm.scratch.contactIndividualId",
    ["crm.scratch.eventId", "safety.writes"],
    ["CRM-07", "CRM-14", "CRM-24", "CRM-45"],
  ],
  ["crm.credentials.hmac", [], []],
])("%s adds with %j %j", (key, others, facts) => {
  const gain = gains.find(({ path }) => path === key);
  expect(gain?.others).toEqual(others);
  expect(gain?.facts.toSorted()).toEqual(facts);
});

test("every key that is not given is listed once, with facts that cannot be judged without it", () => {
  const now = judgeableFacts(suite, given(few, whole));
  expect(gains.map(({ path }) => path).toSorted()).toEqual(
    everyKey.filter((path) => !few.includes(path)).toSorted(),
  );
  for (const gain of gains) expect(gain.facts.filter((id) => now.has(id))).toEqual([]);
});

test("operations that are not served show nothing", () => {
  const all = given(few, whole);
  const without = judgeableFacts(suite, { ...all, serves: (id) => id !== "getContact" });
  expect(judgeableFacts(suite, all).has("CRM-22")).toBe(true);
  expect(without.has("CRM-22")).toBe(false);
  expect(without.has("CRM-01")).toBe(false);
  expect(without.has("CRM-23")).toBe(true);
});

test("of a check that is for several facts, those count that its plan can show", () => {
  const account = ["crm.credentials.password", "crm.credentials.twoFactor"];
  const shownWith = (...more: readonly string[]): readonly string[] => {
    const facts = judgeableFacts(suite, given([...account, ...more], whole));
    return ["CRM-21", "CRM-30", "GEN-04"].filter((id) => facts.has(id));
  };
  expect(shownWith()).toEqual(["CRM-30"]);
  expect(shownWith("crm.records.referenceId")).toEqual(["CRM-21", "CRM-30"]);
  expect(shownWith(main.donation)).toEqual(["CRM-30", "GEN-04"]);
});
