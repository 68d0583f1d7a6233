import { describe, expect, it } from "vitest";
import { operations } from "../../src/contract/generated/operations.ts";
import { interfaceNames } from "../../src/contract/interface-name.ts";
import type { Operation } from "../../src/harness/model/operation.ts";
import { bench, isFamilyError } from "./support.ts";

describe("routing", () => {
  it("knows every operation of the documents", async () => {
    const made = bench();
    for (const operation of Object.values<Operation>(operations)) {
      const path = `/${operation.interface}${operation.path.replace(/\{\w+\}/g, "1")}`;
      const body = operation.requestBody === undefined ? {} : { body: {} };
      const answer = await made.ask(path, { method: operation.method, ...body });
      const expected = operation.security === "none" ? 400 : 401;
      expect([operation.id, answer.status]).toEqual([operation.id, expected]);
    }
  });

  it("answers an unknown path in the error family of its interface", async () => {
    const made = bench();
    for (const name of interfaceNames) {
      for (const path of [
        "",
        "/",
        "/nothing",
        "/api/Nothing/1",
        "/v2/users",
        "/%00",
        "/api/Contact/1/2/3/4",
      ]) {
        const answer = await made.ask(`/${name}${path}`);
        expect([name, path, answer.status]).toEqual([name, path, 404]);
        expect(isFamilyError(name, answer)).toBe(true);
      }
    }
  });

  it("answers a wrong method with 405 and the right ones", async () => {
    const made = bench();
    const answer = await made.ask("/volunteer/v1/users", { method: "DELETE" });
    expect([answer.status, answer.headers.get("allow")]).toEqual([405, "GET, POST"]);
    expect(isFamilyError("volunteer", answer)).toBe(true);
  });

  it("asks for the version in the path", async () => {
    const made = bench();
    const token = made.credential("volunteer", "token");
    expect((await made.ask("/volunteer/users", { token })).status).toBe(404);
  });

  it("does not count on the host it is asked by", async () => {
    const made = bench();
    const answer = await made.sandbox.fetch(new Request("https://elsewhere.example/volunteer/v1/users"));
    expect(answer.status).toBe(401);
  });
});
