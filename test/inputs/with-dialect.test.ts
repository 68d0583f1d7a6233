import { describe, expect, test } from "vitest";
import { findOpened } from "../../src/inputs/open-config.ts";
import { printDialect } from "../../src/builtin/queries/index.ts";
import { UsageError } from "../../src/core/model/usage-error.ts";
import { sandboxDialect } from "../builtin/queries/sandbox-dialect.ts";
import { cliIo } from "../entrypoints/cli/cli-io.ts";
import { temporaryFolder } from "../entrypoints/cli/temporary-folder.ts";

const configWith = (queries: string): string =>
  `interfaces: { donation: { baseUrl: https://d.example.org, credentials: { token: secret-token }, queries: ${queries} } }\n`;

describe("a configuration that names a dialect", () => {
  const dialect = printDialect(
    sandboxDialect({ "U-12": "operandText", "U-14": "and-is-1", "U-15": "permutation:3" }),
  );

  test("knows what the dialect says, and what it says itself comes first", async () => {
    const cwd = temporaryFolder({
      "d.yaml": dialect,
      "tripact.config.yaml": configWith("{ dialect: d.yaml, queryTypes: { gift: 9 } }"),
    });
    const config = (await findOpened(undefined, cliIo(cwd)))?.config;
    const setting = (name: string): unknown => config?.setting(`donation.queries.${name}`);
    expect(setting("singleValueField")).toBe("operandText");
    expect(setting("conjunctAnd")).toBe(1);
    expect(setting("queryTypes.donor")).toEqual(expect.any(Number));
    expect(setting("queryTypes.gift")).toBe(9);
    expect(setting("queryTypes.constructor")).toBeUndefined();
    // So that checks have conditions where nothing else names any.
    const isSet = setting("isSet");
    expect(setting("comparisons.gift")).toContainEqual({
      name: "amount",
      operators: expect.arrayContaining([{ code: isSet, arity: "none" }]),
    });
    expect(setting("comparisons.constructor")).toEqual([]);
    expect(config?.has("donation.queries.conjunctAnd")).toBe(true);
    expect(config?.has("donation.queries.sampleConditions")).toBe(false);
    expect(config?.secret("donation.credentials.token")).toBe("secret-token");
    expect(JSON.stringify(config)).not.toContain("secret-token");
  });

  test.each([
    [{}, /^tripact\.config\.yaml:1:\d+: dialect d\.yaml: .*tripact discover writes it/],
    [{ "d.yaml": "operators: { equal: 1 }\nqueryTypes: {}\n" }, /^d\.yaml:1:14: there is no operator equal/],
  ])("is refused when that is no good: %j", async (files, line) => {
    const cwd = temporaryFolder({ ...files, "tripact.config.yaml": configWith("{ dialect: d.yaml }") });
    const error = await findOpened(undefined, cliIo(cwd)).catch((thrown: unknown) => thrown);
    expect(error).toBeInstanceOf(UsageError);
    expect(error instanceof UsageError ? error.line : "").toMatch(line);
    // Discovery may be about to write it.
    const plain = await findOpened(undefined, cliIo(cwd), { isPlain: true });
    expect(plain?.config.file("donation.queries.dialect")?.path).toBe("d.yaml");
  });
});
