import { describe, expect, test } from "vitest";
import { parsePact } from "../../../src/consumers/pact/pact-file.ts";
import { UsageError } from "../../../src/core/model/usage-error.ts";

const pact = (interactions: unknown, rest: object = {}): string =>
  JSON.stringify({ consumer: { name: "a" }, provider: { name: "crm" }, interactions, ...rest });

const request = { method: "get", path: "/api/Contact/1" };
const response = { status: 200 };

const lineOf = (text: string): string => {
  try {
    parsePact(text, "a.json");
    return "";
  } catch (error) {
    if (error instanceof UsageError) return error.line;
    throw error;
  }
};

describe("a pact file", () => {
  test("of any version of the specification is read", () => {
    const { consumer, provider, interactions } = parsePact(
      `\uFEFF${pact([
        {
          description: "new",
          providerStates: [{ name: "x", params: { id: 1 } }, { name: "y" }],
          request,
          response,
        },
        { description: "old", providerState: "z", request, response },
        { description: "oldest", provider_state: "w", request, response },
        { description: "none", request, response },
      ])}`,
      "a.json",
    );
    expect([consumer, provider]).toEqual(["a", "crm"]);
    expect(interactions.map(({ method, states }) => [method, states.map(({ name }) => name)])).toEqual([
      ["GET", ["x", "y"]],
      ["GET", ["z"]],
      ["GET", ["w"]],
      ["GET", []],
    ]);
  });

  test.each([
    ["{", "a.json: is not JSON (is it a pact file?)"],
    ["[]", "a.json: has no interactions (is it a pact file?)"],
    [pact(undefined), "a.json: has no interactions (is it a pact file?)"],
    [pact([], { consumer: {} }), "a.json: consumer has no name (is it a pact file?)"],
    [
      pact([{ request, response }, 5]),
      "a.json: interactions[1]: is not an HTTP interaction (only HTTP interactions can be verified)",
    ],
    [pact([{ request: { path: "/" } }]), "a.json: interactions[0]: its request has no method and path"],
    [
      pact([{ request: { ...request, headers: { "X-Name": "✓" } } }]),
      "a.json: interactions[0]: HTTP cannot carry the header X-Name",
    ],
    [
      pact([{ request, response: { headers: { "X\u001b Name": ["a"] } } }]),
      "a.json: interactions[0]: HTTP cannot carry the header X\\u001b Name",
    ],
  ])("that is none is refused: %s", (text, line) => {
    expect(lineOf(text)).toBe(line);
  });
});
