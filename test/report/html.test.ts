import { expect, test } from "vitest";
import { loadPageAssets } from "../../src/report/html/assets.ts";
import { htmlHistory } from "../../src/report/html/history.ts";
import { htmlReport } from "../../src/report/html/html.ts";
import { fieldsOf, hostile, redNight, tool } from "./html-input.ts";
import { recordingInput, redInput } from "./input.ts";

const assets = loadPageAssets();

test("the page is whole and asks for nothing from anywhere", () => {
  const page = htmlReport(redNight, assets);
  const outside = [...page.matchAll(/(?:src|href)\s*=\s*"([^"]*)"/g)].map(([, address]) => address);
  for (const address of outside) expect(address).toMatch(/^(?:#|data:,$)/);
  expect(page).toContain("default-src &#39;none&#39;");
  expect(page).toContain("contact note 10: put back");
});

test("a page of histories has a gap for every failed run, a line for every release, and each run in a table", () => {
  const page = htmlHistory("listDonors", fieldsOf(1), tool, assets);
  const paths = [...page.matchAll(/<path d="([^"]*)" stroke="var/g)].map(([, path = ""]) => path);
  // Two lines of the field, three of drift and two of findings: 13 runs, a failed one, 16 runs.
  const drawn = paths.filter((path) => path !== "M0 4h24");
  expect(drawn).toHaveLength(7);
  for (const path of drawn)
    expect(path.split("M").map((part) => part.split("L").length)).toEqual([1, 12, 17]);
  expect(page.match(/class="mark"/g)).toHaveLength(3);
  // Absent for 15 runs, then in all objects, a quarter of them null.
  expect(drawn[0]).toMatch(/^M3 150L[^M]* 150M[^M]* 150L[^M]* 150L\S+ 0L[^M]* 0$/);
  expect(page).toContain("<title>2025-01-16 02:00: present 100 %, null 25 %</title>");
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

test("no text breaks out of the page", () => {
  const page = htmlReport(hostile, assets);
  expect(page.match(/<script/g)).toHaveLength(1);
  expect(page).not.toMatch(/[^\P{Cc}\n]|\p{Cf}|\p{Cs}/u);
});
