import { expect, test } from "vitest";
import { fieldNames } from "../../../src/builtin/documents.ts";
import { isRateHeader, shownHeaders, shownMediaType } from "../../../src/core/privacy/shown-headers.ts";

test("what belongs to the protocol is shown in full", () => {
  const headers = {
    "content-type": "application/problem+json; charset=utf-8",
    "content-length": "1234",
    "retry-after": "Fri, 31 Dec 1999 23:59:59 GMT",
    "x-ratelimit-remaining": "4999",
    "cache-control": "private, max-age=0",
  };
  expect(shownHeaders(headers, fieldNames.isHeader)).toEqual(headers);
});

test("anything else is shown by its length, wherever it is", () => {
  expect(
    shownHeaders(
      {
        "content-type": "application/json; x=Jane Doe",
        "retry-after": "Jane Doe",
        "x-ratelimit-limit": "12345678",
        "cache-control": "private, jane",
        etag: '"jane"',
        "x-jane-doe": "1",
        "x-john-doe": "12",
      },
      fieldNames.isHeader,
    ),
  ).toEqual({
    "content-type": "string(28)",
    "retry-after": "string(8)",
    "x-ratelimit-limit": "string(8)",
    "cache-control": "string(13)",
    etag: "string(6)",
    "header(10)": "string(1)",
    "header(10) 2": "string(2)",
  });
});

test.each([
  ["application/json", "application/json"],
  ["Application/Problem+JSON ; charset=utf-8", "Application/Problem+JSON"],
  ["text/html; jane=doe", "text/html"],
  ["application/jane.doe", undefined],
  ["application/jane+json", undefined],
  ["jane", undefined],
  ["", undefined],
])("of the media type %j %j is shown", (value, shown) => {
  expect(shownMediaType(value)).toBe(shown);
});

test.each([
  ["x-ratelimit-limit-hour", true],
  ["ratelimit", true],
  ["x-ratelimit-jane", false],
])("that %s is about a limit: %j", (name, is) => {
  expect(isRateHeader(name)).toBe(is);
});
