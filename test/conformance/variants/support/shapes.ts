import { operations, type OperationId } from "../../../../src/builtin/generated/operations.ts";
import type { BuiltinInterface } from "../../../../src/builtin/interface-name.ts";
import type { FaultRequest, FaultAnswer } from "../../../../src/builtin/faults/fault.ts";
import { parse, withJson } from "../../../../src/builtin/faults/support/answers.ts";
import type { Wrap } from "../variant.ts";

export type Json = Readonly<Record<string, unknown>>;

export const isObject = (value: unknown): value is Json =>
  typeof value === "object" && value !== null && !Array.isArray(value);

/** The operations of an interface. */
export const operationsOf = (name: BuiltinInterface): readonly OperationId[] =>
  Object.values(operations)
    .filter((operation) => operation.interface === name)
    .map(({ id }) => id);

const isOf = ({ operation }: FaultRequest, of: readonly OperationId[]): boolean =>
  operation !== undefined && of.includes(operation);

/** Changes the answers of some operations; a change may ask the sandbox again. */
export const answers =
  (
    of: readonly OperationId[],
    change: (outgoing: FaultAnswer, incoming: FaultRequest) => FaultAnswer | Promise<FaultAnswer>,
  ): Wrap =>
  (next) =>
  async (incoming) => {
    const outgoing = await next(incoming);
    return isOf(incoming, of) ? change(outgoing, incoming) : outgoing;
  };

/** Changes the JSON bodies of the successes of some operations. */
export const successes = (
  of: readonly OperationId[],
  change: (body: unknown, incoming: FaultRequest) => unknown,
): Wrap =>
  answers(of, (outgoing, incoming) => {
    const body = parse(outgoing.body);
    if (outgoing.status >= 300 || body === undefined) return outgoing;
    return withJson(outgoing, change(body, incoming));
  });

/** Changes the JSON bodies of the errors of some operations, or of those with some statuses. */
export const errors = (
  of: readonly OperationId[],
  statuses: readonly number[] | "all",
  change: (body: unknown, outgoing: FaultAnswer) => unknown,
): Wrap =>
  answers(of, (outgoing) => {
    const body = parse(outgoing.body);
    const isMeant = statuses === "all" ? outgoing.status >= 400 : statuses.includes(outgoing.status);
    return isMeant && body !== undefined ? withJson(outgoing, change(body, outgoing)) : outgoing;
  });

/** Puts another answer in place of those with some statuses. */
export const instead = (
  of: readonly OperationId[],
  statuses: readonly number[],
  replacement: (outgoing: FaultAnswer) => FaultAnswer,
): Wrap => answers(of, (outgoing) => (statuses.includes(outgoing.status) ? replacement(outgoing) : outgoing));

/** Answers requests of some operations without asking the sandbox, where the answer is not undefined. */
export const intercepting =
  (of: readonly OperationId[], answer: (incoming: FaultRequest) => FaultAnswer | undefined): Wrap =>
  (next) =>
  async (incoming) =>
    (isOf(incoming, of) ? answer(incoming) : undefined) ?? next(incoming);

/** Changes every object of a JSON value, the innermost first. */
export const mapObjects = (
  value: unknown,
  change: (object: Json, depth: number) => unknown,
  depth = 0,
): unknown => {
  if (Array.isArray(value)) return value.map((inner) => mapObjects(inner, change, depth + 1));
  if (!isObject(value)) return value;
  const entries = Object.entries(value).map(([name, inner]) => [name, mapObjects(inner, change, depth + 1)]);
  return change(Object.fromEntries(entries), depth);
};

/** Changes every string of a JSON value, given the name of its property. */
export const mapStrings = (
  value: unknown,
  change: (text: string, name: string) => unknown,
  name = "",
): unknown => {
  if (typeof value === "string") return change(value, name);
  if (Array.isArray(value)) return value.map((inner) => mapStrings(inner, change, name));
  if (!isObject(value)) return value;
  return Object.fromEntries(
    Object.entries(value).map(([key, inner]) => [key, mapStrings(inner, change, key)]),
  );
};

/** Whether a request is for a documented operation of an interface. */
export const isAt = ({ operation, url }: FaultRequest, name: BuiltinInterface): boolean =>
  operation !== undefined && url.pathname.startsWith(`/${name}/`);

/** The fields of a form that was sent urlencoded. */
export const formOf = ({ body, headers }: FaultRequest): URLSearchParams =>
  new URLSearchParams(headers.get("content-type")?.includes("urlencoded") === true ? body : "");

/** A number from 0 to 999 that a text decides. */
export const lot = (text: string): number =>
  [...text].reduce((sum, letter) => (sum * 31 + (letter.codePointAt(0) ?? 0)) % 1009, 7) % 1000;

/** The token that a request bears, or the empty text. */
export const tokenOf = ({ headers }: FaultRequest): string =>
  (headers.get("authorization") ?? "").replace(/^Bearer /, "");
