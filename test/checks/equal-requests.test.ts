import { describe, expect, test } from "vitest";
import { equalRequests } from "../../src/checks/families/equal-requests.ts";
import type { AnyCall } from "../../src/core/model/exchange.ts";
import type { AnswerExample } from "./kit/example.ts";
import { converse } from "./kit/judge-example.ts";
import { loadTools } from "./support/recorded.ts";

const tools = await loadTools();
const check = equalRequests.find(({ id }) => id === "crm-reads-are-answered-alike");
if (check === undefined) throw new Error("there is no such check");

const webhook = { id: 1, secret: "s", active: true };
const shown = (changes: object): AnswerExample => ({ body: { ...webhook, ...changes } });

/** What is found of a target that answers reads of a webhook, by how many there were before. */
const foundIn = (target: (call: AnyCall, count: number) => AnswerExample): readonly string[] => {
  let count = 0;
  const exchanges = converse(check, { answers: {} }, (call) => {
    if (call.operation !== "getWebhook") return call.expects === undefined ? {} : { status: 400 };
    count += 1;
    return target(call, count);
  });
  return [...check.judge(exchanges, tools)].flatMap((one) => (one.kind === "violation" ? [one.message] : []));
};

const isRefused = ({ expects }: AnyCall): boolean => expects === "refusal";

describe("the same request", () => {
  test("may not be answered otherwise after one that was refused", () => {
    let isAfter = false;
    const messages = foundIn((call) => {
      const answer = isAfter && !isRefused(call) ? shown({ active: false }) : shown({});
      isAfter = isRefused(call) && call.authorization.kind === "none";
      return answer;
    });
    expect(messages).toEqual([
      "getWebhook is answered differently after a request without a credential (nothing is stated to change by it)",
    ]);
  });

  test("is blamed for the one writing that matters", () => {
    expect(
      foundIn(({ spelled = [] }) => (spelled.includes("path-encoding") ? { status: 404 } : shown({}))),
    ).toEqual([
      "getWebhook is answered differently with an id with a percent-encoded character (RFC 3986, 2.3)",
    ]);
  });

  test.each<readonly [string, (call: AnyCall, count: number) => AnswerExample]>([
    ["every third answer is another", (_, count) => shown(count % 3 === 0 ? { secret: "" } : {})],
    ["a record was changed meanwhile", (_, count) => shown({ active: count < 4 })],
    ["an answer has a number of its own", (_, count) => shown({ trace: count })],
    ["two nodes call themselves by name", (_, count) => shown({ node: count % 2 })],
    ["the address that was asked is shown", (call) => shown({ payloadUrl: `/x/${call.spelled?.join("")}` })],
    ["the server is busy for once", (_, count) => (count === 3 ? { status: 503 } : shown({}))],
    ["nothing is answered", () => ({ status: 404 })],
  ])("is not blamed where %s", (_, target) => {
    expect(foundIn(target)).toEqual([]);
  });
});
