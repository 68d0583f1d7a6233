/**
 * Measures the reader of OpenAPI documents and `diff` on documents of others:
 *
 *     node scripts/document-corpus.ts read DOCUMENT…        which are read, how long and with how much memory; which not, and why
 *     node scripts/document-corpus.ts pairs OLD NEW …       what changed, and which operations differ of which no entry says so
 *
 * A walker of its own, which knows nothing of the normal form, says which operations differ: by the text of everything
 * that they refer to, without what is for people. What it names alone must be a mere rewriting.
 */
import { createHash } from "node:crypto";
import { readFileSync } from "node:fs";
import { parse } from "yaml";
import { isObject, type JsonObject } from "../src/core/model/json-object.ts";
import { UsageError } from "../src/core/model/usage-error.ts";
import { valueAtPointer } from "../src/core/formats/json-pointer.ts";
import { compareDocuments, operationName } from "../src/consumers/diff/compare-documents.ts";
import type { ApiDocument } from "../src/documents/document.ts";
import { readDocument } from "../src/documents/read-document.ts";

const write = (line: string): void => void process.stdout.write(`${line}\n`);

const { signal } = new AbortController();

const open = (path: string): Promise<ApiDocument> => readDocument(path, { cwd: process.cwd(), signal });

const measured = async <Result>(work: () => Promise<Result> | Result) => {
  const start = performance.now();
  const result = await work();
  const seconds = ((performance.now() - start) / 1000).toFixed(1);
  return { result, cost: `${seconds} s, ${Math.round(process.memoryUsage().rss / 1e6)} MB` };
};

const readAll = async (paths: readonly string[]): Promise<void> => {
  let count = 0;
  for (const path of paths)
    try {
      const { result, cost } = await measured(() => open(path));
      const { dialect, operations, models, notes } = result;
      count += 1;
      write(
        `${path}: ${dialect}, ${operations.length} operations, ${models.size} models, ${notes.length} notes, ${cost}`,
      );
    } catch (error) {
      if (!(error instanceof UsageError)) throw error;
      write(`NOT READ ${error.line}`);
    }
  write(`${count} of ${paths.length} read`);
};

/** Keys for people, where they are no names of properties. */
const forPeople = new Set([
  "description",
  "summary",
  "title",
  "example",
  "examples",
  "externalDocs",
  "tags",
  "x-examples",
]);

const namesInside = new Set([
  "properties",
  "patternProperties",
  "schemas",
  "responses",
  "parameters",
  "headers",
  "callbacks",
]);

/** The text of an object without what is for people, and with the keys of what it refers to. */
const plain = (value: unknown, references: Set<string>, isNames = false): unknown => {
  if (Array.isArray(value)) return value.map((item) => plain(item, references));
  if (!isObject(value)) return value;
  if (typeof value["$ref"] === "string" && !isNames) references.add(value["$ref"]);
  return Object.fromEntries(
    Object.entries(value)
      .filter(([key]) => isNames || (!forPeople.has(key) && !key.startsWith("x-")))
      .toSorted(([one], [other]) => (one < other ? -1 : 1))
      .map(([key, inner]) => [key, plain(inner, references, !isNames && namesInside.has(key))]),
  );
};

const digest = (value: unknown): string => createHash("sha1").update(JSON.stringify(value)).digest("hex");

/** A digest of each operation with everything that it refers to, by method and path. */
const walked = (root: JsonObject): ReadonlyMap<string, string> => {
  const texts = new Map<string, readonly [string, ReadonlySet<string>]>();
  const textOf = (reference: string): readonly [string, ReadonlySet<string>] => {
    const found = texts.get(reference);
    if (found !== undefined) return found;
    const references = new Set<string>();
    const text = digest(
      plain(valueAtPointer(root, decodeURIComponent(reference.slice(1))), references) ?? null,
    );
    texts.set(reference, [text, references]);
    return [text, references];
  };
  const paths = isObject(root["paths"]) ? root["paths"] : {};
  return new Map(
    Object.entries(paths).flatMap(([path, item]) =>
      Object.entries(isObject(item) ? item : {})
        .filter(([method]) => /^(?:get|put|post|delete|patch|head|options|trace)$/.test(method))
        .map(([method, operation]): [string, string] => {
          const references = new Set<string>();
          const own = plain([operation, isObject(item) ? item["parameters"] : []], references);
          // Iteration of a set includes entries added meanwhile.
          for (const reference of references) for (const inner of textOf(reference)[1]) references.add(inner);
          const all = [...references].toSorted().map((reference) => [reference, textOf(reference)[0]]);
          return [`${method} ${path}`, digest([own, all])];
        }),
    ),
  );
};

const rootOf = (path: string): JsonObject => {
  const text = readFileSync(path, "utf8");
  const root: unknown = text.trimStart().startsWith("{")
    ? JSON.parse(text)
    : parse(text, { maxAliasCount: -1 });
  return isObject(root) ? root : {};
};

const comparePair = async (old: string, now: string): Promise<void> => {
  const { result: documents, cost: reading } = await measured(async () => ({
    old: await open(old),
    new: await open(now),
  }));
  const { result: changes, cost } = await measured(() => compareDocuments(documents));
  const breaking = changes.filter(({ consumers }) => consumers === "breaking").length;
  write(
    `${now}: ${documents.new.operations.length} operations, ${changes.length} entries, ${breaking} break consumers`,
  );
  write(`  read in ${reading}; compared in ${cost}`);
  const [before, after] = [walked(rootOf(old)), walked(rootOf(now))];
  const differing = [...new Set([...before.keys(), ...after.keys()])].filter(
    (key) => before.get(key) !== after.get(key),
  );
  const named = new Set(changes.flatMap(({ operations }) => operations));
  const names = new Map(
    [...documents.old.operations, ...documents.new.operations].map((operation) => [
      `${operation.method.toLowerCase()} ${operation.path}`,
      operationName(operation),
    ]),
  );
  const silent = differing.filter((key) => !named.has(names.get(key) ?? ""));
  write(`  ${differing.length} operations differ in their texts, of ${silent.length} no entry says so`);
  for (const key of silent.slice(0, 10)) write(`    ${key}`);
};

const [mode, ...paths] = process.argv.slice(2);
if (mode === "read") await readAll(paths);
else if (mode === "pairs")
  for (let at = 0; at + 1 < paths.length; at += 2) await comparePair(paths[at] ?? "", paths[at + 1] ?? "");
else write("node scripts/document-corpus.ts read DOCUMENT… | pairs OLD NEW …");
