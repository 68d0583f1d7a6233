import { describe, expect, test } from "vitest";
import type { Answer } from "../../../src/harness/model/transport.ts";
import { send } from "../../../src/harness/model/check.ts";
import { exitCodeOf } from "../../../src/harness/runner/exit-code.ts";
import { activeCheck, call, fakeTarget, mainSecrets, ok, passiveCheck, tell, wrong } from "./kit.ts";

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

const refusal: Answer = { kind: "response", status: 401, headers: {}, body: { kind: "empty" }, elapsedMs: 1 };

const refusing = (kind: "live" | "embedded") =>
  fakeTarget({
    kind,
    interfaces: ["donation", "volunteer"],
    secrets: mainSecrets,
    answer: ({ interface: name }) => (name === "donation" ? refusal : ok()),
  });

describe("a main credential that is refused", () => {
  test("is what the run says of its interface: no fact is blamed, and the others go on", async () => {
    const target = refusing("live");
    const { footer } = await tell(checks, { target });
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
    const { footer } = await tell(checks, { target: refusing("embedded") });
    expect(footer.report.findings.map(({ fact }) => fact)).toEqual(["F-donation"]);
  });
});
