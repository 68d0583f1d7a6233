import { describe, expect, test } from "vitest";
import { loadBaseline } from "../../../src/core/config/baseline.ts";
import { UsageError } from "../../../src/core/model/usage-error.ts";

const load = (value: unknown): ReadonlySet<string> =>
  loadBaseline(JSON.stringify(value), { file: "base.json" });

describe("a baseline", () => {
  test("gives its fingerprints", () => {
    const known = load({
      findings: [{ fingerprint: "0123456789ab", note: "ticket 7" }, { fingerprint: "ffffffffffff" }],
    });
    expect([...known]).toEqual(["0123456789ab", "ffffffffffff"]);
    expect(load({ findings: [] }).size).toBe(0);
    const named = loadBaseline(
      '{ "findings": [{ "fingerprint": "0123456789ab", "check": "page-envelope" }] }',
      {
        file: "base.json",
      },
    );
    expect([...named.checks]).toEqual([["0123456789ab", "page-envelope"]]);
  });

  test.each([
    ["{}", "findings must be a list"],
    ["[]", "it must be a map with findings"],
    ['{ "finding": [] }', "it has no key finding"],
    ['{ "findings": {} }', "findings must be a list"],
    ['{ "findings": ["0123456789ab"] }', "findings.0 must be a map with fingerprint, check, note"],
    [
      '{ "findings": [{ "fingerprint": "0123456789AB" }] }',
      "findings.0.fingerprint must be 12 hex digits in quotes",
    ],
    [
      '{ "findings": [{ "fingerprint": 123456789012 }] }',
      "findings.0.fingerprint must be 12 hex digits in quotes",
    ],
    ['{ "findings": [{ "note": "x" }] }', "findings.0.fingerprint must be 12 hex digits in quotes"],
    ['{ "findings": [{ "fingerprint": "0123456789ab", "why": 1 }] }', "findings.0 has no key why"],
    ['{ "findings": [{ "fingerprint": "0123456789ab", "check": 1 }] }', "findings.0.check must be text"],
    ['{ "findings": [{ "fingerprint": "0123456789ab", "note": 1 }] }', "findings.0.note must be text"],
    ['{ "findings": [', "not valid YAML or JSON"],
    ["", "the file is empty"],
  ])("%s is refused with its place", (text, message) => {
    const refused = (): unknown => loadBaseline(text, { file: "base.json" });
    expect(refused).toThrow(UsageError);
    expect(refused).toThrow(message);
    expect(refused).toThrow(
      expect.objectContaining({ location: expect.stringMatching(/^base\.json:\d+:\d+$/) }),
    );
  });
});
