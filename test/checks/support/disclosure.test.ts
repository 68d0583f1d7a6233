import { expect, test } from "vitest";
import { createDisclosureWatch } from "../../../src/checks/support/disclosure.ts";
import type { Exchange } from "../../../src/core/model/exchange.ts";
import { loadTools, recorded } from "./recorded.ts";

const tools = await loadTools();

/** What a watch over the answers to two organizations finds, neither of which may see what the other one owns. */
const foundIn = (
  answers: readonly (readonly [of: "one" | "other", exchange: Exchange])[],
): readonly string[] => {
  const callers = new Map(answers.map(([of, answer]) => [answer, of]));
  const watch = createDisclosureWatch((answer) => {
    const of = callers.get(answer);
    return of === undefined ? undefined : { of, barredFrom: of === "one" ? "other" : "one" };
  });
  for (const [, answer] of answers) watch.see(answer, tools);
  return [...(watch.conclude?.() ?? [])].map(({ message }) => message);
};

const list = (): Exchange =>
  recorded({
    status: 200,
    body: {
      items: [
        { id: 1, displayName: "Wilhelmina Featherstone" },
        { id: 2, displayName: "Noor Haddad" },
      ],
    },
  });

const elsewhere = (): Exchange =>
  recorded({ operation: "getWebhook", path: "/api/Webhook/9", status: 403, body: { message: "No." } });

const refusal = (): Exchange =>
  recorded({
    operation: "getContact",
    status: 403,
    body: { message: "Wilhelmina Featherstone is not yours." },
  });

test("a refusal that names somebody else's record is found; one of a record that the caller was shown is not", () => {
  expect(
    foundIn([
      ["one", list()],
      ["other", elsewhere()],
      ["other", refusal()],
    ]),
  ).toEqual(["getContact is refused with 403, and the answer shows what the caller may not read"]);
  expect(
    foundIn([
      ["one", list()],
      ["other", list()],
      ["other", elsewhere()],
      ["other", refusal()],
    ]),
  ).toEqual([]);
});
