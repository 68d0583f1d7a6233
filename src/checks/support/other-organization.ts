import type { Violation } from "../../model/check.ts";
import { isSuccess, jsonOf, type Exchange } from "../../model/exchange.ts";
import { isObject } from "./json.ts";
import { statusOf, violation } from "./judgements.ts";

/** Every id an answer carries at its root or one level below. */
const idsOf = (body: unknown): readonly unknown[] => {
  if (!isObject(body)) return [];
  const inner = Object.values(body).filter(isObject);
  return [body, ...inner].flatMap((object) => [object["id"], object["Id"]]).filter((id) => id !== undefined);
};

/** Tells of an answer that shows the record in its path to the credential of another organization (GEN-05). */
export const handedOut = function* (exchange: Exchange): Generator<Violation> {
  const asked = String(Object.values(exchange.call?.path ?? {})[0]);
  if (!isSuccess(exchange) || !idsOf(jsonOf(exchange)).some((id) => String(id) === asked)) return;
  yield violation({
    rule: "relation",
    message: "a record came back to the credential of another organization",
    exchange,
    expected: "a refusal",
    actual: `${statusOf(exchange)} with the record's id`,
  });
};
