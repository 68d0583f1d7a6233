import { expect, onTestFinished, test } from "vitest";
import { shopDocument } from "../../contracts/shop-document.ts";
import { startShop } from "../../contracts/shop-server.ts";
import { pactOf, reads } from "../../consumers/pact/kit.ts";
import { toHar } from "../../traffic/recordings/traffic.ts";
import { commandsBelow } from "./every-command.ts";
import { runCli } from "./run-cli.ts";
import { temporaryFolder } from "./temporary-folder.ts";

const health = {
  method: "GET",
  status: 200,
  headers: { "content-type": "application/json" },
  body: '{"up":true}',
};

/** What each command that takes a configuration does with one of documents alone: its exit code, and what it says. */
const commands: readonly (readonly [words: string, code: number, says: RegExp])[] = [
  ["check --quiet", 0, /^$/],
  ["check --dry-run", 2, /^--dry-run: a dry run asks the embedded sandbox/],
  ["check --fault total-counts-the-page", 2, /^--fault: faults can be planted/],
  ["check --interface donation", 2, /^--interface: .*donation/],
  ["check --fact DON-03", 2, /^--fact: .*DON-03/],
  ["doctor", 0, /^at most \d+ of \d+ facts can be judged now$/m],
  ["drift --store d.sqlite", 0, /the first run, with which later ones are compared/],
  ["drift --history --store d.sqlite", 0, /shop/],
  ["drift accept 0123456789ab --store d.sqlite", 2, /no drift has the fingerprint 0123456789ab/],
  ["explain shop/getOrder/5xx", 0, /GET \/orders\/\{id\} does not fail\./],
  ["explain DON-03", 2, /there is no fact, question or check DON-03/],
  ["facts", 0, /shop\/getOrder\/5xx/],
  ["observe traffic.har", 0, /shop 1/],
  ["usage --recording traffic.har", 0, /shop .*1 operation called/],
  ["pact verify pact.json", 0, /1 interaction verified/],
  ["replay 0123456789ab --report run.json", 2, /no finding has the fingerprint 0123456789ab/],
  ["restore", 0, /nothing to restore/],
  [
    "discover --out d.yaml",
    2,
    /interfaces\.shop has a document of its own, which this command does not take/,
  ],
  ["generate --discover --out o", 2, /interfaces\.shop has a document of its own/],
];

/** Those with another test, or that write the file. */
const elsewhere = ["init", "proxy", "report merge"];

const folderOf = (url: string): string =>
  temporaryFolder({
    "openapi.json": JSON.stringify(shopDocument),
    "shop.yaml": `interfaces:\n  shop: { openapi: openapi.json, baseUrl: "${url}", credentials: { bearerAuth: shop-secret } }\n`,
    "traffic.har": toHar([{ ...health, url: `${url}/health` }]),
    "pact.json": pactOf([reads("the health", "/health")], "shop"),
  });

test("each command that takes a configuration takes one of documents, or says in one line that it does not", async () => {
  const shop = await startShop();
  onTestFinished(() => shop.close());
  const cwd = folderOf(shop.url);
  const env = { XDG_STATE_HOME: cwd };
  await runCli("check --config shop.yaml --quiet --report json=run.json", { cwd, env });
  for (const [words, code, says] of commands) {
    const ended = await runCli(`${words} --config shop.yaml`, { cwd, env });
    const text = code === 2 ? ended.err.replace(/^tripact: /, "") : ended.out + ended.err;
    expect([words, ended.code, text]).toEqual([words, code, expect.stringMatching(says)]);
    if (code === 2) expect(text.split("\n")).toHaveLength(2);
  }
}, 120_000);

test("no command that takes a configuration is left out", async () => {
  const taking = (await commandsBelow())
    .filter(({ options }) => options.some(({ long }) => long === "--config"))
    .map(({ words }) => words.join(" "));
  const tried = (name: string): boolean =>
    elsewhere.includes(name) || commands.some(([words]) => `${words} `.startsWith(`${name} `));
  expect(taking.filter((name) => !tried(name))).toEqual([]);
});
