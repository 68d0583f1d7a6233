import { expect, onTestFinished, test } from "vitest";
import { check, startSandbox } from "../../src/index.ts";
import { crmError } from "../../src/builtin/faults/support/answers.ts";

test("a run completes though the exhausted key is refused at first and limited when it is asked again", async () => {
  const sandbox = await startSandbox({ scale: 12 });
  onTestFinished(() => sandbox.close());
  const { crm } = sandbox.config.interfaces;
  const exhausted = `Bearer ${String(crm.credentials["exhaustedApiKey"])}`;
  let asked = 0;
  sandbox.plant([
    {
      id: "exhausted-key-is-refused-at-first",
      fact: "CRM-46",
      grade: "behavioural",
      title: "",
      wrap: (next) => async (incoming) => {
        if (incoming.headers.get("authorization") !== exhausted) return next(incoming);
        asked += 1;
        return asked === 1 ? crmError(401, "The credential is not accepted.") : next(incoming);
      },
    },
  ]);
  const config = { interfaces: { crm }, safety: { maxRequests: 5000, maxWaitMs: 1000 } };
  const { verdict, report } = await check({ config }).result;
  expect(asked).toBeGreaterThan(1);
  expect([verdict, report.run.stopped, report.findings.map(({ fact }) => fact)]).toEqual([
    "findings",
    undefined,
    ["CRM-46"],
  ]);
});
