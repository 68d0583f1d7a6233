import { createServer } from "node:http";
import { expect, test } from "vitest";
import { facts as registered } from "../../../../src/builtin/generated/registry.ts";
import { listening } from "../../../listening.ts";
import { smallProvider } from "../../../onboarding/doctor/kit.ts";
import { type Workspace, openWorkspace } from "../workspace.ts";

/** The interfaces of the sandbox with one value of a part in place of another. */
const changed = (
  workspace: Workspace,
  name: "crm" | "donation" | "volunteer",
  part: string,
  values: object,
): object => {
  const { [name]: own } = workspace.served.config.interfaces;
  return { [name]: { ...own, [part]: { ...Object(own[part]), ...values } } };
};

test("everything that the sandbox says of itself is so", async () => {
  const workspace = await openWorkspace();
  workspace.configure();
  const { code, out } = await workspace.run("doctor --json");
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
  const workspace = await openWorkspace();
  const { crm } = workspace.served.config.interfaces;
  const { apiKey } = crm.credentials;
  workspace.configure({
    interfaces: { crm: { baseUrl: crm.baseUrl, credentials: { apiKey } } },
    safety: { writes: false },
  });
  const { out } = await workspace.run("doctor");
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
                   +9 facts with noteType and safety.writes: scratch.noteId
                   +9 facts with noteId and safety.writes: scratch.noteType
                   +5 facts with contactIndividualId and safety.writes: scratch.eventId
                   +5 facts with eventId and safety.writes: scratch.contactIndividualId
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
  const workspace = await openWorkspace();
  const { credentials } = workspace.served.config.interfaces.crm;
  const real = Object.fromEntries(
    Object.entries(values).map(([one, value]) => [one, value === "apiKey" ? credentials["apiKey"] : value]),
  );
  workspace.configure({ interfaces: changed(workspace, name, part, real) });
  const { code, out } = await workspace.run("doctor --json");
  expect(code).toBe(2);
  const {
    interfaces: [health],
    facts,
  } = JSON.parse(out);
  // What needs the key cannot be judged.
  expect(health.facts.missing).toContainEqual(expect.objectContaining({ path: key }));
  expect(facts.now).toBe(health.facts.now);
  const wrong = health.keys.filter(({ ok }: { readonly ok?: boolean }) => ok === false);
  expect(wrong).toEqual([{ key, ok: false, seen: expect.stringContaining(seen) }]);
});

test("nothing can be judged of an interface that only fails, even without a credential", async () => {
  const workspace = await openWorkspace();
  const baseUrl = await listening(createServer((_, response) => response.writeHead(503).end()));
  workspace.configure({ interfaces: { crm: { baseUrl } } });
  const { code, out } = await workspace.run("doctor");
  expect(code).toBe(3);
  expect(out).toMatch(
    /problem +the target answers 503\. Try again later\.[^]*^0 of \d+ facts can be judged now$/m,
  );
});

test("a signature of another scheme shows nothing of a record", async () => {
  const workspace = await openWorkspace();
  const hmac = { appKey: "another", secret: "YW5vdGhlcg==" };
  workspace.configure({ interfaces: changed(workspace, "crm", "credentials", { hmac }) });
  const { code, out } = await workspace.run("doctor --json");
  expect(code).toBe(0);
  const [health] = JSON.parse(out).interfaces;
  const reference = health.keys.find(({ key }: { readonly key: string }) => key.endsWith("referenceId"));
  expect(reference).toEqual({ key: "crm.records.referenceId", seen: expect.stringContaining("U-18") });
});

test("what is not served is named", async () => {
  const workspace = await openWorkspace({ faults: [smallProvider()] });
  workspace.configure();
  const { out } = await workspace.run("doctor --json");
  const [crm, donation, volunteer] = JSON.parse(out).interfaces;
  expect(crm.operations.notServed.toSorted()).toEqual(["getContactByReference", "getWebhook"]);
  expect(donation.operations.served.toSorted()).toEqual(["listCampaigns", "listDonors", "queryDonors"]);
  expect(volunteer.operations.notServed).toEqual([]);
});
