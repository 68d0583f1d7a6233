import { execFileSync } from "node:child_process";
import { lstatSync, mkdirSync, readdirSync, readFileSync, symlinkSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { describe, expect, it } from "vitest";
import { runCli } from "./run-cli.ts";
import { temporaryFolder } from "./temporary-folder.ts";

/** Stands in files and variables as a secret would: it is never told. */
const secret = "s3cret-9d41f7c2e0b84a";

type Content = string | Uint8Array | "folder" | "pipe" | { readonly link: string };

interface BadInput {
  readonly args: readonly string[];
  readonly files?: Readonly<Record<string, Content>>;
  readonly env?: Readonly<Record<string, string>>;
  /** The place, what is wrong and how to mend it. */
  readonly says: RegExp;
  /** Runs before it finds out, so that something was told already. */
  readonly late?: true;
}

const check = ["check", "--config", "c.yaml"];

const config = (text: string | Uint8Array, says: RegExp, more: Partial<BadInput> = {}): BadInput => ({
  args: check,
  files: { "c.yaml": text },
  says,
  ...more,
});

const crm = (lines: string): string => `interfaces:\n  crm:\n    baseUrl: https://crm.example.org\n${lines}`;

const utf16 = (text: string): Uint8Array => Buffer.from(`\uFEFF${text}`, "utf16le");

const aliasBomb = ["a: &a [x, x, x, x, x, x, x, x, x]"]
  .concat(
    [..."bcdefghi"].map((name, index) => {
      const before = "abcdefgh"[index];
      return `${name}: &${name} [${Array.from({ length: 9 }, () => `*${before}`).join(", ")}]`;
    }),
  )
  .join("\n");

const configs: Readonly<Record<string, BadInput>> = {
  "a config that is missing": {
    args: check,
    says: /^--config c\.yaml: there is no such file \(without --config the embedded/,
  },
  "a config that is a folder": {
    args: check,
    files: { "c.yaml": "folder" },
    says: /^--config c\.yaml: it is a folder/,
  },
  "a config within a file": {
    args: ["check", "--config", "x/c.yaml"],
    files: { x: "" },
    says: /a part of the path is not a folder/,
  },
  "a config that links to itself": {
    args: check,
    files: { "c.yaml": { link: "c.yaml" } },
    says: /links go round in a circle/,
  },
  "a config without end": {
    args: ["check", "--config", "/dev/zero"],
    says: /^--config \/dev\/zero: it is larger than 32 MiB \(name a smaller file\)/,
  },
  "an empty config": config("", /^c\.yaml:1:1: the file is empty \(add content, or name another file\)/),
  "a config of comments": config("# nothing\n", /^c\.yaml:\d+:\d+: the file is empty/),
  "a config of NUL bytes": config("\u0000\u0000\u0000", /^c\.yaml:1:1: /),
  "a config that is a picture": config(
    Buffer.from("89504e470d0a1a0aff", "hex"),
    /^--config c\.yaml: is not UTF-8 text \(save it as UTF-8\)/,
  ),
  "a config in UTF-16": config(
    utf16("interfaces: {}"),
    /is not UTF-8 text \(it looks like UTF-16: save it as UTF-8\)/,
  ),
  "a config in Latin-1": config(
    Buffer.from("interfaces: {}\n# caf\xe9", "latin1"),
    /is not UTF-8 text \(save it/,
  ),
  "broken YAML": config("interfaces: [crm", /^c\.yaml:1:\d+: not valid YAML or JSON/),
  "broken JSON": config('{"interfaces": {"crm": }', /^c\.yaml:1:\d+: /),
  "tabs in YAML": config("interfaces:\n\tcrm: {}", /^c\.yaml:2:1: tabs cannot indent YAML; use spaces/),
  "a key given twice": config("safety: {}\nsafety: {}\n", /^c\.yaml:2:1: the key safety is there twice/),
  "two documents": config("a: 1\n---\nb: 2\n", /several documents/),
  "a tag": config("interfaces: !!js/function x", /tags are not supported \(write the plain value\)/),
  "an alias to nothing": config("interfaces: *nobody", /names no anchor before it/),
  "an alias to itself": config("interfaces: &a {crm: *a}", /contains itself/),
  "an alias bomb": config(aliasBomb, /^c\.yaml:\d+:\d+: the file expands to more than 30000 values/),
  "a pit of brackets": config("[".repeat(20_000), /nests deeper than 100 levels|not valid YAML/),
  "a list": config("- crm\n", /^c\.yaml:1:1: the file must be a map/),
  "a bare word": config("crm", /^c\.yaml:1:1: the file must be a map/),
  "an unknown key": config(
    "interface: {}\n",
    /^c\.yaml:1:1: unknown key interface .*\(did you mean interfaces\?\)/,
  ),
  "a key of a prototype": config("__proto__: {}\n", /^c\.yaml:1:1: unknown key __proto__/),
  "a wrong type": config(
    "safety: { maxRequests: many }\n",
    /^c\.yaml:1:\d+: safety\.maxRequests must be a whole number/,
  ),
  "a number below its bound": config(
    "safety: { timeoutMs: 0 }\n",
    /^c\.yaml:1:\d+: safety\.timeoutMs must be /,
  ),
  "an integer beyond 2^53": config(
    "safety: { maxRequests: 9007199254740993 }\n",
    /too large to be kept exactly \(put it in quotes\)/,
  ),
  "a credential without end": config(
    crm(`    credentials: { password: { username: me, password: "${"p w+é".repeat(400_000)}" } }\n`),
    /^c\.yaml:4:\d+: interfaces\.crm\.credentials\.password\.password has more than 8192 characters \(give the/,
  ),
  "a credential without end in the environment": config(
    crm('    credentials: { apiKey: "${CRM_KEY}" }\n'),
    /^c\.yaml:4:\d+: interfaces\.crm\.credentials\.apiKey has more than 8192 characters/,
    { env: { CRM_KEY: "k".repeat(8193) } },
  ),
  "a receiver's secret without end": config(
    'notify: { slack: [{ url: "${SLACK}" }] }\n',
    /^c\.yaml:1:\d+: notify\.slack\.0\.url has more than 8192 characters/,
    { env: { SLACK: `https://h.example/${"k".repeat(8192)}` } },
  ),
  "60,000 unknown keys": config(
    Array.from({ length: 60_000 }, (_, at) => `key${at}: 1\n`).join(""),
    /^c\.yaml:1:1: the file has more than 22500 lines and items \(name a smaller file\)/,
  ),
  "no number": config("safety: { maxRequests: .nan }\n", /not a finite number/),
  "a password that is a number": config(
    crm("    credentials: { apiKey: 12345678 }\n"),
    /apiKey must be .*\(put the value in quotes\)/,
  ),
  "an environment variable that is missing": config(
    crm("    credentials: { apiKey: ${NO_SUCH_KEY} }\n"),
    /quote text|the environment variable NO_SUCH_KEY is not set/,
  ),
  "an environment variable that is misspelt": config(
    crm('    credentials: { apiKey: "${CRM_KYE}" }\n'),
    /^c\.yaml:4:\d+: the environment variable CRM_KYE is not set \(did you mean CRM_KEY\?\)/,
    { env: { CRM_KEY: secret } },
  ),
  "an environment variable without a name": config(
    crm('    credentials: { apiKey: "${}" }\n'),
    /\$\{ is not followed by the name/,
  ),
  "an environment variable of the wrong type": config(
    'safety: { writes: "${CRM_KEY}" }\n',
    /safety\.writes must be true or false.*environment variable CRM_KEY/,
    { env: { CRM_KEY: secret } },
  ),
  "an address that is none": config(
    "interfaces: { crm: { baseUrl: nowhere } }\n",
    /baseUrl is not an address \(write it as https:\/\/host\/prefix\)/,
  ),
  "an address in the clear": config(
    "interfaces: { crm: { baseUrl: http://crm.example.org } }\n",
    /must be an https address/,
  ),
  "an address with a password": config(
    `interfaces: { crm: { baseUrl: "https://me:${secret}@crm.example.org" } }\n`,
    /must not hold credentials \(move them under credentials\)/,
  ),
  "an interface without an address": config("interfaces: { crm: {} }\n", /baseUrl/),
  "a secret at the wrong place": config(
    `interfaces: { crm: { baseUrl: https://crm.example.org, apiKey: ${secret} } }\n`,
    /unknown key apiKey/,
  ),
};

const withBaseline = (content: Content | undefined, says: RegExp): BadInput => ({
  args: check,
  files: {
    "c.yaml": "baseline: b.json\ninterfaces: { crm: { baseUrl: https://crm.example.org } }\n",
    ...(content === undefined ? {} : { "b.json": content }),
  },
  says,
});

const baselines: Readonly<Record<string, BadInput>> = {
  "a baseline that is missing": withBaseline(
    undefined,
    /^c\.yaml:1:11: baseline b\.json: there is no such file \(tripact check --write-baseline FILE writes one; or remove/,
  ),
  "a baseline that is a folder": withBaseline("folder", /b\.json: it is a folder/),
  "an empty baseline": withBaseline("", /^b\.json:1:1: the file is empty/),
  "a baseline without findings": withBaseline("{}", /findings must be a list/),
  "a baseline with an unknown key": withBaseline(
    '{"finding": []}',
    /unknown key finding.*did you mean findings/,
  ),
  "a baseline with a wrong fingerprint": withBaseline(
    '{"findings": [{"fingerprint": "xyz"}]}',
    /fingerprint of 12 hex digits \(copy it from a report, in quotes\)/,
  ),
  "a baseline that is no JSON": withBaseline("<html>", /^b\.json:1:1: /),
  "a baseline in UTF-16": withBaseline(utf16('{"findings":[]}'), /UTF-16/),
};

const flags: Readonly<Record<string, BadInput>> = {
  "no such command": { args: ["chekc"], says: /^unknown command 'chekc' \(did you mean check\?\)/ },
  "no such command, nor one like it": {
    args: ["zzzzzz"],
    says: /^unknown command 'zzzzzz' \(tripact --help lists what there is\)/,
  },
  "help of no such command": {
    args: ["help", "chek"],
    says: /^help: unknown command 'chek' \(did you mean check\?\)/,
  },
  "help of no such command of a group": {
    args: ["help", "drift", "zzzzzz"],
    says: /^help: unknown command 'zzzzzz' \(tripact --help lists what there is\)/,
  },
  "no such option": {
    args: ["check", "--sede", "1"],
    says: /^unknown option '--sede' \(did you mean --seed\?\)/,
  },
  "no such option before a command": {
    args: ["--jsn", "facts"],
    says: /^unknown option '--jsn' \(did you mean --json\?\)/,
  },
  "an option that speaks to the terminal": {
    args: ["check", "--no-such\u001b[2J"],
    says: /^unknown option '--no-such\\u001b\[2J'/,
  },
  "an option without its value": {
    args: ["check", "--seed"],
    says: /^option '--seed <number>' argument missing \(tripact check --help lists what there is\)/,
  },
  "an operand too many": { args: ["check", "c.yaml"], says: /^too many arguments/ },
  "an operand too few": {
    args: ["drift", "accept"],
    says: /^missing required argument 'fingerprint' \(tripact drift accept --help lists what there is\)/,
  },
  "a seed in words": {
    args: ["check", "--seed", "one"],
    says: /^--seed: one is not a whole number from 0 to 4294967295 \(for example --seed 0\)/,
  },
  "a seed out of range": {
    args: ["check", "--seed", "4294967296"],
    says: /^--seed: 4294967296 is not a whole number/,
  },
  "a negative seed": { args: ["check", "--seed=-1"], says: /^--seed: -1 is not/ },
  "an empty seed": { args: ["check", "--seed", ""], says: /^--seed: nothing is not/ },
  "a part beyond the whole": {
    args: ["check", "--shard", "4/3"],
    says: /^--shard: 4\/3 is not a part I\/N \(the second of three/,
  },
  "no part": { args: ["check", "--shard", "0/3"], says: /^--shard: 0\/3/ },
  "no such check": {
    args: ["check", "--check", "page-envelop"],
    says: /^--check: page-envelop is unknown \(did you mean page-envelope\?\)/,
  },
  "no such fact": { args: ["check", "--fact", "DON-99"], says: /^--fact: DON-99 is unknown/ },
  "no such interface": {
    args: ["check", "--interface", "crn"],
    says: /^--interface: crn is unknown \(did you mean crm\?\)/,
  },
  "no id at all": { args: ["check", "--fact", ","], says: /^--fact: needs at least one value/ },
  "choices that exclude each other": {
    args: ["check", "--interface", "crm", "--fact", "DON-01"],
    says: /select no check/,
  },
  "an id that speaks to the terminal": {
    args: ["check", "--check", "\u001b[2J::error::x\u202e"],
    says: /^--check: \\u001b\[2J:\\u003aerror::x\\u202e is unknown/,
  },
  "an id without end": {
    args: ["check", "--check", "x".repeat(5_000)],
    says: /^--check: x{60}… is unknown/,
  },
  "no such explanation": { args: ["explain", "CRM-99"], says: /CRM-99/ },
  "a port out of range": {
    args: ["sandbox", "--port", "70000"],
    says: /^--port: 70000 is not a whole number from 0 to 65535/,
  },
  "no such host": { args: ["sandbox", "--host", "999.1.1.1"], says: /999\.1\.1\.1|--host/ },
  "no such assumption": { args: ["sandbox", "--set", "U-999=x"], says: /U-999/ },
  "an assumption without a value": { args: ["sandbox", "--set", "U-14"], says: /U-14/ },
  "a scale out of range": { args: ["sandbox", "--scale", "1000001"], says: /^--scale: 1000001 is not/ },
  "no such fault": {
    args: ["sandbox", "--fault", "zzzzzz"],
    says: /^--fault: zzzzzz is unknown \(tripact faults lists them\)/,
  },
  "no such fact, nor one like it": {
    args: ["check", "--fact", "zzzzzz"],
    says: /^--fact: zzzzzz is unknown \(tripact facts lists them\)/,
  },
  "a project's folder without a configuration": {
    args: ["usage", "--project", "app"],
    files: { app: "folder" },
    says: /^--project app: the folder has no tsconfig\.json \(name the tsconfig\.json or/,
  },
  "a folder of reports": {
    args: ["report", "merge", "reports"],
    files: { reports: "folder" },
    says: /^reports: it is a folder, not a file \(name a file in it\)/,
  },
  "data in a folder": {
    args: ["sandbox", "--data", "data"],
    files: { data: "folder" },
    says: /data: the sandbox's data file cannot be opened: it is a folder \(choose a new file/,
  },
  "data in a folder that is missing": {
    args: ["sandbox", "--data", "no/such/d.sqlite"],
    says: /no\/such|d\.sqlite/,
  },
  "data that is no data": {
    args: ["sandbox", "--data", "d.sqlite"],
    files: { "d.sqlite": "this is no database, whatever its name says it is" },
    says: /d\.sqlite/,
  },
};

const report = (value: string, says: RegExp, more: Partial<BadInput> = {}): BadInput => ({
  args: ["check", "--check", "webhook-is-read-by-id", "--report", value],
  says,
  ...more,
});

const reports: Readonly<Record<string, BadInput>> = {
  "no such format": report("jsn=r.json", /^--report: jsn is not a report format \(did you mean json\?\)/),
  "a report without a path": report(
    "json",
    /^--report: needs a path \(for example --report json=report\.json\)/,
  ),
  "a report to a folder that is missing": report(
    "json=no/r.json",
    /no\/r\.json: cannot be written: the folder does not exist \(name a file/,
  ),
  "a report to a folder": report("json=there", /there: cannot be written: it is a folder/, {
    files: { there: "folder" },
  }),
  "a report within a file": report("json=x/r.json", /a part of the path is not a folder/, {
    files: { x: "kept" },
  }),
  "a report that links to itself": report("json=loop", /links go round in a circle/, {
    files: { loop: { link: "loop" } },
  }),
  "a report of too long a name": report(`json=${"x".repeat(300)}`, /the name is too long/),
  "a report where files are made by the system": report("json=/proc/r.json", /cannot be written: /),
  "two reports at one place": {
    args: ["check", "--report", "json=r", "--report", "junit=./r"],
    says: /^--report junit=\.\/r: is the same file as the report json=r \(name another file\)/,
  },
  "a report and --json": {
    args: ["check", "--json", "--report", "json=-"],
    says: /two reports go to standard output/,
  },
  "a report into a pipe that nobody reads": report(
    "json=pipe",
    /cannot be written: no program reads from the pipe/,
    {
      files: { pipe: "pipe" },
      late: true,
    },
  ),
  "a report on a full disk": report("json=/dev/full", /^\/dev\/full: cannot be written: no space is left/, {
    late: true,
  }),
};

const recording = (content: Content | undefined, says: RegExp): BadInput => ({
  args: ["observe", "r.har"],
  ...(content === undefined ? {} : { files: { "r.har": content } }),
  says,
});

const others: Readonly<Record<string, BadInput>> = {
  "a recording that is missing": recording(undefined, /r\.har/),
  "a recording that is a folder": recording("folder", /r\.har/),
  "an empty recording": recording("", /r\.har/),
  "a recording that is a picture": recording(Buffer.from("89504e470d0a1a0aff", "hex"), /r\.har/),
  "a recording that is something else": recording('{"log": 7}', /r\.har/),
  "a million names of recordings": {
    args: ["observe", "{a,b}".repeat(20)],
    says: /the braces expand to more than 1000 names/,
  },
  "recordings up to a number": { args: ["observe", "r-{1..2000000}.har"], says: /more than 1000 names/ },
  "recordings that do not exist": { args: ["observe", "no-*.har"], says: /no-\*\.har/ },
  "a document that is missing": {
    args: ["diff", "a.yaml", "b.yaml"],
    files: { "a.yaml": "openapi: 3.1.0\n" },
    says: /b\.yaml: (?:there is no such file|a folder cannot)/,
  },
  "a document that is none": {
    args: ["diff", "a.yaml", "a.yaml"],
    files: { "a.yaml": "x: 1\n" },
    says: /^a\.yaml: is not an OpenAPI document \(its root needs the key openapi\)/,
  },
  "a document that is broken": {
    args: ["diff", "a.yaml", "a.yaml"],
    files: { "a.yaml": "openapi: [\n" },
    says: /^a\.yaml/,
  },
  "a document that is an alias bomb": {
    args: ["diff", "a.yaml", "a.yaml"],
    files: { "a.yaml": `openapi: 3.1.0\n${aliasBomb}\n` },
    says: /^a\.yaml/,
  },
  "a document that refers to the network": {
    args: ["diff", "a.yaml", "a.yaml"],
    files: { "a.yaml": 'openapi: 3.1.0\npaths: { /x: { $ref: "https://example.org/x.yaml" } }\n' },
    says: /^a\.yaml:2:\d+: .*points outside the document/,
  },
  "a folder without documents": {
    args: ["diff", "docs", "docs"],
    files: { docs: "folder" },
    says: /docs: contains no OpenAPI document/,
  },
  "a store that is none": {
    args: ["check", "--config", "c.yaml", "--store", "s.sqlite"],
    files: { "c.yaml": crm(""), "s.sqlite": "this is no database, whatever its name says it is" },
    says: /s\.sqlite: the store cannot be used/,
  },
  "a store that is a folder": {
    args: ["check", "--config", "c.yaml", "--store", "s"],
    files: { "c.yaml": crm(""), s: "folder" },
    says: /s: /,
  },
  "a store within a file": {
    args: ["check", "--config", "c.yaml", "--store", "x/s.sqlite"],
    files: { "c.yaml": crm(""), x: "kept" },
    says: /^x\/s\.sqlite: the store cannot be used: /,
  },
  "a store where nothing can be written": {
    args: ["check", "--config", "c.yaml", "--store", "/proc/x/s.sqlite"],
    files: { "c.yaml": crm("") },
    says: /^\/proc\/x\/s\.sqlite: the store cannot be used: ENOENT.*\(name another file with --store, or /,
  },
  "a store that is a pipe": {
    args: [...check, "--store", "pipe"],
    files: { "c.yaml": crm(""), pipe: "pipe" },
    says: /^pipe: the store cannot be used: it is not a file/,
  },
  "a home where nothing can be written": {
    args: check,
    files: { "c.yaml": crm("") },
    env: { XDG_STATE_HOME: "", HOME: "/proc" },
    says: /^\/proc\/\.local\/state.*\(name another folder with XDG_STATE_HOME, or /,
  },
  "a state folder where nothing can be written": {
    args: check,
    files: { "c.yaml": crm("") },
    env: { XDG_STATE_HOME: "/proc" },
    says: /^\/proc\/tripact.*\(name another folder with XDG_STATE_HOME, or /,
  },
  "generated code into a file": {
    args: ["generate", "--out", "file"],
    files: { file: "kept" },
    says: /^--out file: cannot be written: a part of the path is not a folder \(choose an empty or a new folder\)/,
  },
  "generated code below a file": {
    args: ["generate", "--out", "file/made"],
    files: { file: "kept" },
    says: /^--out file\/made: cannot be written: a part of the path is not a folder/,
  },
  "generated code into /proc": {
    args: ["generate", "--out", "/proc/x"],
    says: /^--out \/proc\/x: cannot be written: /,
  },
  "generated code compared with a file": {
    args: ["generate", "--check", "--out", "file"],
    files: { file: "kept" },
    says: /^--out file: cannot be written: a part of the path is not a folder/,
  },
  "an organization's types into a file": {
    args: ["generate", "--discover", "--out", "file"],
    files: { file: "kept" },
    says: /^--out file: cannot be written: a part of the path is not a folder/,
  },
  "an organization's types into /proc": {
    // Refused before the target is asked, which would be out of reach.
    args: ["generate", "--discover", "--config", "c.yaml", "--out", "/proc/x"],
    files: {
      "c.yaml": "interfaces: { donation: { baseUrl: http://127.0.0.1:9, credentials: { token: t } } }\n",
    },
    says: /^--out \/proc\/x: cannot be written: /,
  },
  "nothing to restore by": {
    args: ["restore", "--config", "c.yaml"],
    says: /c\.yaml: there is no such file/,
  },
  "reports to merge that are missing": { args: ["report", "merge", "a.json"], says: /a\.json/ },
  "reports to merge that are none": {
    args: ["report", "merge", "a.json"],
    files: { "a.json": "[]" },
    says: /a\.json/,
  },
  "a dialect of another shape": {
    args: ["discover", "--options-mapping", "m.yaml"],
    files: { "m.yaml": "- 1\n" },
    says: /m\.yaml/,
  },
  "a dialect to a folder that is missing": {
    args: ["discover", "--out", "no/d.yaml"],
    says: /no\/d\.yaml: cannot be written/,
  },
};

const inputs = { ...configs, ...baselines, ...flags, ...reports, ...others };

const put = (folder: string, name: string, content: Content): void => {
  const path = join(folder, name);
  mkdirSync(dirname(path), { recursive: true });
  if (content === "folder") mkdirSync(path);
  else if (content === "pipe") execFileSync("mkfifo", [path]);
  else if (typeof content === "object" && "link" in content) symlinkSync(join(folder, content.link), path);
  else writeFileSync(path, content);
};

/** What a folder holds, byte for byte. */
const contentOf = (folder: string): Readonly<Record<string, string>> =>
  Object.fromEntries(
    readdirSync(folder, { recursive: true, encoding: "utf8" })
      .filter((name) => !name.startsWith("state"))
      .map((name) => {
        const path = join(folder, name);
        return [name, lstatSync(path).isFile() ? readFileSync(path, "latin1") : "no file"];
      }),
  );

describe("bad input", () => {
  it("is met in at least forty ways", () => {
    expect(Object.keys(inputs).length).toBeGreaterThan(100);
  });

  it.each(Object.entries(inputs))(
    "%s is reported on one line, with its location and a fix",
    async (_, input) => {
      const folder = temporaryFolder();
      for (const [name, content] of Object.entries(input.files ?? {})) put(folder, name, content);
      const before = contentOf(folder);
      const env = { XDG_STATE_HOME: join(folder, "state"), ...input.env };
      const { code, out, err } = await runCli(input.args, { cwd: folder, env });
      expect(err).toMatch(/^tripact: [^\n]+\n$/);
      expect(err.slice("tripact: ".length).replaceAll(`${folder}/`, "")).toMatch(input.says);
      expect(err).not.toMatch(/\n\s+at |this is a bug|[\p{Cc}\p{Cf}](?<!\n)/u);
      expect(`${out}${err}`).not.toContain(secret);
      expect(code).toBe(2);
      if (input.args.includes("--json")) expect(JSON.parse(out)).toMatchObject({ exitCode: 2 });
      else if (input.late !== true) expect(out).toBe("");
      // Nothing is lost, and nothing half written is left behind.
      expect(contentOf(folder)).toEqual(before);
    },
  );
});
