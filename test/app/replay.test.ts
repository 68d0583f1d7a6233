import { expect, onTestFinished, test } from "vitest";
import { drift, replay, startSandbox } from "../../src/index.ts";
import type { Fault } from "../../src/builtin/faults/fault.ts";
import { temporaryFolder } from "../entrypoints/cli/temporary-folder.ts";

/** Reads by reference, of which some are signed, are refused with another status from some moment on. */
const changing = (hasChanged: () => boolean, see: (authorization: string) => void): Fault => ({
  id: "changing",
  fact: "CRM-21",
  grade: "gross",
  title: "changes between two runs",
  wrap: (next) => async (incoming) => {
    const outgoing = await next(incoming);
    if (incoming.operation !== "getContactByReference" || !hasChanged()) return outgoing;
    see(incoming.headers.get("authorization") ?? "");
    return outgoing.status === 401 ? { ...outgoing, status: 402 } : outgoing;
  },
});

test("signatures of the requests that ask for a change again have the nonces that replay is given", async () => {
  let hasChanged = false;
  const seen: string[] = [];
  const fault = changing(
    () => hasChanged,
    (authorization) => void seen.push(authorization),
  );
  const sandbox = await startSandbox({ scale: 20, faults: [fault] });
  onTestFinished(() => sandbox.close());
  const { interfaces, safety } = sandbox.config;
  const crm = { ...interfaces.crm, operations: ["getContactByReference", "getContact"] };
  const config = { interfaces: { crm }, safety: { ...safety, maxRequests: 30 } };
  const from = { cwd: temporaryFolder(), config, store: "s.sqlite" };
  await drift({ ...from, seed: 1 }).result;
  hasChanged = true;
  const { report } = await drift({ ...from, seed: 2 }).result;
  const change = report?.results[0]?.drift.find(({ kind }) => kind === "status-changed");
  if (report === undefined || change === undefined) throw new Error("nothing drifted");
  const { fingerprint } = change;
  const { state } = await replay({ ...from, report, fingerprint, nonce: () => "given" }).result;
  expect(state).toBe("still there");
  expect(seen).toContainEqual(expect.stringMatching(/^Hmac .*:given:\d+$/));
});
