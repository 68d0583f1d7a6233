import { describe, expect, it } from "vitest";
import { operations } from "../../src/builtin/generated/operations.ts";
import { interfaceNames } from "../../src/builtin/interface-name.ts";
import type { Operation } from "../../src/core/model/operation.ts";
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

  it.each([
    ["/crm/token", "POST", 400],
    ["/crm//Token", "POST", 400],
    ["//crm/TOKEN", "POST", 400],
    ["/crm/API/contact/1", "GET", 200],
    ["/crm//api/contactmethod//types", "GET", 200],
    ["/donation/api/donor/List", "GET", 200],
    ["/volunteer/V1/Users", "GET", 200],
    ["/volunteer/v1/users/", "GET", 200],
    ["/crm/api/Contact/1/", "GET", 200],
    ["/crm/api/Contact//", "GET", 200],
    ["/volunteer/v1/", "GET", 404],
  ] as const)("takes %s as a client writes it, or exactly", async (path, method, status) => {
    const name = interfaceNames.find((one) => path.includes(`/${one}/`)) ?? "crm";
    for (const paths of ["tolerant", "exact"] as const) {
      const made = bench({ assumptions: { paths } });
      const token = made.credential(name, name === "crm" ? "apiKey" : "token");
      const answer = await made.ask(path, { method, token });
      expect([paths, answer.status]).toEqual([paths, paths === "tolerant" ? status : 404]);
    }
  });

  it("keeps the letter case of what a path names", async () => {
    const made = bench();
    const reference = String(made.setting("crm", "records", "referenceId"));
    const token = made.credential("crm", "apiKey");
    const path = `/crm/API/CONTACT/BYREFERENCE/${reference}`;
    expect((await made.ask(path, { token })).status).toBe(401);
    const wrong = await made.ask("/crm/api/contact/1", { method: "DELETE", token });
    expect([wrong.status, wrong.headers.get("allow")]).toEqual([405, "GET, PUT"]);
  });

  it("distinguishes what it does not model from a missing record", async () => {
    const made = bench();
    for (const name of interfaceNames) {
      const answer = await made.ask(`/${name}/api/Pledge/7`);
      expect(answer.text).toContain(`This sandbox does not model GET /${name}/api/Pledge/7; see /docs.`);
      expect(isFamilyError(name, answer)).toBe(true);
    }
    const missing = await made.ask("/crm/api/Contact/987654321", {
      token: made.credential("crm", "apiKey"),
    });
    expect([missing.status, missing.text.includes("does not model")]).toEqual([404, false]);
  });
});
