import { describe, expect, it } from "vitest";
import { sampleCall } from "../../../src/checks/support/sample-calls.ts";
import type { OperationIdsOf } from "../../../src/builtin/generated/operation-types.ts";
import { operationIds, operations } from "../../../src/builtin/generated/operations.ts";
import { contextOf } from "../../checks/kit/judge-example.ts";
import { crmBench, errorOf } from "./crm-bench.ts";

/** The operations that ask for a bearer token, with bodies that would do. */
const calls = operationIds
  .filter((id) => operations[id].interface === "crm" && operations[id].security === "bearer")
  .flatMap((id) => {
    const { path = {}, body } = sampleCall(id, contextOf({}), { kind: "none" }) ?? {};
    const sent = body?.kind === "json" ? { body: body.value } : {};
    return [{ id: id as OperationIdsOf<"crm">, call: { path: Object.values(path).map(String), ...sent } }]; // filtered above
  });

const forms = ["canonical", "legacy", "mixed"] as const;

describe("errors", () => {
  it.each(forms)("fit the documents on every operation (U-24=%s)", async (form) => {
    for (const unauthorized of ["message", "text"] as const) {
      const made = crmBench({ assumptions: { "U-24": form, "U-24.unauthorized": unauthorized } });
      const revoked = made.credential("crm", "revokedApiKey");
      const exhausted = made.credential("crm", "exhaustedApiKey");
      for (const { id, call } of calls) {
        // `call` itself judges each answer by the documents.
        expect((await made.call(id, { ...call, token: revoked })).status).toBe(401);
        expect((await made.call(id, { ...call, token: made.limitedKey })).status).toBe(403);
        const limited = await made.call(id, { ...call, token: exhausted });
        expect([limited.status, Number(limited.headers.get("retry-after")) > 0]).toEqual([429, true]);
      }
    }
  });

  it("are older bodies with U-24=legacy where such are stated, and the envelope elsewhere", async () => {
    const made = crmBench({ assumptions: { "U-24": "legacy" } });
    const forbidden = await made.call("listContactMethodTypes", { token: made.limitedKey });
    expect(forbidden.json).toEqual({ message: expect.any(String) as string });
    expect(errorOf(await made.call("getContact", { path: [987_654_321] }))).toEqual([404, "NOT_FOUND"]);
  });

  it("are plain text on 401 with U-24.unauthorized=text", async () => {
    const made = crmBench({ assumptions: { "U-24": "legacy", "U-24.unauthorized": "text" } });
    const answer = await made.call("listContactMethodTypes", { token: "wrong" });
    expect([answer.status, answer.json, answer.headers.get("content-type")]).toEqual([
      401,
      undefined,
      "text/plain; charset=utf-8",
    ]);
  });

  it("are of both forms with U-24=mixed", async () => {
    const made = crmBench({ assumptions: { "U-24": "mixed" } });
    const bodies = [];
    for (const { id, call } of calls) bodies.push(await made.call(id, { ...call, token: made.limitedKey }));
    const keys = new Set(bodies.flatMap(({ json }) => Object.keys(Object(json))));
    expect(keys).toEqual(new Set(["error", "message"]));
  });
});
