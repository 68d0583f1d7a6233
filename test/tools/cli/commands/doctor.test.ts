import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { facts as registered } from "../../../../src/contract/generated/registry.ts";
import { type Desk, openDesk, smallProvider } from "../../onboarding/kit.ts";
import { runCli } from "../run-cli.ts";

interface Written {
  readonly interfaces?: object;
  readonly file?: string;
}

const doctor = async (
  desk: Desk,
  { interfaces = desk.served.config.interfaces }: Written,
  ...args: readonly string[]
) => {
  writeFileSync(join(desk.cwd, "c.json"), JSON.stringify({ interfaces }));
  return runCli(["doctor", "--config", "c.json", ...args], { cwd: desk.cwd, env: desk.env });
};

/** The interfaces of the sandbox with one value of a part in place of another. */
const changed = (
  desk: Desk,
  name: "crm" | "donation" | "volunteer",
  part: string,
  values: object,
): object => {
  const { [name]: own } = desk.served.config.interfaces;
  return { [name]: { ...own, [part]: { ...Object(own[part]), ...values } } };
};

test("everything that the sandbox says of itself is so", async () => {
  const desk = await openDesk();
  const { code, out } = await doctor(desk, {}, "--json");
  const { interfaces, facts } = JSON.parse(out);
  expect(code).toBe(0);
  expect(facts).toMatchObject({ total: registered.length });
  for (const { keys, credential, operations } of interfaces) {
    expect(credential.state).toBe("accepted");
    expect(operations.notServed).toEqual([]);
    expect(keys.filter(({ ok }: { readonly ok?: boolean }) => ok === false)).toEqual([]);
  }
  expect(interfaces[0].keys).toContainEqual({ key: "crm.credentials.revokedApiKey", ok: true, seen: "401" });
  expect(interfaces[0].keys).toContainEqual({ key: "crm.records.referenceId", ok: true, seen: "found" });
});

test("one screen tells of an interface", async () => {
  const desk = await openDesk();
  const { crm } = desk.served.config.interfaces;
  const { apiKey } = crm.credentials;
  const { out } = await doctor(desk, {
    interfaces: { crm: { baseUrl: crm.baseUrl, credentials: { apiKey } } },
  });
  expect(
    out
      .replaceAll(crm.baseUrl, "ADDRESS")
      .replace(/clock .*/, "clock …")
      .replace(` of ${registered.length} `, " of ALL "),
  ).toMatchInlineSnapshot(`
    "✓ crm  ADDRESS
      connection   reachable, without TLS on this machine
      credential   apiKey accepted
      limits       x-ratelimit-limit: 5000
      clock …
      operations   4 served, 3 that no read shows
      facts        8 can be judged now
                   +8 facts: records.contactId (1 is one)
                   +7 facts: credentials.password
                   +5 facts: credentials.twoFactor
                   +2 facts: records.webhookId (1 is one)
                   +1 fact: credentials.limitedApiKey
                   +1 fact: credentials.revokedApiKey
                   +1 fact: credentials.exhaustedApiKey
                   +1 fact: records.referenceId
                   +1 fact: records.otherOrganizationContactId
                   +1 fact: records.otherOrganizationWebhookId
                   +8 facts with privateContactId: credentials.noPrivateApiKey
                   +8 facts with noPrivateApiKey: records.privateContactId
                   +1 fact with safety.writes: scratch.noteId
                   +1 fact with safety.writes: scratch.eventId
                   +8 facts with noteId and safety.writes: scratch.noteType
                   +4 facts with eventId and safety.writes: scratch.contactIndividualId
                   +1 fact with noteId and noteType and otherOrganizationNoteId and safety.writes:
                   credentials.otherOrganizationApiKey
                   +1 fact with noteId and noteType and otherOrganizationApiKey and safety.writes:
                   scratch.otherOrganizationNoteId

    8 of ALL facts can be judged now
    "
  `);
});

test.each([
  [
    "crm",
    "credentials",
    { revokedApiKey: "apiKey" },
    "crm.credentials.revokedApiKey",
    "200, where a revoked key gets 401",
  ],
  ["crm", "records", { contactId: 999_999 }, "crm.records.contactId", "not there (404)"],
  ["crm", "records", { privateContactId: 1 }, "crm.records.privateContactId", "there, but not private"],
  [
    "crm",
    "records",
    { otherOrganizationContactId: 1 },
    "crm.records.otherOrganizationContactId",
    "200: the main credential reads it",
  ],
  ["volunteer", "records", { userId: 999_999 }, "volunteer.records.userId", "not there (404)"],
  ["volunteer", "credentials", { limitedToken: "wrong" }, "volunteer.credentials.limitedToken", "401, where"],
] as const)("%s.%s %j is not what it says: exit code 2", async (name, part, values, key, seen) => {
  const desk = await openDesk();
  const { credentials } = desk.served.config.interfaces.crm;
  const real = Object.fromEntries(
    Object.entries(values).map(([one, value]) => [one, value === "apiKey" ? credentials["apiKey"] : value]),
  );
  const { code, out } = await doctor(desk, { interfaces: changed(desk, name, part, real) }, "--json");
  expect(code).toBe(2);
  const [health] = JSON.parse(out).interfaces;
  const wrong = health.keys.filter(({ ok }: { readonly ok?: boolean }) => ok === false);
  expect(wrong).toEqual([{ key, ok: false, seen: expect.stringContaining(seen) }]);
});

test("a main credential that is refused is exit code 3, with its variable", async () => {
  const desk = await openDesk();
  const { baseUrl } = desk.served.config.interfaces.donation;
  writeFileSync(
    join(desk.cwd, "c.yaml"),
    `interfaces: { donation: { baseUrl: "${baseUrl}", credentials: { token: "\${MY_TOKEN}" } } }`,
  );
  const env = { ...desk.env, MY_TOKEN: "wrong" };
  const { code, out } = await runCli(["doctor", "--config", "c.yaml"], { cwd: desk.cwd, env });
  expect(code).toBe(3);
  expect(out).toContain("donation.credentials.token was refused (401). Check MY_TOKEN.");
});

test("a target that is not there is exit code 3", async () => {
  const desk = await openDesk();
  const { code, out } = await doctor(desk, {
    interfaces: { volunteer: { baseUrl: "http://127.0.0.1:1", credentials: { token: "x" } } },
  });
  expect(code).toBe(3);
  expect(out).toContain("cannot be reached");
  expect(out).toMatch(/^0 of \d+ facts can be judged now$/m);
});

test.each([
  [{ perHour: 2 }, /safety\.perHour\) is spent; requests are free again in 60 minutes/],
  [{ maxRequests: 2 }, /budget/],
])("a budget that is spent, %j, is exit code 4, as of every command", async (safety, says) => {
  const desk = await openDesk();
  const { interfaces } = desk.served.config;
  writeFileSync(
    join(desk.cwd, "c.json"),
    JSON.stringify({ interfaces, safety: { ...safety, maxWaitMs: 0 } }),
  );
  const { code, err } = await runCli(["doctor", "--config", "c.json"], { cwd: desk.cwd, env: desk.env });
  expect(code).toBe(4);
  expect(err).toMatch(says);
});

test("what is not served is named", async () => {
  const desk = await openDesk({ faults: [smallProvider()] });
  const { out } = await doctor(desk, {}, "--json");
  const [crm, donation, volunteer] = JSON.parse(out).interfaces;
  expect(crm.operations.notServed.toSorted()).toEqual(["getContactByReference", "getWebhook"]);
  expect(donation.operations.served.toSorted()).toEqual(["listCampaigns", "listDonors", "queryDonors"]);
  expect(volunteer.operations.notServed).toEqual([]);
});
