import { readFileSync } from "node:fs";
import { describe, expect, test } from "vitest";
import { parse } from "yaml";
import { operations } from "../../../src/builtin/generated/operations.ts";
import { interfaceNames } from "../../../src/builtin/interface-name.ts";
import type { Operation } from "../../../src/core/model/operation.ts";
import { compiledFor, validateRequestBody, validateResponse } from "../../../src/builtin/validation.ts";

const root = new URL("../../../", import.meta.url);

describe.for(interfaceNames)("the validators of %s", (name) => {
  const text = readFileSync(new URL(`src/builtin/generated/validators/${name}.js`, root), "utf8");

  test("compile nothing at run time and load nothing but small helpers", () => {
    expect(text).not.toMatch(/\brequire\(|new Function|eval\(/);
    const imports = [...text.matchAll(/^import .* from "(.+)";$/gm)].map(([, path]) => path);
    expect(imports.filter((path) => !path?.startsWith("ajv/dist/runtime/"))).toEqual([]);
  });

  test("there is one for every body of every operation", () => {
    const ofInterface = Object.values<Operation>(operations).filter(
      (operation) => operation.interface === name,
    );
    const keys = ofInterface.flatMap(({ requestBody, responses }) => [
      ...(requestBody === undefined ? [] : [requestBody.validator]),
      ...Object.values(responses).flatMap(({ validator }) => (validator === undefined ? [] : [validator])),
    ]);
    const { validators, unions } = compiledFor(name);
    expect(keys.filter((key) => typeof validators[key] !== "function")).toEqual([]);
    expect(
      Object.values(unions)
        .flat()
        .filter((key) => typeof validators[key] !== "function"),
    ).toEqual([]);
  });

  test("a model shared by several bodies is compiled once", () => {
    const { validators } = compiledFor(name);
    const functions = new Set(Object.values(validators));
    expect(functions.size).toBeLessThan(Object.keys(validators).length);
  });
});

interface Media {
  readonly example?: unknown;
  readonly examples?: Readonly<Record<string, { readonly $ref?: string; readonly value?: unknown }>>;
}
interface Part {
  readonly $ref?: string;
  readonly content?: Readonly<Record<string, Media>>;
}
interface Document {
  readonly paths: Readonly<
    Record<
      string,
      Readonly<
        Record<
          string,
          {
            readonly operationId: string;
            readonly requestBody?: Part;
            readonly responses: Readonly<Record<string, Part>>;
          }
        >
      >
    >
  >;
  readonly components: Readonly<
    Record<string, Readonly<Record<string, Part & { readonly value?: unknown }>>>
  >;
}

const documentOf = (name: string): Document =>
  parse(readFileSync(new URL(`specs/${name}.yaml`, root), "utf8")) as Document; // checked by the generators

const follow = (document: Document, part: Part): Part & { readonly value?: unknown } => {
  const [, , section = "", name = ""] = part.$ref?.split("/") ?? [];
  return part.$ref === undefined ? part : (document.components[section]?.[name] ?? {});
};

const jsonExamples = (document: Document, part: Part): readonly unknown[] =>
  Object.entries(follow(document, part).content ?? {})
    .filter(([mediaType]) => mediaType !== "text/plain")
    .flatMap(([, { example, examples }]) => [
      ...(example === undefined ? [] : [example]),
      ...Object.values(examples ?? {}).map(
        (named) => (named.$ref === undefined ? named : follow(document, named)).value,
      ),
    ]);

describe.for(interfaceNames)("the examples in specs/%s.yaml", (name) => {
  const document = documentOf(name);
  const documented = Object.values(document.paths).flatMap((item) => Object.values(item));

  test.for(documented)("are valid for $operationId", ({ operationId, requestBody, responses }) => {
    const requests = requestBody === undefined ? [] : jsonExamples(document, requestBody);
    for (const example of requests) expect(validateRequestBody(operationId, example)).toEqual([]);
    for (const [status, response] of Object.entries(responses))
      for (const example of jsonExamples(document, response))
        expect(validateResponse(operationId, Number(status.replace("XX", "00")), example)).toEqual([]);
    expect(
      Object.values(responses).flatMap((response) => jsonExamples(document, response)).length,
    ).toBeGreaterThan(0);
  });
});
