import { expect, test } from "vitest";
import { variantOf } from "../../../src/core/shapes/variant.ts";

const list = "https://donation.example/api/Gift/list";

test.each([
  [list, undefined, ""],
  [`${list}?Take=1&IncludeDetails=false&Filter=`, undefined, ""],
  [`${list}?IncludeDetails=true`, undefined, "details"],
  [`${list}?includedetails=True&Take=1#top`, undefined, "details"],
  [`${list}?Take=1&IncludeDetails=%74rue&Filt%65r=a`, undefined, "details filter"],
  [`${list}?Filter=a+b%2Bc`, undefined, "filter"],
  [list, { includeDetails: true, selectedColumns: ["id"], groups: [{}] }, "details columns filter"],
  [list, { includeDetails: false, selectedColumns: [], groups: [] }, ""],
])("%s with %j asks for the variant %j", (url, body, expected) => {
  expect(variantOf({ url, body })).toBe(expected);
});
