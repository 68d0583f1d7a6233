import { expect, test } from "vitest";
import { unseenFields } from "../../src/checks/support/contact-models.ts";
import { contact } from "./kit/crm-models.ts";
import { exchangeOf } from "./kit/judge-example.ts";
import { loadTools } from "./support/recorded.ts";

const tools = await loadTools();

const warnings = (...bodies: readonly object[]) => {
  const sample = unseenFields("Contact")();
  for (const body of bodies) sample.see(exchangeOf({ operation: "getContact", body }), tools);
  return [...(sample.judge?.() ?? [])].map(({ severity, pointer, message }) => [severity, pointer, message]);
};

const without = (name: string, id = 1): object =>
  Object.fromEntries(Object.entries({ ...contact, id }).filter(([key]) => key !== name));

test.for<[string, readonly object[], readonly unknown[]]>([
  ["nothing was read", [], []],
  ["every record has it", [contact], []],
  ["one of two records has it", [without("informalName"), { ...contact, id: 2 }], []],
  ["it is null", [{ ...contact, website: null }], []],
  ["it is spelt otherwise, which is an error of its own", [{ ...without("website"), Website: "" }], []],
  [
    "no record has it",
    [without("informalName"), without("informalName", 2), without("informalName", 2)],
    [["warning", "/informalName", "none of the 2 Contact records that the run has read has informalName"]],
  ],
  [
    "the only record lacks it",
    [without("informalName")],
    [["warning", "/informalName", "the only Contact record that the run has read has no informalName"]],
  ],
  ["it is no contact at all", [{ other: 1 }], []],
])("%s", ([, bodies, expected]) => expect(warnings(...bodies)).toEqual(expected));
