import { expect, it } from "vitest";
import { leaksIn } from "./leaks.ts";

const held = (text: string): number => leaksIn([["here", text]], ["zqMiddle Name&881", "40711"]).length;

it.each([
  ["as it is", "a zqMiddle Name&881 b"],
  ["in other letters", "ZQMIDDLE NAME&881"],
  ["in an address", "?q=zqMiddle%20Name%26881"],
  ["in a form", "q=zqMiddle+Name%26881"],
  ["in HTML", "<b>zqMiddle Name&amp;881</b>"],
  ["in base64", Buffer.from("zqMiddle Name&881").toString("base64")],
  ["backwards", "188&emaN elddiMqz"],
  ["a half of it", "zqMiddle"],
  ["a number", "id 40711,"],
])("a value is found %s", (_, text) => {
  expect(held(text)).toBeGreaterThan(0);
});

it.each([
  ["an ordinary word of it", "the name"],
  ["digits within a longer number", "1407112"],
  ["nothing of it", "zqMuddle Nane 40712"],
])("%s is no leak", (_, text) => {
  expect(held(text)).toBe(0);
});
