import { expect, test } from "vitest";
import { mainCredentialKey } from "../../src/builtin/interfaces.ts";
import { type BuiltinInterface, interfaceNames } from "../../src/builtin/interface-name.ts";
import { documentedOperations } from "../../src/builtin/operations.ts";
import { isObject } from "../../src/core/model/json-object.ts";
import type { SandboxOptions } from "../../src/sandbox/options.ts";
import type { Received } from "./ask.ts";
import { violationsOf } from "./crm/crm-bench.ts";
import { bench, isFamilyError, type Bench } from "./support.ts";

/** Parts of an answer's JSON: properties, or values by JSON pointer. `"$name"` keeps a value, or is the kept one. */
type Parts = Readonly<Record<string, unknown>>;

/** An error by its code, or by field and code of its first detail: `"amount NEGATIVE"`. */
type CrmError = string;

/** A CRM, donation or volunteer path with its method, behind the credential's key where it is not the main one. */
type Request = `${string} /${string}`;

/**
 * A request, the body that is sent, and what must be answered. `{name}` stands for a record of the configuration, and
 * `$name` for a kept value. A body of text is sent as it is.
 */
export type Row =
  | readonly [request: Request, status: number, expected?: Parts | CrmError]
  | readonly [request: Request, body: object | string, status: number, expected?: Parts | CrmError];

/** A JSON value with others in place of its texts; matchers stay what they are. */
const mapTexts = (value: unknown, change: (text: string) => unknown): unknown => {
  if (typeof value === "string") return change(value);
  if (Array.isArray(value)) return value.map((inner) => mapTexts(inner, change));
  if (!isObject(value) || Object.getPrototypeOf(value) !== Object.prototype) return value;
  return Object.fromEntries(Object.entries(value).map(([name, inner]) => [name, mapTexts(inner, change)]));
};

const operationOf = (name: BuiltinInterface, method: string, path: string): string | undefined =>
  documentedOperations.find(
    (operation) =>
      operation.interface === name &&
      operation.method === method &&
      new RegExp(`^/${name}${operation.path.replaceAll(/\{\w+\}/g, "[^/]+")}$`).test(path),
  )?.id;

const isPointer = (name: string): boolean => name === "" || name.startsWith("/");

const expectParts = (
  row: string,
  answer: Received,
  parts: Parts,
  kept: Map<string, unknown>,
  filled: (text: string) => unknown,
): void => {
  for (const [name, wanted] of Object.entries(parts)) {
    const shown = answer.at(isPointer(name) ? name : `/${name}`);
    if (typeof wanted === "string" && wanted.startsWith("$") && !kept.has(wanted)) kept.set(wanted, shown);
    expect({ row, name, shown }).toMatchObject({ row, name, shown: mapTexts(wanted, filled) });
  }
};

/** Asks the rows one after the other; every answer must fit the documents, and every refusal the interface's family. */
export const expectRows = async (made: Bench, rows: readonly Row[]): Promise<void> => {
  const kept = new Map<string, unknown>();
  for (const [request, second, third, fourth] of rows) {
    const [body, status, expected] =
      typeof second === "number" ? [undefined, second, third] : [second, third, fourth];
    const [path = "", method = "", key] = request.split(" ").toReversed();
    const name = interfaceNames.find((one) => path.startsWith(`/${one}/`)) ?? "crm";
    const filled = (text: string): unknown => {
      if (!/^\{\w+\}$/.test(text)) return kept.has(text) ? kept.get(text) : text;
      const setting = text.slice(1, -1);
      return made.setting(name, "records", setting) ?? made.setting(name, "scratch", setting) ?? text;
    };
    const sent = mapTexts(body, filled);
    const address = path.replaceAll(/\{\w+\}|\$\w+/g, (part) => String(filled(part)));
    const answer = await made.ask(address, {
      method,
      token: key === "nobody" ? "x" : made.credential(name, key ?? mainCredentialKey(name)),
      ...(sent === undefined ? {} : { body: sent }),
    });
    const row = `${request} ${JSON.stringify(body) ?? ""}`.slice(0, 120);
    expect([row, answer.status, answer.text]).toEqual([row, status, expect.any(String)]);
    const operation = operationOf(name, method, address.replace(/\?.*/, ""));
    if (operation !== undefined) expect([row, violationsOf(operation, answer, sent)]).toEqual([row, []]);
    if (answer.status >= 400) expect([row, isFamilyError(name, answer)]).toEqual([row, true]);
    if (typeof expected === "object") expectParts(row, answer, expected, kept, filled);
    if (typeof expected === "string") expectError(row, answer, expected);
  }
};

const expectError = (row: string, { at }: Received, expected: CrmError): void => {
  const [code, detail] = expected.includes(" ") ? ["VALIDATION_FAILED", expected] : [expected];
  expect([row, at("/error/code")]).toEqual([row, code]);
  const shown = `${String(at("/error/details/0/field"))} ${String(at("/error/details/0/code"))}`;
  if (detail !== undefined) expect([row, shown]).toEqual([row, detail]);
};

/** Tests by what they show: rows that a sandbox of their own is asked. */
export const testRows = (
  table: Readonly<Record<string, readonly Row[]>>,
  assumptions: NonNullable<SandboxOptions["assumptions"]> = {},
): void => {
  test.each(Object.entries(table))("%s", async (_, rows) => expectRows(bench({ assumptions }), rows));
};

/** A body that would do is refused with each of these values of a field, by the field and the code. */
export const refused = (
  request: Request,
  good: object,
  table: Readonly<Record<string, readonly unknown[]>>,
): readonly Row[] =>
  Object.entries(table).flatMap(([error, values]) =>
    values.map((value): Row => {
      const [field = ""] = error.split(" ");
      return [request, { ...good, [field]: value }, 422, error];
    }),
  );
