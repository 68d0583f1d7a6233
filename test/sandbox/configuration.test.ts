import { describe, expect, it } from "vitest";
import { validate } from "../../src/generated/config/config-validator.js";
import { createSandbox } from "../../src/sandbox/sandbox.ts";
import { bench } from "./support.ts";

describe("configuration", () => {
  it("is valid, and tells of every key", () => {
    const { sandbox } = bench();
    const config = sandbox.config();
    validate(config);
    expect(validate.errors ?? []).toEqual([]);
    const { crm, donation, volunteer } = config.interfaces;
    expect(Object.keys(crm.credentials)).toHaveLength(9);
    expect(Object.keys(donation.credentials)).toHaveLength(3);
    expect(Object.keys(volunteer.credentials)).toHaveLength(6);
    expect(Object.keys(crm["records"] ?? {})).toHaveLength(7);
    expect(Object.keys(crm["scratch"] ?? {})).toHaveLength(4);
    expect(Object.keys(donation["scratch"] ?? {})).toHaveLength(3);
    expect(Object.keys(volunteer["records"] ?? {})).toHaveLength(2);
    expect(Object.keys(volunteer["scratch"] ?? {})).toHaveLength(11);
    expect(JSON.stringify(config)).not.toContain("null");
  });

  it("is the same from the same seed and another from another", async () => {
    const configs = [1, 1, 2].map((seed) => {
      const sandbox = createSandbox({ seed });
      const config = sandbox.config();
      return sandbox.close().then(() => JSON.stringify(config));
    });
    const [one, same, other] = await Promise.all(configs);
    expect(same).toBe(one);
    expect(other).not.toBe(one);
  });

  it("names the addresses of its target", () => {
    const { sandbox } = bench();
    expect(sandbox.config("http://127.0.0.1:8080").interfaces.crm.baseUrl).toBe("http://127.0.0.1:8080/crm");
  });
});
