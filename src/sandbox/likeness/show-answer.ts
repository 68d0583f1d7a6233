import type { BuiltinInterface } from "../../builtin/interface-name.ts";
import type { Counts, ShapeFileAnswer } from "../../core/shapes/shape-file.ts";
import { parseJson } from "../../core/model/json-object.ts";
import type { FaultRequest, FaultAnswer } from "../../builtin/faults/fault.ts";
import { inventBy } from "./invent.ts";
import { imitate, type Imitation } from "./imitate.ts";
import type { ShapeNode } from "./shape-node.ts";
import type { PooledShares } from "./pooled-shares.ts";
import { isStoredField } from "./stored-nulls.ts";
import type { WrittenRecords } from "./written-records.ts";

/** What was seen of one operation, status and variant. */
export interface Answered {
  readonly answer: ShapeFileAnswer;
  readonly interface: BuiltinInterface;
  /** Undefined if no body was counted. */
  readonly tree: ShapeNode | undefined;
  readonly shares: PooledShares;
}

/** Headers that any HTTP server may set or leave out. */
const transportHeaders: ReadonlySet<string> = new Set([
  "content-type",
  "content-length",
  "date",
  "connection",
]);

/** Fewer answers do not prove that a header is never present. */
const enoughAnswers = 20;

const rateOf = (rates: Counts | undefined, name: string): string | undefined =>
  Object.keys(rates ?? {})
    .find((figure) => figure.startsWith(`${name}: `))
    ?.slice(name.length + 2);

const likeHeaders = (headers: Headers, { answers, headers: seen = {}, rates }: ShapeFileAnswer): Headers => {
  const shown = new Headers(headers);
  for (const name of headers.keys()) {
    const figure = rateOf(rates, name);
    if (figure !== undefined) shown.set(name, figure);
    else if (answers >= enoughAnswers && !Object.hasOwn(seen, name) && !transportHeaders.has(name))
      shown.delete(name);
  }
  return shown;
};

/** The body to send; a text that replaces an object is not JSON. */
const withBody = (outgoing: FaultAnswer, before: unknown, after: unknown): FaultAnswer => {
  if (after === before) return outgoing;
  const { headers } = outgoing;
  if (typeof after !== "string" && after !== undefined) return { ...outgoing, body: JSON.stringify(after) };
  if (after === undefined) headers.delete("content-type");
  else headers.set("content-type", "text/plain; charset=utf-8");
  return { ...outgoing, body: after ?? "" };
};

const hasOther = (status: number, other: number): boolean =>
  Math.floor(status / 100) !== Math.floor(other / 100);

/** An invented body, like those of the target's answers with this status. */
const inventedBody = ({ answer, tree }: Answered, seed: number): unknown => {
  return tree === undefined ? undefined : inventBy(tree, seed, `body ${answer.operation} ${answer.status}`);
};

/**
 * The sandbox's answer with another status of the target. If both statuses mean the same, the body stays; otherwise it
 * is invented.
 */
export const withStatus = (
  own: FaultAnswer,
  status: number,
  answered: Answered | undefined,
  seed: number,
): FaultAnswer => {
  const headers = new Headers(own.headers);
  if (answered?.answer.headers?.["retry-after"] !== undefined) headers.set("retry-after", "1");
  if (status !== 204 && !hasOther(status, own.status)) return { ...own, status, headers };
  const body = status === 204 || answered === undefined ? undefined : inventedBody(answered, seed);
  if (body !== undefined && typeof body !== "string") headers.set("content-type", "application/json");
  return withBody({ status, headers, body: own.body }, own, body);
};

export interface Imitating {
  readonly seed: number;
  readonly written: WrittenRecords;
  readonly isOn: (answered: Answered, pointer: string, trait: string) => "none" | "on" | "off";
}

const presenceOf = ({ status, variant = "" }: ShapeFileAnswer): Imitation["presence"] => {
  if (variant.includes("columns")) return "as it is";
  return status >= 400 ? "always or never" : "by share";
};

/** The sandbox's answer with the target's headers and body. */
export const showAnswer = (
  incoming: FaultRequest,
  outgoing: FaultAnswer,
  answered: Answered,
  { seed, written, isOn }: Imitating,
): FaultAnswer => {
  const { answer, tree, shares } = answered;
  const headed = { ...outgoing, headers: likeHeaders(outgoing.headers, answer) };
  const body = parseJson(outgoing.body);
  if (tree === undefined || body === undefined) return headed;
  const imitation: Imitation = {
    seed,
    interface: answered.interface,
    shares,
    deviation: (pointer, trait) => isOn(answered, pointer, trait),
    isWritten: (record) => written.has(record),
    isStored: (pointer) => isStoredField(answer.operation, pointer),
    presence: presenceOf(answer),
  };
  const record = `${incoming.method} ${incoming.url.pathname}${incoming.url.search}`;
  const around = { record, hasId: false, path: "" };
  return withBody(headed, body, imitate(body, tree, around, imitation));
};
