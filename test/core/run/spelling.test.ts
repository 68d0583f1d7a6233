import * as fc from "fast-check";
import { expect, test } from "vitest";
import type { WireRequest } from "../../../src/core/model/transport.ts";
import { spelled } from "../../../src/core/run/spelling.ts";
import { codePoint } from "../../code-point.ts";

const request = (parts: Partial<WireRequest>): WireRequest => ({
  interface: "shop",
  operation: "one",
  effect: "read",
  method: "GET",
  url: "https://shop.example.org/1/orders/1",
  headers: { accept: "application/json", "content-type": "application/json", authorization: "Bearer t" },
  pathParameters: {},
  asItComes: false,
  ...parts,
});

const parameters = fc.array(fc.tuple(fc.string({ unit: codePoint }), fc.string({ unit: codePoint })), {
  minLength: 1,
});

test("JSON in another writing is the same value", () => {
  fc.assert(
    fc.property(fc.json({ stringUnit: codePoint }), (body) => {
      for (const how of ["json-order", "json-space", "json-escapes"] as const)
        expect(JSON.parse(spelled(request({ body }), [how]).body ?? "")).toEqual(JSON.parse(body));
    }),
  );
});

test("all JSON writings together are the same value", () => {
  const body = '{"a":["🙂\\"",{"b":1e3}],"c":"\\\\u0041"}';
  const { body: written = "" } = spelled(request({ body }), ["json-order", "json-space", "json-escapes"]);
  expect(written).toMatch(/^\s/);
  expect(written).toContain(String.raw`\ud83d\ude42`);
  expect(JSON.parse(written)).toEqual(JSON.parse(body));
});

test("a query in another writing has the same parameters", () => {
  fc.assert(
    fc.property(parameters, (pairs) => {
      const url = `https://shop.example.org/?${new URLSearchParams(pairs).toString()}`;
      const sent = [...new URL(url).searchParams];
      const read = (how: Parameters<typeof spelled>[1]) => [
        ...new URL(spelled(request({ url }), how).url).searchParams,
      ];
      expect(read(["query-names", "query-values"])).toEqual(sent);
      expect(read(["query-order"])).toEqual(sent.toReversed());
    }),
  );
});

test("a form in another writing has the same fields", () => {
  fc.assert(
    fc.property(parameters, (pairs) => {
      const body = new URLSearchParams(pairs).toString();
      const fields = [...new URLSearchParams(body)];
      const read = (how: Parameters<typeof spelled>[1]) => [
        ...new URLSearchParams(spelled(request({ body }), how).body),
      ];
      expect(read(["form-encoding"])).toEqual(fields);
      expect(read(["form-order"])).toEqual(fields.toReversed());
    }),
  );
});

test("of a path the parameter alone is encoded", () => {
  const { url } = spelled(request({ pathParameters: { id: "1" } }), ["path-encoding"]);
  expect(url).toBe("https://shop.example.org/1/orders/%31");
});

test("names of headers are written last, and media types stay what they are", () => {
  expect(spelled(request({}), ["header-names", "accept-anything", "media-type-case"]).headers).toEqual({
    ACCEPT: "*/*",
    "CONTENT-TYPE": 'Application/Json;charset="UTF-8"',
    AUTHORIZATION: "Bearer t",
  });
});

test("a request without what a writing is of stays as it is", () => {
  expect(spelled(request({}), ["json-escapes", "form-order", "query-order", "path-encoding"])).toEqual(
    request({}),
  );
});
