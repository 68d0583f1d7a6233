import { inspect } from "node:util";
import type { Random } from "../../src/serving/random.ts";

/** Thrown by the values' own code; whoever calls it may pass it on. */
export class OwnError extends Error {}

type Makers = readonly [() => unknown, ...(() => unknown)[]];

const texts = [
  "",
  " ",
  "\0",
  "a\0b",
  "\ud800",
  "a\udfffb",
  "\u202e",
  "\r\n",
  "\u001b[31m",
  "__proto__",
  "constructor",
  "toString",
  "hasOwnProperty",
  "null",
  "undefined",
  "NaN",
  "1e300",
  "-0",
  "-1",
  "9".repeat(400),
  "x".repeat(70_000),
  "%00",
  "%",
  "../..",
  ".",
  "/dev/null",
  "/dev/zero",
  "none.yaml",
  "file:///dev/zero",
  "http://127.0.0.1:1",
  "http://[::1",
  "https://",
  "ftp://127.0.0.1",
  "http://a:b@127.0.0.1:1/?q#f",
  "2025-01-31",
  "2025-02-30",
  "9999-12-31T23:59:59Z",
  "+275760-09-13",
  "${HOME}",
  "${",
  "{{}}",
  "*",
  "[",
  "(?<",
  "CRM-01",
  "crm",
  "\u{1f600}".repeat(9),
] as const;

const numbers = [
  0,
  -0,
  1,
  -1,
  0.5,
  7,
  255,
  65_536,
  2 ** 31,
  2 ** 32,
  2 ** 53,
  Number.MAX_VALUE,
  1e300,
  5e-324,
  8.64e15 + 1,
] as const;

export const anyText = (random: Random): string =>
  random.chance(0.8) ? random.pick(texts) : random.token(random.integer(0, 40));

/** Anything that JSON can say. */
export const anyJson = (random: Random, depth = 3): unknown => {
  const makers: Makers = [
    () => null,
    () => random.chance(0.5),
    () => random.pick(numbers),
    () => anyText(random),
    () => anyText(random),
  ];
  if (depth === 0 || random.chance(0.5)) return random.pick(makers)();
  if (random.chance(0.03)) return nested(random);
  if (random.chance(0.03)) return Array.from({ length: 20_000 }, () => 0);
  const length = random.integer(0, 4);
  if (random.chance(0.5)) return Array.from({ length }, () => anyJson(random, depth - 1));
  const entries = Array.from({ length }, () => [anyText(random), anyJson(random, depth - 1)] as const);
  return Object.fromEntries(entries);
};

const nested = (random: Random): unknown => {
  let value: unknown = null;
  const key = random.chance(0.5) ? "a" : undefined;
  for (let depth = 0; depth < 3000; depth += 1) value = key === undefined ? [value] : { [key]: value };
  return value;
};

const throwing = (): never => {
  throw new OwnError("of the caller");
};

/** The name that makes a promise of an object, for whoever awaits it. */
const thenable = ["th", "en"].join("");

class Instance {
  readonly name = "x";
  get other(): string {
    return throwing();
  }
}

/** Anything that a program without types can pass. */
export const anyValue = (random: Random, depth = 3): unknown => {
  if (random.chance(0.4)) return anyJson(random, depth);
  const inner = (): unknown => (depth === 0 ? undefined : anyValue(random, depth - 1));
  const makers: Makers = [
    () => undefined,
    () => Number.NaN,
    () => -Infinity,
    () => 10n ** 30n,
    () => Symbol("s"),
    () => () => inner(),
    () => throwing,
    () => async () => throwing(),
    () => new Promise(() => undefined),
    () => new Instance(),
    () => Instance,
    () => new Date(Number.NaN),
    () => new Map([["a", inner()]]),
    () => new Set([inner()]),
    () => new Uint8Array(random.integer(0, 9)),
    () => Buffer.from("\u00ff"),
    () => /x/g,
    () => new Error("x"),
    () => new URL("http://127.0.0.1:1"),
    () => new AbortController().signal,
    () => AbortSignal.abort(),
    () => Object.create(null) as unknown,
    () => Object.freeze({ a: inner() }),
    () => Object.defineProperty({}, anyText(random), { get: throwing, enumerable: true }),
    () => new Proxy({}, { get: throwing, has: throwing, ownKeys: throwing, getPrototypeOf: throwing }),
    () => new Proxy([], {}),
    () => ({ toString: throwing, valueOf: throwing, toJSON: throwing }),
    () => ({ [thenable]: (resolve: (value: unknown) => void) => resolve(inner()) }),
    () => ({ [Symbol.iterator]: throwing, length: 3 }),
    () => [inner(), inner()],
    () => Array.from({ length: 3 }),
    () => ({ [anyText(random)]: inner() }),
    () => {
      const ring: Record<string, unknown> = {};
      ring["a"] = ring;
      return ring;
    },
  ];
  return random.pick(makers)();
};

/** Whether a value is an object as it is written, whose code is nobody's. */
export const isPlain = (value: unknown): value is Readonly<Record<string, unknown>> => {
  try {
    return typeof value === "object" && value !== null && Object.getPrototypeOf(value) === Object.prototype;
  } catch {
    return false;
  }
};

/** The value, with one thing in it replaced, added or left out. */
export const mutated = (random: Random, value: unknown, other: (random: Random) => unknown): unknown => {
  const keys = isPlain(value)
    ? Object.keys(value)
    : Array.isArray(value)
      ? [...value.keys()].map(String)
      : [];
  const [first, ...rest] = keys;
  if (random.chance(0.25) || (!isPlain(value) && !Array.isArray(value))) return other(random);
  const key = first === undefined || random.chance(0.1) ? anyText(random) : random.pick([first, ...rest]);
  const copy = Array.isArray(value) ? [...(value as unknown[])] : { ...value };
  const old: unknown = Object.getOwnPropertyDescriptor(copy, key)?.value;
  if (random.chance(0.1)) Reflect.deleteProperty(copy, key);
  else
    Object.defineProperty(copy, key, {
      value: mutated(random, old, other),
      enumerable: true,
      configurable: true,
      writable: true,
    });
  return copy;
};

/** A value in a line. */
export const shown = (value: unknown): string => {
  try {
    return inspect(value, { depth: 3, breakLength: Infinity, maxStringLength: 60, maxArrayLength: 5 }).slice(
      0,
      600,
    );
  } catch {
    return "something that cannot be shown";
  }
};
