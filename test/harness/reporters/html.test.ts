import { expect, test } from "vitest";
import { loadPageAssets } from "../../../src/harness/reporters/html/assets.ts";
import { htmlHistory } from "../../../src/harness/reporters/html/history-page.ts";
import { htmlReport } from "../../../src/harness/reporters/html/html.ts";
import { fieldsOf, hostile, redNight, tool } from "./html-input.ts";
import { recordingInput, redInput } from "./input.ts";

const assets = loadPageAssets();

test("the page is whole and asks for nothing from anywhere", () => {
  const page = htmlReport(redNight, assets);
  const outside = [...page.matchAll(/(?:src|href)\s*=\s*"([^"]*)"/g)].map(([, address]) => address);
  for (const address of outside) expect(address).toMatch(/^(?:#|data:,$)/);
  expect(page).toContain("default-src &#39;none&#39;");
  expect(page).toContain("Copyright (c)");
  expect(page).toContain("contact note 10: put back");
  expect(htmlReport({ ...redNight, history: [] }, assets)).not.toContain("Copyright (c)");
});

const dataIn = (page: string): { readonly history: readonly Readonly<Record<string, unknown>>[] } =>
  // What the page's script reads.
  JSON.parse(/<script type="application\/json" id="data">(.*?)<\/script>/s.exec(page)?.[1] ?? "") as {
    history: Readonly<Record<string, unknown>>[];
  };

test("a page of histories has a gap for every failed run, a line for every release, and each run in a table", () => {
  const page = htmlHistory("listDonors", fieldsOf(1), tool, assets);
  const [only] = dataIn(page).history;
  expect(only).toMatchObject({ releases: [{ version: "1.3.0" }], fields: [{ types: [] }] });
  const columns = [
    (only as { standing: unknown[] }).standing,
    ...(only as { fields: { present: unknown[]; nulls: unknown[] }[] }).fields.flatMap(
      ({ present, nulls }) => [present, nulls],
    ),
  ];
  for (const column of columns)
    expect([column.length, column.indexOf(null), column.lastIndexOf(null)]).toEqual([30, 12, 12]);
  expect(columns[1]?.slice(14, 16)).toEqual([0, 100]);
  expect(columns[2]?.slice(14, 16)).toEqual([0, 25]);
  const text = page.replace(/<[^>]*>/g, " ").replace(/\s+/g, " ");
  expect(text).toContain("failed run: donation: cannot be reached");
  expect(text).toContain("first run of tripact 1.3.0");
  expect(text).toContain("40 of 40 10 string 30");
  expect(htmlHistory("All runs", [], tool, assets)).toContain("No run yet.");
});

test("a problem shows what is wrong, the requests and the answer that show it, without a script", () => {
  const page = htmlReport(redNight, assets).replace(/\s+/g, " ");
  const card = /<article class="finding error" id="finding-00000000000a".*?<\/article>/.exec(page)?.[0] ?? "";
  expect(card).toContain("noteDate is not a date");
  expect(card).toContain("A note&#39;s fields.");
  expect(card).toContain("<code>string(10)</code>");
  expect(card).toContain("curl -i https://crm.example.org/api/ContactNote/10");
  expect(card).toContain('<a href="#exchange-3"');
  expect(card).toContain("no answer: timeout");
});

test("the page of a recording tells what it held; no other has that part", () => {
  const page = htmlReport(recordingInput, assets);
  expect(page).toContain('<a href="#recording"');
  expect(page).not.toContain("<li>seed ");
  expect(page).toContain("1,204 entries in 2 files · crm 1,200 · 3 match no documented operation");
  expect(page).toContain("<code>night.har: byte 4</code>: an entry that is not JSON");
  expect(page).toContain("<code>tests/one.ndjson</code>");
  expect(page).toContain("and 2 more kinds of request");
  expect(htmlReport(redInput, assets)).not.toContain("recording-title");
});

test("no text breaks out of the page's data", () => {
  const page = htmlReport(hostile, assets);
  const scripts = page.match(/<script/g) ?? [];
  expect(scripts).toHaveLength(2);
  expect(dataIn(page)).toEqual({ history: [] });
  expect(page).not.toMatch(/[^\P{Cc}\n]|\p{Cf}|\p{Cs}/u);
});
