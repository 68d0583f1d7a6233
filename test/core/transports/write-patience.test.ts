import { expect, test } from "vitest";
import type { FinalOutcome, WireRequest } from "../../../src/core/model/transport.ts";
import { createWritePatience, withPatience } from "../../../src/core/transports/write-patience.ts";
import { failure, recording, response, wireRequest } from "./kit.ts";

const write: WireRequest = wireRequest({ effect: "write", method: "PUT" });

/** How many of six writes are sent, by what each of them is answered. */
const sentOf = async (answers: readonly FinalOutcome[], request = write): Promise<number> => {
  const target = recording((before) => answers[before] ?? response(200));
  const send = withPatience(target.transport, createWritePatience());
  for (let count = 0; count < 6; count += 1) await send(request);
  return target.sent.length;
};

test.each<[string, readonly FinalOutcome[], number]>([
  ["are all answered", [], 6],
  ["are refused", [response(422), response(500), response(422)], 6],
  ["get no answer twice in a row", [failure("timeout"), failure("reset")], 2],
  ["get no answer later", [response(200), failure("timeout"), failure("timeout")], 3],
  ["get no answer every other time", [failure("timeout"), response(200), failure("timeout")], 6],
  ["were not sent", [failure("not-sent"), failure("not-sent"), failure("not-sent")], 6],
])("where writes %s", async (_, answers, expected) => {
  expect(await sentOf(answers)).toBe(expected);
});

test("reads go on", async () => {
  expect(await sentOf([failure("timeout"), failure("timeout")], wireRequest())).toBe(6);
});

test("the writing phase of one interface ends, and says why; that of another goes on", async () => {
  const target = recording((_, request) =>
    request.interface === "crm" ? failure("timeout") : response(200),
  );
  const send = withPatience(target.transport, createWritePatience());
  for (let count = 0; count < 3; count += 1) await send({ ...write, interface: "crm" });
  expect(await send({ ...write, interface: "crm" })).toEqual({
    kind: "failure",
    reason: "not-sent",
    message: "2 writes in a row got no answer, so no more were sent",
  });
  expect((await send(write)).kind).toBe("response");
  expect(target.sent).toHaveLength(3);
});
