import type { Violation } from "../../core/model/check.ts";
import { isSuccess, jsonOf, type Exchange } from "../../core/model/exchange.ts";
import { identifyingValue, textsIn } from "./identifying-values.ts";
import { isObject } from "./json.ts";
import { statusOf, violation } from "./judgements.ts";

/** Every id at the root of an answer or one level below. */
const idsOf = (body: unknown): readonly unknown[] => {
  if (!isObject(body)) return [];
  const inner = Object.values(body).filter(isObject);
  return [body, ...inner].flatMap((object) => [object["id"], object["Id"]]).filter((id) => id !== undefined);
};

const textsOf = (value: unknown): readonly (readonly [pointer: string, text: string])[] =>
  [...textsIn(value)].map(({ pointer, text }) => [pointer, text]);

/** What distinguishes its owner's record from a stranger's record with the same number. */
export interface Known {
  /** The record as its owner was shown it. */
  readonly owner: Exchange;
  /** Another record of the same kind: values that both share say nothing. */
  readonly other?: Exchange | undefined;
}

/** Whether two values of a property identify two records: an address, a telephone number, a name of several words. */
const areOfTwo = (pointer: string, one: string, other: string | undefined): boolean => {
  const name = pointer.slice(pointer.lastIndexOf("/") + 1);
  const [left, right] = [one, other].map((text) => identifyingValue(name, text)?.key);
  return left !== undefined && right !== undefined && left !== right;
};

/**
 * Whether an answer is another record with the same number as its owner's: unique ids across organizations are not
 * stated. Such a record differs in most of the texts that distinguish its owner's, or in an identifying one.
 */
const isNamesake = (exchange: Exchange, { owner, other }: Known): boolean => {
  if (!isSuccess(owner)) return false;
  const known = new Map(textsOf(jsonOf(owner)));
  const alike = new Map(other === undefined ? [] : textsOf(jsonOf(other)));
  // What a stranger has written itself says nothing about the record.
  const sent = new Set(textsOf(exchange.request.body).map(([, text]) => text));
  const compared = textsOf(jsonOf(exchange)).filter(
    ([pointer, text]) =>
      known.has(pointer) && !(text === known.get(pointer) && text === alike.get(pointer)) && !sent.has(text),
  );
  const differing = compared.filter(([pointer, text]) => known.get(pointer) !== text);
  const isOwn = ([pointer]: readonly [string, string]): boolean => known.get(pointer) !== alike.get(pointer);
  return (
    differing.filter(isOwn).length * 2 > compared.filter(isOwn).length ||
    differing.some(([pointer, text]) => areOfTwo(pointer, text, known.get(pointer)))
  );
};

/**
 * Reports an answer that shows the record in its path to the credential of another organization (GEN-05). What is known
 * about it distinguishes it from another record with the same number.
 */
export const handedOut = function* (exchange: Exchange, known?: Known): Generator<Violation> {
  const asked = String(Object.values(exchange.call?.path ?? {})[0]);
  if (!isSuccess(exchange) || !idsOf(jsonOf(exchange)).some((id) => String(id) === asked)) return;
  if (known !== undefined && isNamesake(exchange, known)) return;
  yield violation({
    rule: "relation",
    message: `${exchange.operation ?? "a request"} returns a record of another organization${known === undefined ? "" : `: ${known.owner.operation ?? "a request"} of that organization shows the same one`}`,
    exchange,
    ...(known === undefined ? {} : { also: [known.owner] }),
    expected: "a refusal",
    actual: `${statusOf(exchange)} with the id of the path`,
  });
};
