import { describe, expect, test } from "vitest";
import type { FinalOutcome } from "../../../src/core/model/transport.ts";
import { send } from "../../../src/core/model/check.ts";
import { exitCodeOf } from "../../../src/core/run/exit-code.ts";
import { describedAs } from "../../../src/core/model/contract.ts";
import {
  activeCheck,
  answer,
  call,
  contractOf,
  fakeTarget,
  mainSecrets,
  ok,
  passiveCheck,
  runToEnd,
  wrong,
} from "./kit.ts";

const asking = (id: string, name: "donation" | "volunteer", operation: string) =>
  activeCheck({
    id,
    facts: [`F-${name}`],
    interfaces: [name],
    *plan() {
      yield* send(call("asked", { operation, path: {} }));
    },
    *judge([exchange]) {
      if (exchange?.outcome.kind === "response" && exchange.outcome.status !== 200) yield wrong(exchange);
    },
  });

const checks = [
  asking("gifts", "donation", "readDonation"),
  asking("users", "volunteer", "readVolunteer"),
  passiveCheck({ id: "bodies", facts: ["P-donation"], interfaces: ["donation"] }),
];

const refusing = (kind: "live" | "embedded") =>
  fakeTarget({
    kind,
    interfaces: ["donation", "volunteer"],
    secrets: mainSecrets,
    answer: ({ interface: name }) => (name === "donation" ? answer(401) : ok()),
  });

describe("a main credential that is refused", () => {
  test("is what the run says of its interface: no fact is blamed, and the others go on", async () => {
    const target = refusing("live");
    const { footer } = await runToEnd(checks, { target });
    const message = "donation.credentials.token was refused (401). Check TOKEN.";
    expect(footer.stopped).toEqual({ reason: "credential", message });
    expect(exitCodeOf(footer)).toBe(3);
    expect(footer.report.findings).toEqual([]);
    expect(footer.report.facts.map(({ id, status, reason }) => [id, status, reason])).toEqual([
      ["F-donation", "skipped", message],
      ["F-volunteer", "passed", undefined],
      ["P-donation", "skipped", message],
    ]);
    expect(target.sent.filter(({ interface: name }) => name === "donation")).toHaveLength(1);
  });

  test("is left to the checks in the embedded sandbox, whose faults they find", async () => {
    const { footer } = await runToEnd(checks, { target: refusing("embedded") });
    expect(footer.report.findings.map(({ fact }) => fact)).toEqual(["F-donation"]);
  });
});

describe("a named record that is not there", () => {
  const description = describedAs(contractOf([]), "crm");
  const described = {
    ...contractOf([]).described,
    crm: {
      ...description,
      records: { "crm.records.thingId": { operation: "readCrm", parameter: "id" } },
    },
  };
  const needing = activeCheck({
    id: "needs",
    facts: ["F-needs"],
    needs: ["crm.records.thingId"],
    *plan(context) {
      yield* send(call("it", { path: { id: Number(context.setting("crm.records.thingId")) } }));
    },
    *judge([exchange]) {
      yield wrong(exchange);
    },
  });
  const others = [
    activeCheck({ id: "other", facts: ["F-other"] }),
    passiveCheck({ id: "never", facts: ["P-crm"], interfaces: ["crm"], applies: () => false }),
  ];

  const runWith = (id: string | number, answerTo: (url: string) => FinalOutcome) => {
    const target = fakeTarget({
      interfaces: ["crm"],
      secrets: mainSecrets,
      settings: { "crm.records.thingId": id },
      answer: ({ url }) => answerTo(url),
    });
    const contract = contractOf([needing, ...others], { described });
    return runToEnd([], { target, contract, chosen: contract.checks });
  };

  const missing = answer(404, { message: "no such thing" });

  test.each([
    [123, "crm.records.thingId 123 was not found (404)"],
    ["12345678901", "crm.records.thingId a number of 11 digits was not found (404)"],
    ["jane@example.org", "crm.records.thingId string(16) was not found (404)"],
  ])("is named, no fact is blamed, and the rest goes on: %s", async (id, message) => {
    const { footer } = await runWith(id, (url) =>
      url.endsWith(`/${encodeURIComponent(id)}`) ? missing : ok(),
    );
    expect(footer.stopped).toEqual({ reason: "record", message });
    expect(exitCodeOf(footer)).toBe(3);
    expect(footer.report.findings).toEqual([]);
    expect(footer.report.facts.map((one) => [one.id, one.status, one.reason])).toEqual([
      ["F-needs", "skipped", message],
      ["F-other", "passed", undefined],
      ["P-crm", "skipped", `no exchange showed it: ${message}`],
    ]);
  });

  test("is none where the operation is not served at all", async () => {
    const { footer } = await runWith(123, (url) => (url.includes("/api/") ? missing : ok()));
    expect(footer.stopped?.message ?? "").not.toContain("was not found");
  });

  test("is none where it is answered otherwise: that is the checks' to judge", async () => {
    const { footer } = await runWith(123, () => ok());
    expect(footer.report.findings.map(({ check }) => check)).toEqual(["needs"]);
  });
});
