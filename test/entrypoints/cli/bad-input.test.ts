import { execFileSync, spawnSync } from "node:child_process";
import {
  closeSync,
  linkSync,
  lstatSync,
  mkdirSync,
  openSync,
  readdirSync,
  readFileSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { gzipSync } from "node:zlib";
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from "vitest";
import { openStore } from "../../../src/core/store/store.ts";
import { harEntry, toHar, toNdjson } from "../../traffic/recordings/traffic.ts";
import { runCli } from "./run-cli.ts";
import { temporaryFolder } from "./temporary-folder.ts";

/** Stands in files and variables as a secret would: it is in no message. */
const secret = "s3cret-9d41f7c2e0b84a";

type Env = Readonly<Record<string, string>>;

interface More {
  readonly env?: Env;
  /** Runs before it finds out, so that something was printed already. */
  readonly late?: true;
}

/** What holds of every refusal: one line with its location and a fix, exit code 2, no secret, nothing written. */
const expectRefusal = async (args: Row[0], says: RegExp, cwd: string, { env, late }: More) => {
  const before = contentOf(cwd);
  const state = temporaryFolder();
  const { code, out, err } = await runCli(args, { cwd, env: { XDG_STATE_HOME: state, ...env } });
  expect(err).toMatch(/^tripact: [^\n]+\n$/);
  expect(err.slice("tripact: ".length).replaceAll(`${cwd}/`, "")).toMatch(says);
  expect(err).not.toMatch(/\n\s+at |this is a bug|[\p{Cc}\p{Cf}](?<!\n)/u);
  expect(`${out}${err}`).not.toContain(secret);
  expect(code).toBe(2);
  if (args.includes("--json")) expect(JSON.parse(out)).toMatchObject({ exitCode: 2 });
  else if (late !== true) expect(out).toBe("");
  expect(contentOf(cwd)).toEqual(before);
};

/** Size, time and file of each entry in a folder, with links as they are. */
const contentOf = (folder: string): readonly string[] =>
  readdirSync(folder, { withFileTypes: true }).flatMap((entry) => {
    const path = join(folder, entry.name);
    if (entry.isDirectory()) return [path, ...contentOf(path)];
    const { size, mtimeMs, ino } = lstatSync(path);
    return [`${path} ${size} ${mtimeMs} ${ino}`];
  });

const utf16 = (text: string): Uint8Array => Buffer.from(`\uFEFF${text}`, "utf16le");

const crm = (lines: string): string => `interfaces:\n  crm:\n    baseUrl: https://crm.example.org\n${lines}`;

const keys = (count: number): string => Array.from({ length: count }, (_, at) => `key${at}: 1\n`).join("");

/** What test/core/config proves of the loader is not said again: here is what a command makes of it. */
const configurations: readonly (readonly [text: string | Uint8Array, says: RegExp, env?: Env])[] = [
  ["", /^c\.yaml:1:1: the file is empty \(add content, or name another file\)/],
  ["# nothing\n", /^c\.yaml:\d+:\d+: the file is empty/],
  ["\u0000\u0000\u0000", /^c\.yaml:1:1: /],
  [Buffer.from("89504e470d0a1a0aff", "hex"), /^--config c\.yaml: is not UTF-8 text \(save it as UTF-8\)/],
  [utf16("interfaces: {}"), /is not UTF-8 text \(it looks like UTF-16: save it as UTF-8\)/],
  [Buffer.from("interfaces: {}\n# caf\xe9", "latin1"), /is not UTF-8 text \(save it/],
  ['{"interfaces": {"crm": }', /^c\.yaml:1:\d+: /],
  ["interfaces:\n\tcrm: {}", /^c\.yaml:2:1: tabs cannot indent YAML; use spaces/],
  ["interface: {}\n", /^c\.yaml:1:1: unknown key interface .*\(did you mean interfaces\?\)/],
  ["__proto__: {}\n", /^c\.yaml:1:1: unknown key __proto__/],
  [
    crm(`    credentials: { password: { username: me, password: "${"p w+é".repeat(2_000)}" } }\n`),
    /^c\.yaml:4:\d+: interfaces\.crm\.credentials\.password\.password has more than 8192 characters \(give only the/,
  ],
  [
    crm('    credentials: { apiKey: "${CRM_KEY}" }\n'),
    /^c\.yaml:4:\d+: interfaces\.crm\.credentials\.apiKey has more than 8192 characters/,
    { CRM_KEY: "k".repeat(8193) },
  ],
  [
    'notify: { slack: [{ url: "${SLACK}" }] }\n',
    /^c\.yaml:1:\d+: notify\.slack\.0\.url has more than 8192 characters/,
    { SLACK: `https://h.example/${"k".repeat(8192)}` },
  ],
  [keys(60_000), /^c\.yaml:1:1: the file has more than 22500 lines and items \(name a smaller file\)/],
  [`a: [${"1,".repeat(1_000_000)}1]`, /^c\.yaml:1:\d+: /],
  [crm("    credentials: { apiKey: 12345678 }\n"), /apiKey must be .*\(put the value in quotes\)/],
  [
    crm('    credentials: { apiKey: "${CRM_KYE}" }\n'),
    /^c\.yaml:4:\d+: the environment variable CRM_KYE is not set \(did you mean CRM_KEY\?\)/,
    { CRM_KEY: secret },
  ],
  [crm('    credentials: { apiKey: "${}" }\n'), /\$\{ is not followed by the name/],
  [
    'safety: { writes: "${CRM_KEY}" }\n',
    /safety\.writes must be true or false.*environment variable CRM_KEY/,
    { CRM_KEY: secret },
  ],
  [
    "interfaces: { crm: { baseUrl: nowhere } }\n",
    /baseUrl is not an address \(write it as https:\/\/host\/prefix\)/,
  ],
  [
    `interfaces: { crm: { baseUrl: "https://me:${secret}@crm.example.org" } }\n`,
    /must not hold credentials \(move them under credentials\)/,
  ],
  [`interfaces: { crm: { baseUrl: https://crm.example.org, apiKey: ${secret} } }\n`, /unknown key apiKey/],
  ["require: { facts: [DON-3] }", /require\.facts\.0: DON-3 is unknown \(did you mean DON-03\?\)/],
  [
    "interfaces: { donation: { baseUrl: https://d.example.org, operations: [listGift] } }",
    /interfaces\.donation\.operations\.0: listGift is unknown \(did you mean listGifts\?\)/,
  ],
];

const baseline = (text: string): string => `${crm("")}baseline: ${text}\n`;

const document = (rest: string): string => `openapi: 3.1.0\n${rest}`;

const aliasBomb = ["a: &a [x, x, x, x, x, x, x, x, x]"]
  .concat(
    [..."bcdefghi"].map((name, index) => {
      const before = "abcdefgh"[index];
      return `${name}: &${name} [${Array.from({ length: 9 }, () => `*${before}`).join(", ")}]`;
    }),
  )
  .join("\n");

const pact = (path: string, rest: object = {}, provider = "crm"): string =>
  JSON.stringify({
    consumer: { name: "shop" },
    provider: { name: provider },
    interactions: [
      { description: "?", request: { method: "GET", path }, response: { status: 200 }, ...rest },
    ],
    metadata: { pactSpecification: { version: "3.0.0" } },
  });

const usageBy = (consumer: string): string => JSON.stringify({ version: 1, consumer, uses: [] });

const reportOf = (more: object): string =>
  JSON.stringify({
    findings: [],
    run: { seed: 1, targets: {} },
    tool: { name: "tripact", version: "0" },
    ...more,
  });

const change = {
  fingerprint: "0123456789ab",
  target: { interface: "crm", address: "http://127.0.0.1:1/", organization: "default" },
  operation: "getContact",
  pointer: "/name",
  message: "The field is gone.",
};

/** One folder in which hardly a file is what some command needs. */
const files: Readonly<Record<string, string | Uint8Array>> = {
  file: "kept",
  "crm.yaml": crm(""),
  "donation.yaml": "interfaces: { donation: { baseUrl: http://127.0.0.1:9, credentials: { token: t } } }\n",
  "live.yaml": "interfaces: { volunteer: { baseUrl: http://127.0.0.1:1 } }\n",
  "url.yaml": "interfaces: { crm: { baseUrl: '${CRM_URL}' } }\n",
  "here.yaml": "interfaces: { crm: { baseUrl: http://127.0.0.1:1 } }\n",
  "base-none.yaml": `baseline: none.b\n${crm("")}`,
  "base-folder.yaml": baseline("folder"),
  "base-empty.yaml": baseline("empty"),
  "base-key.yaml": baseline("key.b"),
  "base-wrong.yaml": baseline("wrong.b"),
  "base-html.yaml": baseline("html.b"),
  "base-utf16.yaml": baseline("utf16.b"),
  "key.b": '{"findings": [], "finding": []}',
  "wrong.b": '{"findings": [{"fingerprint": "xyz"}]}',
  "html.b": "<html>",
  "utf16.b": utf16('{"findings":[]}'),
  empty: "",
  blank: " \n\n",
  "good.har": toHar([{ method: "GET", url: "https://crm.example.org/api/Contact/1", status: 404 }]),
  "object.json": "{}",
  "fixture.json": '[{"scope":"https://crm.example.org:443","method":"GET","path":"/","status":200}]',
  "interactions.json":
    '{"consumer":{"name":"shop"},"provider":{"name":"crm"},"interactions":[{"request":{}}]}',
  "list.json": "[]",
  "broken.json": '{"request": {"url": nope}}\n',
  "cut.json": '{"hello": ["world',
  "seven.har": '{"log": 7}',
  "empty.har": '{"log":{}}',
  text: "GET / HTTP/1.1\nHost: x\n",
  picture: Buffer.from("89504e470d0a1a0aff", "hex"),
  "utf16.har": utf16(JSON.stringify(harEntry({ method: "GET", url: "https://x.example/", status: 200 }))),
  "r.zip": Buffer.from("PK\u0003\u0004rest", "latin1"),
  "broken.gz": gzipSync("{}").subarray(0, 12),
  "none.yaml": "x: 1\n",
  "doc.yaml": document("info: { title: t, version: '1' }\npaths: {}\n"),
  "cut.yaml": "openapi: [\n",
  "bomb.yaml": document(`${aliasBomb}\n`),
  "far.yaml": document('paths: { /x: { $ref: "https://example.org/x.yaml" } }\n'),
  "desk.json": usageBy("desk"),
  "twin.json": usageBy("desk"),
  "colums.yaml": "colums: data.columns\n",
  "list.yaml": "- 1\n",
  "pact.json": pact("/api/Contact/42"),
  "nobody.json": pact("/nowhere", {}, "x"),
  "state.json": pact("/api/Contact/1", { providerState: "a contct exists" }),
  "report.json": reportOf({}),
  "drift.json": reportOf({ results: [{ drift: [change] }] }),
  "not.sqlite": "this is no database, whatever its name says it is",
  "like.json": '{"form":1,"tripact":"0","settings":{},"answers":[]}',
};

let folder = "";
beforeAll(() => {
  folder = temporaryFolder({}, afterAll);
  for (const [name, content] of Object.entries(files)) writeFileSync(join(folder, name), content);
  mkdirSync(join(folder, "folder"));
  execFileSync("mkfifo", [join(folder, "pipe")]);
  symlinkSync(join(folder, "loop"), join(folder, "loop"));
});

/** A command line, its words between blanks or apart, and what must be said. */
type Row = readonly [line: string | readonly string[], says: RegExp, more?: More];

const words: readonly Row[] = [
  ["chekc", /^unknown command 'chekc' \(did you mean check\?\)/],
  ["zzzzzz", /^unknown command 'zzzzzz' \(tripact --help lists what there is\)/],
  ["help chek", /^help: unknown command 'chek' \(did you mean check\?\)/],
  ["help drift zzzzzz", /^help: unknown command 'zzzzzz' \(tripact --help lists what there is\)/],
  ["drift acept 0123456789ab", /^unknown command 'acept' \(did you mean accept\?\)/],
  ["drift xyz", /^unknown command 'xyz' \(tripact drift --help lists what there is\)/],
  ["check --sede 1", /^unknown option '--sede' \(did you mean --seed\?\)/],
  ["--jsn facts", /^unknown option '--jsn' \(did you mean --json\?\)/],
  [["check", "--no-such\u001b[2J"], /^unknown option '--no-such\\u001b\[2J'/],
  ["drift accept 0123456789ab --history", /^unknown option '--history'/],
  ["check --seed", /^option '--seed <number>' argument missing \(tripact check --help lists what there is\)/],
  ["check c.yaml", /^too many arguments/],
  [
    "drift accept",
    /^missing required argument 'fingerprint' \(tripact drift accept --help lists what there is\)/,
  ],
  ["observe", /missing required argument 'file'/],
  ["diff doc.yaml", /missing required argument 'new'/],
  ["completion cmd", /^completion: no script for cmd \(known: bash, zsh, fish, powershell\)/],
  ["check --seed one", /^--seed: one is not a whole number from 0 to 4294967295 \(for example --seed 0\)/],
  ["check --seed one --json", /^--seed: one is not/],
  ["check --seed 4294967296", /^--seed: 4294967296 is not a whole number/],
  [["check", "--seed", ""], /^--seed: nothing is not/],
  ["check --shard 4/3", /^--shard: 4\/3 is not a part I\/N \(the second of three parts is --shard 2\/3\)/],
  ["check --check page-envelop", /^--check: page-envelop is unknown \(did you mean page-envelope\?\)/],
  ["check --fact zzzzzz", /^--fact: zzzzzz is unknown \(tripact facts lists them\)/],
  ["check --interface crn", /^--interface: crn is unknown \(did you mean crm\?\)/],
  ["check --fact ,", /^--fact: needs at least one value/],
  ["check --interface crm --fact DON-01", /--interface, --fact and --check select no check/],
  [
    ["check", "--check", "\u001b[2J::error::x\u202e"],
    /^--check: \\u001b\[2J:\\u003aerror::x\\u202e is unknown/,
  ],
  [["check", "--check", "x".repeat(5_000)], /^--check: x{60}… is unknown/],
  ["check --min-facts 0", /^--min-facts: 0 is not a whole number from 1 to \d{2,} \(for example/],
  ["check --min-facts 9999", /^--min-facts: 9999 is not a whole number from 1 to \d{2,} \(for example/],
  ["check --require DON-3", /^--require: DON-3 is unknown \(did you mean DON-03\?\)/],
  [
    "check --require DON-03 --shard 1/2",
    /^--require: a shard judges only its part \(give it to tripact report merge\)/,
  ],
  ["check --fail-on info", /Allowed choices are error, warning/],
  ["check --fault total-counts-the-pag", /did you mean total-counts-the-page\?/],
  [["check", "--fault", ""], /^--fault: needs at least one value/],
  ["check --fault total-counts-the-page --config x.yaml", /omit --config/],
  ["check --fault total-counts-the-page --dry-run", /omit --dry-run/],
  ["check --fault total-counts-the-page --resume", /omit --resume/],
  ["faults --operation getContct", /^--operation: getContct is unknown \(did you mean getContact\?\)/],
  ["explain DON-3", /^explain: there is no fact, question or check DON-3 \(did you mean DON-03\?\)/],
  ["explain page-envelop", /check page-envelop \(did you mean page-envelope\?\)/],
  [
    "explain zzzzzzzzzzzzzz",
    /zzzzzzzzzzzzzz \(tripact facts and tripact unknowns list the ids, tripact faults lists faults\)/,
  ],
  ["explain note-is-replaced", /check note-is-replaced \(did you mean note-is-replaced-whole\?\)/],
  ...["check --config", "check --usage", "check --write-baseline", "drift --store", "generate --out"].map(
    (given): Row => [
      [...given.split(" "), ""],
      /^--[a-z-]+: names no file \(a variable in the command may be empty\)/,
    ],
  ),
  ...["observe", "diff doc.yaml", "report merge", "pact verify"].map((given): Row => [
    [...given.split(" "), ""],
    /^[<[][a-z.]+[\]>]: names no file \(a variable in the command may be empty\)/,
  ]),
  ["sandbox --like-only documented", /^--like-only: there is no target to be like \(add --like FILE\)/],
  [["explain", "\u001b[31m"], /check \\u001b\[31m \(tripact facts/],
  ["diff doc.yaml doc.yaml --for nobody", /Allowed choices are consumers, providers, both/],
  [
    "diff doc.yaml doc.yaml --only-used",
    /^--only-used: needs the usage file of a consumer \(add --usage FILE\)/,
  ],
  [
    "diff doc.yaml doc.yaml --matrix m.html",
    /^--matrix: needs the usage files of the consumers \(add --usage FILE\)/,
  ],
  ["observe good.har --fact DON-11", /--fact: a recording cannot show any of the selected checks/],
  ["observe good.har --check page-total-is-stable", /--check: a recording cannot show/],
  ["observe good.har --report har=x.har", /--report: har cannot report on a recording/],
  ...["crm.example.org", `https://a:${secret}@crm.example.org`].map((address): Row => [
    ["observe", "good.har", "--crm", address],
    /^--crm: is not a base address \(/,
  ]),
  ["pact verify", /^there is no pact to verify \(name files, or a --broker\)/],
  ["pact verify pact.json --provider crm", /^--provider: crm is not NAME=INTERFACE/],
  ["pact verify pact.json --publish 1", /^--publish: needs a broker/],
  ["pact verify --broker nowhere", /^--broker: is not the address of a broker, or contains a credential/],
  [
    `pact verify --broker https://me:${secret}@b.example`,
    /^--broker: is not the address of a broker, or contains a credential/,
  ],
  ["replay 0123456789ab", /^--report: names no report/],
  ["doctor", /tripact init writes one/],
  ["restore", /--config/],
  ["init", /there is no address to begin with/],
  [
    "init --crm http://127.0.0.1:1 --yes",
    /the environment variable CRM_KEY is not set/,
    { env: { CRM_KEY: "" } },
  ],
  ["init --crm nowhere --yes", /^--crm: is not an address/],
  ["drift", /drift needs a live target, and no configuration names one/],
  ["drift --operation listUsers", /^--operation: needs --history/],
  ["drift --history --field id", /^--field: needs --operation/],
  ["drift --config live.yaml --keep 90", /90 is not a number of days/],
  ["drift --config live.yaml --issues nonsense", /is not a repository/],
  ["drift --config live.yaml --issues o/n", /needs a token in \$GITHUB_TOKEN/],
  [
    "drift --config live.yaml --issues o/n",
    /needs a token of at most 8192 characters in \$GITHUB_TOKEN/,
    { env: { GITHUB_TOKEN: "t".repeat(8193) } },
  ],
  [
    "drift --config live.yaml --issues o/n --api http://api.example.org",
    /must be https/,
    { env: { GITHUB_TOKEN: secret } },
  ],
  [["drift", "--config", "live.yaml", "--organization", "a\nb"], /must be a name/],
  ["discover --budget 0", /^--budget: 0 is not a whole number from 1/],
  ["discover --set U-13=5", /^--set: U-13 cannot be 5/],
  ["discover --config crm.yaml", /no donation interface with a token/],
  ["discover --config donation.yaml --set U-14=and-is-1", /it applies to the embedded sandbox/],
  ["generate --discover", /--discover needs --out/],
  ["generate --discover --check --out x", /--check compares files with the OpenAPI documents/],
  ["generate --budget 5", /^--budget: this option applies to a target only \(add --discover\)/],
  ["sandbox --port 70000", /^--port: 70000 is not a whole number from 0 to 65535/],
  ["sandbox --host a..b", /^(?:--host: )?a\.\.b is not an address of this machine/],
  ["sandbox --host 192.0.2.1", /192\.0\.2\.1 is not an address of this machine/],
  ["sandbox --scale 1000001", /^--scale: 1000001 is not a whole number from 1 to 1000000/],
  ["sandbox --set U-999=x", /U-999/],
  ["sandbox --set U-14", /U-14/],
  ["sandbox --set U-99=1", /^--set: there is no setting U-99 \(did you mean /],
  ["sandbox --set U-14", /^--set: U-14 has no value \(write it as KEY=VALUE/],
  ["sandbox --set U-24=nonsense", /^--set: U-24 cannot be nonsense \(allowed: canonical, legacy, mixed\)/],
  ["sandbox --fault zzzzzz", /^--fault: zzzzzz is unknown \(tripact faults lists them\)/],
  ["sandbox --latency 200ms..20ms", /^--latency: 200ms\.\.20ms is neither a time nor a range of times/],
  ["sandbox --port 0 --latency like", /^--latency like/],
  ["sandbox --port 0 --like like.json --like-only abc", /--like-only/],
  ["proxy", /^--config: there is no target to pass requests on to \(name a configuration .* --sandbox\)/],
  ["proxy --sandbox --port x", /^--port: x is not a whole number/],
  [["proxy", "--sandbox", "--host", ""], /^--host: must not be empty/],
  ["proxy --sandbox --status 99:0.1", /^--status: 99:0\.1 is not a status from 200 to 599/],
  ["proxy --sandbox --status 503:2", /^--status: 2 is not a share from 0 to 1/],
  ["proxy --sandbox --status 503:0.6 --status 500:0.6", /^--status: the shares add up to more/],
  ["proxy --sandbox --fault-rate 5%", /^--fault-rate: 5% is not a share/],
  ["proxy --sandbox --latency soon", /^--latency: soon is neither a time/],
  ["proxy --sandbox --fail-on all", /--fail-on/],
  ["proxy --sandbox --json --report json=-", /^--report: --json prints the address/],
  ["proxy --config url.yaml", /^interfaces\.crm\.baseUrl: takes an environment variable that is not set/],
  ["proxy --config url.yaml --inject", /CRM_URL is not set/],
  ["proxy --config crm.yaml --inject", /^--inject: no credential is configured/],
];

const few = "check --check webhook-is-read-by-id";

const paths: readonly Row[] = [
  ["check --config none", /^--config none: file not found \(without --config the embedded/],
  ["check --config folder", /^--config folder: it is a folder, not a file/],
  ["check --config file/c.yaml", /a part of the path is not a folder/],
  ["check --config loop", /links form a loop/],
  ["check --config /dev/zero", /^--config \/dev\/zero: it is larger than 32 MiB \(name a smaller file\)/],
  [
    "check --config base-none.yaml",
    /^base-none\.yaml:1:11: baseline none\.b: file not found \(tripact check --write-baseline FILE writes one; or remove/,
  ],
  ["check --config base-folder.yaml", /folder: it is a folder/],
  ["check --config base-empty.yaml", /^empty:1:1: the file is empty/],
  ["check --config base-key.yaml", /^key\.b:1:18: it has no key finding \(did you mean findings\?\)/],
  [
    "check --config base-wrong.yaml",
    /^wrong\.b:1:16: findings\.0\.fingerprint must be 12 hex digits.*\(copy it from a report\)/,
  ],
  ["check --config base-html.yaml", /^html\.b:1:1: /],
  ["check --config base-utf16.yaml", /UTF-16/],
  [`${few} --report jsn=r.json`, /^--report: jsn is not a report format \(did you mean json\?\)/],
  [`${few} --report xml=x`, /^--report: xml is not a report format \(known: json, junit, sarif, .*html\)/],
  [`${few} --report json`, /^--report: needs a path \(for example --report json=report\.json\)/],
  [
    `${few} --report json=no/r.json`,
    /no\/r\.json: cannot be written: the folder does not exist \(name a file/,
  ],
  [`${few} --report json=/proc/r.json`, /cannot be written: /],
  [`${few} --report json=r --write-baseline r`, /^--write-baseline r: is the same file as the report json=r/],
  [
    `${few} --json --report json=-`,
    /^--report: two reports go to standard output \(give each its own path\)/,
  ],
  [
    `${few} --report json=pipe`,
    /cannot be written: no program reads from the pipe \(start the program/,
    { late: true },
  ],
  [
    `${few} --report json=/dev/full`,
    /^\/dev\/full: cannot be written: no space is left \(free some space/,
    { late: true },
  ],
  [
    "usage --project folder",
    /^--project folder: the folder has no tsconfig\.json \(name the tsconfig\.json or/,
  ],
  ["report merge folder", /^folder: it is a folder, not a file \(name a file in it\)/],
  ["report merge none", /^none: file not found/],
  ["report merge cut.json", /^cut\.json: not valid JSON \(tripact check --report json=FILE writes one\)/],
  [
    "report merge object.json",
    /^object\.json: not a JSON report of tripact: tool must be an object, not missing \(tripact check --report json=FILE writes one\)/,
  ],
  ["unknowns --report cut.json", /cut\.json/],
  ["unknowns --report list.json", /list\.json/],
  [
    "sandbox --data folder",
    /folder: the sandbox's data file cannot be opened: it is a folder \(choose a new file/,
  ],
  ["sandbox --data no/such/d.sqlite", /no\/such|d\.sqlite/],
  ["sandbox --data not.sqlite", /not\.sqlite/],
  ["sandbox --port 0 --like .", /it is a folder, not a file/],
  [["sandbox", "--port", "0", "--like", "x".repeat(5000)], /the name is too long/],
  [["sandbox", "--port", "0", "--like", "\0"], /cannot be read/],
  ["proxy --sandbox --record no/folder/x", /cannot be written: the folder does not exist/],
  ["proxy --sandbox --record x --report json=x", /^--report json=x: is the same file as the record x/],
  ["proxy --sandbox --record empty.har", /^--record: is no HAR that tripact recorded/],
  ["observe good.har none.har", /^none\.har: file not found/],
  ["observe good.har folder", /^folder: it is a folder, not a file \(name the files in it/],
  ["observe good.har none-*.har", /^none-\*\.har: no file matches/],
  ["observe good.har empty", /^empty: not a recording: it is empty/],
  ["observe good.har blank", /^blank: not a recording: it is empty/],
  ["observe good.har picture", /^picture/],
  [
    "observe good.har object.json",
    /^object\.json: not a recording: JSON without a request in its first line/,
  ],
  ["observe good.har seven.har", /^seven\.har/],
  [
    "observe good.har fixture.json",
    /^fixture\.json: not a recording: a fixture of nock, where tripact\/recorder/,
  ],
  [
    "observe good.har interactions.json",
    /^interactions\.json: not a recording: a pact, which tripact pact verify reads/,
  ],
  ["observe good.har broken.json", /^broken\.json: not a recording: JSON that is neither a list/],
  ["observe good.har cut.json", /^cut\.json: not a recording: truncated JSON/],
  ["observe good.har text", /^text: not a recording: neither JSON nor a cassette/],
  ["observe good.har utf16.har", /^utf16\.har: not a recording: text in UTF-16/],
  ["observe good.har r.zip", /^r\.zip: not a recording: a zip archive/],
  ["observe good.har broken.gz", /^broken\.gz: not a recording: the gzip data breaks off or is damaged/],
  [`observe ${"{a,b}".repeat(20)}`, /the braces expand to more than 1000 names/],
  ["observe r-{1..2000000}.har", /more than 1000 names/],
  ["observe good.har --store not.sqlite", /not\.sqlite: the store cannot be used/],
  ["diff doc.yaml none", /none: (?:file not found|a folder cannot)/],
  ["diff folder doc.yaml", /a folder cannot be compared with a file \(name two files or two folders\)/],
  ["diff folder folder", /folder: contains no OpenAPI document/],
  [
    "diff none.yaml none.yaml",
    /^none\.yaml:1:1: is not an OpenAPI document \(its root needs the key openapi: 3\.1\.0\)/,
  ],
  ["diff cut.yaml cut.yaml", /^cut\.yaml/],
  ["diff bomb.yaml bomb.yaml", /^bomb\.yaml/],
  ["diff far.yaml far.yaml", /^far\.yaml:2:\d+: .*points outside the document/],
  ["diff doc.yaml doc.yaml --usage none.yaml", /^--usage none\.yaml: is not a usage file/],
  [
    "diff doc.yaml doc.yaml --usage desk.json --usage twin.json",
    /is of the same consumer as --usage desk\.json/,
  ],
  [
    "diff doc.yaml doc.yaml --usage desk.json --matrix desk.json",
    /is the same file as the usage file desk\.json/,
  ],
  ["check --config crm.yaml --store not.sqlite", /^not\.sqlite: the store cannot be used/],
  ["check --config crm.yaml --store folder", /^folder: /],
  ["check --config crm.yaml --store file/s.sqlite", /^file\/s\.sqlite: the store cannot be used: /],
  [
    "check --config crm.yaml --store /proc/x/s.sqlite",
    /^\/proc\/x\/s\.sqlite: the store cannot be used: ENOENT.*\(name another file with --store, or /,
  ],
  ["check --config crm.yaml --store pipe", /^pipe: the store cannot be used: it is not a file/],
  ...[
    "drift accept 0123456789ab --store typo.sqlite",
    "drift --history --store typo.sqlite",
    "drift --export-shape shape.json --store typo.sqlite",
  ].map((line): Row => [
    line,
    /^--store typo\.sqlite: there is no such store \(name the file that tripact drift has been given\)/,
  ]),
  ["drift --export-shape shape.json", /^--store: the store has no run of such a target/],
  ["drift accept 0123456789ab", /no drift has the fingerprint 0123456789ab/],
  [
    "check --config crm.yaml",
    /^\/proc\/\.local\/state.*\(name another folder with XDG_STATE_HOME, or /,
    { env: { XDG_STATE_HOME: "", HOME: "/proc" } },
  ],
  [
    "check --config crm.yaml",
    /^\/proc\/tripact.*\(name another folder with XDG_STATE_HOME, or /,
    { env: { XDG_STATE_HOME: "/proc" } },
  ],
  ["drift --config live.yaml --metrics no/m.prom", /cannot be written: the folder does not exist/],
  ["drift --config live.yaml --metrics live.yaml", /live\.yaml/],
  [
    "generate --out file",
    /^--out file: cannot be written: a part of the path is not a folder \(choose an empty or a new folder\)/,
  ],
  ["generate --out file/made", /^--out file\/made: cannot be written: a part of the path is not a folder/],
  [
    "generate --out .",
    /^--out \.: the folder contains files that are not generated, for example [\w.-]+ \(choose an empty or a new folder\)/,
  ],
  ["generate --out /proc/x", /^--out \/proc\/x: cannot be written: /],
  ["generate --check --out file", /^--out file: cannot be written: a part of the path is not a folder/],
  ["generate --discover --out file", /^--out file: cannot be written: a part of the path is not a folder/],
  // Refused before the target is asked, which would be out of reach.
  ["generate --discover --config donation.yaml --out /proc/x", /^--out \/proc\/x: cannot be written: /],
  ["restore --config none", /none: file not found/],
  ["discover --options-mapping list.yaml", /list\.yaml/],
  ["discover --options-mapping colums.yaml", /it has no key colums \(did you mean columns\?\)/],
  ["discover --out no/d.yaml", /no\/d\.yaml: cannot be written/],
  ["pact verify none", /^none: file not found/],
  ["pact verify nobody.json", /^nobody\.json: the interface of the provider x is unknown/],
  ["pact verify state.json", /^state\.json: interactions\[0\]: the sandbox has no state “a contct exists”/],
  ["replay 0123456789ab --report object.json", /not a JSON report of tripact/],
  [
    "replay 0123456789ab --report report.json",
    /no finding has the fingerprint 0123456789ab \(the report has 0 findings\)/,
  ],
  [
    "replay 0123456789ab --report drift.json",
    /^--config: the change is of a live target, and no configuration names one/,
  ],
  [
    "init --config here.yaml --crm http://127.0.0.1:1",
    /here\.yaml: is there already/,
    { env: { CRM_KEY: secret } },
  ],
  [
    "init --config crm.yaml --crm http://127.0.0.1:2 --yes",
    /^--crm: differs from interfaces\.crm\.baseUrl/,
    { env: { CRM_KEY: secret } },
  ],
  ["init --config cut.yaml --crm http://127.0.0.1:1 --yes", /no valid YAML/, { env: { CRM_KEY: secret } }],
];

const check = "check --config c.yaml --store s.sqlite --report json=";
const drift = "drift --config c.yaml --store s.sqlite";
const summary: More = { env: { GITHUB_STEP_SUMMARY: "second-name" } };

/** Command lines whose output is one of the command's other files, however it is spelt. */
const collisions: readonly Row[] = [
  [`${check}c.yaml`, /^--report json=c\.yaml: is the same file as the configuration c\.yaml/],
  [`${check}./state/../c.yaml`, /configuration c\.yaml/],
  [`${check}link-to-config`, /configuration c\.yaml/],
  [`${check}second-name`, /configuration c\.yaml/],
  [`${check}link-to-folder/c.yaml`, /configuration c\.yaml/],
  [`${check}baseline.json`, /the baseline baseline\.json/],
  [`${check}dialect.yaml`, /the dialect dialect\.yaml/],
  [`${check}s.sqlite`, /^--report json=s\.sqlite: is the same file as the store s\.sqlite/],
  // The log of the store is not there yet.
  [`${check}link-to-folder/s.sqlite-wal`, /the store s\.sqlite/],
  [`${check}state/tripact/live/key`, /is among what tripact keeps for later runs/],
  [`${check}link-to-folder/state/tripact/live/x`, /is among what tripact keeps/],
  [`${check}state/tripact/store.sqlite`, /is among what tripact keeps for later runs/],
  [
    `${check}new.json --report junit=./new.json`,
    /^--report junit=\.\/new\.json: is the same file as the report json=new\.json/,
  ],
  [`${check}new.json --report junit=link-to-nothing`, /the report json=new\.json/],
  [
    "check --config c.yaml --store second-name",
    /^--store second-name: is the same file as the configuration/,
  ],
  [`${drift} --report html=c.yaml`, /configuration c\.yaml/],
  [`${drift} --report html=link-to-folder/s.sqlite`, /the store s\.sqlite/],
  ["observe r.ndjson --report json=link-to-folder/r.ndjson", /the recording r\.ndjson/],
  ["observe *.ndjson --report json=r.ndjson", /the recording .*r\.ndjson/],
  ["observe r.ndjson --store s.sqlite --report json=s.sqlite", /the store s\.sqlite/],
  ["observe r.ndjson --store r.ndjson", /the recording r\.ndjson/],
  ["report merge shard.json --report json=shard.json", /the input shard\.json/],
  [
    "discover --config c.yaml --out link-to-config",
    /^--out link-to-config: is the same file as the configuration/,
  ],
  ["discover --options-mapping mapping.yaml --out mapping.yaml", /the mapping mapping\.yaml/],
  ["generate --discover --config c.yaml --out state/tripact/live", /is among what tripact keeps/],
  [
    "sandbox --port 0 --data state/tripact/store.sqlite",
    /^--data state\/tripact\/store\.sqlite: is among what tripact keeps/,
  ],
  [
    "check --config c.yaml --store s.sqlite --report github=-",
    /^GITHUB_STEP_SUMMARY: is the same file as the configuration c\.yaml/,
    summary,
  ],
  [`${drift} --github`, /^GITHUB_STEP_SUMMARY: is the same file as the configuration c\.yaml/, summary],
];

const recording = toNdjson([{ method: "GET", url: "https://crm.example.org/api/Contact/1", status: 200 }]);

/** A folder with every file that a command may read, links to them, and stores. */
const workplace = (): string => {
  const cwd = temporaryFolder(
    {
      // A target that nobody needs to reach: every command is refused before it asks.
      "c.yaml":
        "interfaces: { donation: { baseUrl: http://127.0.0.1:9, credentials: { token: t }, queries: { dialect: dialect.yaml } } }\n" +
        "baseline: baseline.json\n",
      "baseline.json": '{"findings":[]}',
      "dialect.yaml": "operators: {}\nqueryTypes: {}\n",
      "mapping.yaml": "{}\n",
      "shard.json": "{}",
      "r.ndjson": recording,
    },
    afterAll,
  );
  mkdirSync(join(cwd, "state/tripact/live"), { recursive: true });
  writeFileSync(join(cwd, "state/tripact/live/key"), "k");
  for (const store of ["s.sqlite", "state/tripact/store.sqlite"]) openStore(join(cwd, store)).close();
  symlinkSync(join(cwd, "c.yaml"), join(cwd, "link-to-config"));
  linkSync(join(cwd, "c.yaml"), join(cwd, "second-name"));
  symlinkSync(join(cwd, "new.json"), join(cwd, "link-to-nothing"));
  symlinkSync(cwd, join(cwd, "link-to-folder"));
  return cwd;
};

describe("bad input is reported on one line, with its location and a fix", () => {
  test.each(configurations.map((row) => [row[1], row] as const))("%s", async (_, [text, says, env = {}]) => {
    const cwd = temporaryFolder();
    writeFileSync(join(cwd, "c.yaml"), text);
    await expectRefusal("check --config c.yaml", says, cwd, { env });
  });

  test.each([...words, ...paths].map((row) => [row[0], row[1], row] as const))(
    "%j: %s",
    async (_, __, [line, says, more = {}]) => {
      await expectRefusal(line, says, folder, more);
    },
  );
});

describe("an output that is one of the command's other files is refused, and nothing is lost", () => {
  let cwd = "";
  beforeAll(() => {
    cwd = workplace();
  });

  test.each(collisions.map((row) => [row[0], row] as const))("%s", async (_, [line, says, { env } = {}]) => {
    const hinted = new RegExp(`${says.source}.* \\(name another file\\)\n$`);
    await expectRefusal(line, hinted, cwd, { env: { XDG_STATE_HOME: join(cwd, "state"), ...env } });
  });

  test("also where the shell has put it in the place of standard input", () => {
    const input = openSync(join(cwd, "r.ndjson"), "r");
    onTestFinished(() => closeSync(input));
    const bin = fileURLToPath(new URL("../../../bin/tripact.js", import.meta.url));
    const { status, stderr } = spawnSync(
      process.execPath,
      [bin, "observe", "-", "--report", "json=r.ndjson"],
      { cwd, encoding: "utf8", stdio: [input, "ignore", "pipe"] },
    );
    expect(stderr).toMatch(/^tripact: --report json=r\.ndjson: is the same file as the standard input/);
    expect(status).toBe(2);
    expect(readFileSync(join(cwd, "r.ndjson"), "utf8")).toBe(recording);
  });

  test("but several reports may go to one device", async () => {
    const reports = "--report json=/dev/null --report junit=/dev/null";
    expect(await runCli(`${few} --quiet ${reports}`)).toMatchObject({ code: 0, err: "" });
  });
});
