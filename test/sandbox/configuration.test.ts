import { describe, expect, it } from "vitest";
import { validate } from "../../src/builtin/generated/config/config-validator.js";
import schema from "../../src/builtin/generated/config/config.schema.json" with { type: "json" };
import { atPath } from "../../src/core/run/at-path.ts";
import { createSandbox } from "../../src/sandbox/sandbox.ts";
import { bench } from "./support.ts";

/** What the schema of configurations knows. */
const definitions: unknown = schema.$defs;

/** Keys that only a target without the sandbox's answers has a use for. */
const left = new Set(["crm.scratch.note"]);

const keysOf = (root: unknown, path: string): readonly string[] =>
  Object.keys(atPath(root, path) ?? {}).toSorted();

describe("configuration", () => {
  it("is valid, and names every key", () => {
    const { sandbox } = bench();
    const config = sandbox.config();
    validate(config);
    expect(validate.errors ?? []).toEqual([]);
    for (const [name, given] of Object.entries(config.interfaces))
      for (const group of ["credentials", "records", "scratch"])
        expect(keysOf(given, group), `${name}.${group}`).toEqual(
          keysOf(definitions, `${name}.properties.${group}.properties`).filter(
            (key) => !left.has(`${name}.${group}.${key}`),
          ),
        );
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

  it.each([0, -1, 1.5, 1_000_001, Number.NaN])("is refused for %d donors", (scale) => {
    expect(() => createSandbox({ scale })).toThrow("is not a whole number from 1 to 1000000");
  });

  it("gives the other organization a tenth of everything that grows", async () => {
    const { ask, credential } = bench({ scale: 1000 });
    const total = async (path: string, token: string, pointer: string): Promise<unknown> =>
      (await ask(path, { token })).at(pointer);
    const donors = "/donation/api/Donor/list?Take=1";
    expect(await total(donors, credential("donation", "token"), "/total")).toBe(1000);
    const users = "/volunteer/v1/users?per_page=1";
    expect(await total(users, credential("volunteer", "token"), "/meta/total")).toBe(42 + 10);
    expect(await total(users, credential("volunteer", "otherOrganizationToken"), "/meta/total")).toBe(9 + 1);
  });

  it("names the addresses of its target", () => {
    const { sandbox } = bench();
    expect(sandbox.config("http://127.0.0.1:8080").interfaces.crm.baseUrl).toBe("http://127.0.0.1:8080/crm");
  });
});
