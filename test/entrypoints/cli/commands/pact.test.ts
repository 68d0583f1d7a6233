import { describe, expect, test } from "vitest";
import { startSandbox, type ServedSandbox } from "../../../../src/sandbox/serve.ts";
import { runCli } from "../run-cli.ts";
import { temporaryFolder } from "../temporary-folder.ts";
import { openBroker, pactOf, reads } from "../../../consumers/pact/kit.ts";

const good = reads("a contact", "/api/Contact/42", {
  providerStates: [{ name: "a contact exists", params: { id: 42 } }],
});
const misspelt = reads("a misspelt field", "/api/Contact/42", {
  response: {
    status: 200,
    headers: { "Content-Type": "application/json" },
    body: { contctType: "Household" },
  },
});

describe("tripact pact verify", () => {
  test("verifies in the states that are asked for, and tells what does not hold in shapes", async () => {
    const cwd = temporaryFolder({ "a.json": pactOf([good, misspelt]) });
    const { code, out } = await runCli("pact verify a.json", { cwd });
    expect(out).toContain("✓ a contact (a contact exists)\n");
    expect(out).toContain("✗ a misspelt field\n      body $ lacks contctType\n");
    expect(out).toContain("must NOT have additional properties - contctType");
    expect(out).toContain(
      "1 interaction verified, 1 failed, 0 skipped, 1 contradicts the OpenAPI documents\n",
    );
    expect(code).toBe(1);
  });

  test("of a live target only what reads is asked, in the states it happens to be in", async () => {
    const served: ServedSandbox = await startSandbox({ scale: 5 });
    const { sandbox, safety, interfaces } = served.config;
    expect(sandbox).toBeUndefined();
    const cwd = temporaryFolder({
      "target.json": JSON.stringify({ interfaces, safety: { ...safety, writes: false } }),
      "a.json": pactOf([
        good,
        reads("types", "/api/ContactMethod/Types"),
        reads("nobody", "/api/ContactMethod/Types", {
          providerState: "no credential is sent",
          response: { status: 401 },
        }),
        reads("a note", "", { request: { method: "PUT", path: "/api/ContactNote/1", body: {} } }),
      ]),
    });
    const { out } = await runCli("pact verify a.json --config target.json --json", { cwd });
    await served.close();
    const { pacts }: { pacts: { interactions: { description: string; status: string }[] }[] } =
      JSON.parse(out);
    expect(
      Object.fromEntries(
        pacts[0]?.interactions.map(({ description, status }) => [description, status]) ?? [],
      ),
    ).toEqual({
      types: "verified",
      nobody: "verified",
      "a contact": "left-out",
      "a note": "left-out",
    });
  });
});

describe("a broker", () => {
  test("hands out the pacts and gets the result, with its credential", async () => {
    const { origin, seen, received, published } = await openBroker([good], "crm", "the crm");
    const { code } = await runCli(
      `pact verify --broker ${origin} --provider crm=crm --publish 1.2.3 --branch main`,
      { env: { PACT_BROKER_TOKEN: "broker-secret" } },
    );
    expect(code).toBe(0);
    expect(seen).toEqual([
      "POST /pacts/provider/crm/for-verification",
      "GET /pact",
      "PUT /pacticipants/the%20crm/branches/main/versions/1.2.3",
      "POST /results",
    ]);
    expect(new Set(received.map(({ headers }) => headers.authorization))).toEqual(
      new Set(["Bearer broker-secret"]),
    );
    expect(published()).toMatchObject([
      { success: true, providerApplicationVersion: "1.2.3", verifiedBy: { implementation: "tripact" } },
    ]);
  });

  // Where it leads elsewhere: test/consumers/pact/hostile-pacts.test.ts.
  test.each([
    ["is not there", "crm", "http://127.0.0.1:1", "http://127.0.0.1:1: the broker cannot be reached"],
    [
      "has none",
      "other",
      undefined,
      "there is no pact to verify (does --provider name what the broker calls it?)",
    ],
  ])("that %s is reported in one line", async (_, provider, address, line) => {
    const { origin } = await openBroker([good]);
    const args = `pact verify --broker ${address ?? origin} --provider ${provider}=crm`;
    expect(await runCli(args)).toEqual({ code: 2, out: "", err: `tripact: ${line}\n` });
  });
});
