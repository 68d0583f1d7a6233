import { isDeepStrictEqual } from "node:util";
import { tokensOf } from "../core/formats/json-pointer.ts";
import { isObject, own } from "../core/model/json-object.ts";
import { bodyContent } from "../contracts/checks/input.ts";
import { isPatchBody } from "../contracts/checks/patch-bodies.ts";
import type { ApiOperation } from "../documents/document.ts";
import type { SentBody } from "./bodies.ts";
import type { Schemas } from "./schemas.ts";

/** A value that a patch could not be applied to, and why. */
export interface UnfitPatch {
  readonly unfit: string;
  /** Whether a value is another than the patch expects, rather than the patch wrong in itself. */
  readonly isTest: boolean;
}

export const isUnfit = (result: object): result is UnfitPatch => "isTest" in result && "unfit" in result;

interface Operation {
  readonly op: string;
  readonly path: string;
  readonly from: string;
  readonly value: unknown;
}

class Unfit extends Error {
  readonly isTest: boolean;

  constructor(message: string, isTest = false) {
    super(message);
    this.isTest = isTest;
  }
}

/** The operations of a body that is a patch, by its media type or by what its schema says of its items; else undefined. */
export const patchIn = (
  body: SentBody | undefined,
  operation: ApiOperation,
  { reading }: Schemas,
): readonly unknown[] | undefined => {
  if (body === undefined || !("value" in body) || !Array.isArray(body.value)) return undefined;
  const schema = bodyContent(operation, body.mediaType)?.schema;
  return isPatchBody(body.mediaType, schema, reading) ? body.value : undefined;
};

/** Characters of JSON that a patch may come to: each copy of a value that holds copies doubles it. */
const mostCharacters = 10_000_000;

const textLength = (value: unknown): number => JSON.stringify(value).length;

/** Counts what a patch adds to a value, before it is added. */
class Growth {
  #characters: number;

  constructor(target: unknown) {
    this.#characters = textLength(target);
  }

  /** @throws Unfit for more than is kept */
  by(value: unknown): unknown {
    this.#characters += textLength(value);
    if (this.#characters > mostCharacters)
      throw new Unfit(`The patch makes more than ${mostCharacters} characters of JSON.`);
    return value;
  }
}

const isPointer = (value: unknown): value is string => typeof value === "string" && /^(?:\/|$)/.test(value);

const operationOf = (value: unknown): Operation => {
  const { op, path, from, value: given } = isObject(value) ? value : {};
  if (typeof op !== "string" || !isPointer(path))
    throw new Unfit("An operation has no op, or no path that is a JSON pointer.");
  if (
    op !== "remove" &&
    op !== "move" &&
    op !== "copy" &&
    (!isObject(value) || !Object.hasOwn(value, "value"))
  )
    throw new Unfit(`${op} has no value.`);
  if ((op === "move" || op === "copy") && !isPointer(from))
    throw new Unfit(`${op} has no from that is a JSON pointer.`);
  return { op, path, from: isPointer(from) ? from : "", value: given };
};

const indexIn = (list: readonly unknown[], token: string, mayEnd: boolean): number => {
  const index = token === "-" && mayEnd ? list.length : /^(?:0|[1-9]\d*)$/.test(token) ? Number(token) : -1;
  if (index < 0 || index >= list.length + (mayEnd ? 1 : 0)) throw new Unfit("A path leads nowhere.");
  return index;
};

const valueAt = (target: unknown, [token, ...rest]: readonly string[]): unknown => {
  if (token === undefined) return target;
  if (Array.isArray(target)) return valueAt(target[indexIn(target, token, false)], rest);
  if (!isObject(target) || !Object.hasOwn(target, token)) throw new Unfit("A path leads nowhere.");
  return valueAt(own(target, token), rest);
};

/** What is changed at the end of a path. */
type Edit = (holder: unknown, token: string) => unknown;

const edited = (target: unknown, [token, ...rest]: readonly string[], edit: Edit): unknown => {
  if (token === undefined) throw new Unfit("A patch cannot take the place of the whole.");
  if (rest.length === 0) return edit(target, token);
  const inner = edited(valueAt(target, [token]), rest, edit);
  if (Array.isArray(target)) return target.with(indexIn(target, token, false), inner) as unknown[];
  return isObject(target) ? { ...target, [token]: inner } : target;
};

const adding =
  (value: unknown): Edit =>
  (holder, token) => {
    if (Array.isArray(holder)) return holder.toSpliced(indexIn(holder, token, true), 0, value) as unknown[];
    if (!isObject(holder)) throw new Unfit("A path leads nowhere.");
    return { ...holder, [token]: value };
  };

const removing: Edit = (holder, token) => {
  valueAt(holder, [token]);
  if (Array.isArray(holder)) return holder.toSpliced(indexIn(holder, token, false), 1) as unknown[];
  return isObject(holder)
    ? Object.fromEntries(Object.entries(holder).filter(([name]) => name !== token))
    : holder;
};

const applied = (target: unknown, { op, path, from, value }: Operation, growth: Growth): unknown => {
  const tokens = tokensOf(path);
  switch (op) {
    case "add":
      return edited(target, tokens, adding(growth.by(value)));
    case "remove":
      return edited(target, tokens, removing);
    case "replace":
      return edited(edited(target, tokens, removing), tokens, adding(value));
    case "copy":
      return edited(target, tokens, adding(growth.by(valueAt(target, tokensOf(from)))));
    case "move":
      return edited(
        edited(target, tokensOf(from), removing),
        tokens,
        adding(valueAt(target, tokensOf(from))),
      );
    case "test":
      if (isDeepStrictEqual(valueAt(target, tokens), value)) return target;
      throw new Unfit("A value is another than the patch expects.", true);
    default:
      throw new Unfit(`${op} is no operation of a patch.`);
  }
};

/** A value with a patch applied to it (RFC 6902): all of it, or nothing. */
export const withJsonPatch = (
  target: unknown,
  patch: readonly unknown[],
): { readonly value: unknown } | UnfitPatch => {
  try {
    const growth = new Growth(target);
    return {
      value: patch
        .map(operationOf)
        .reduce<unknown>((value, operation) => applied(value, operation, growth), target),
    };
  } catch (thrown) {
    if (!(thrown instanceof Unfit)) throw thrown;
    return { unfit: thrown.message, isTest: thrown.isTest };
  }
};
