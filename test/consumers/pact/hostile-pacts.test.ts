import { spawn } from "node:child_process";
import { once } from "node:events";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { text } from "node:stream/consumers";
import { describe, expect, test } from "vitest";
import { always, http } from "../../hostile/hostile-case.ts";
import { serveBytes } from "../../hostile/server.ts";
import { dangersIn } from "../../core/output/hostile-text.ts";
import { isNightly } from "../../nightly.ts";
import { fakeTarget } from "../../stand-in.ts";
import { bin, runCli } from "../../entrypoints/cli/run-cli.ts";
import { temporaryFolder } from "../../entrypoints/cli/temporary-folder.ts";
import { listOf, pactOf } from "./kit.ts";

const one = (parts: { request?: object; response?: object } = {}, description: unknown = "x") => ({
  description,
  request: { method: "GET", path: "/api/ContactMethod/Types", ...parts.request },
  response: { status: 200, ...parts.response },
});

const textOf = (...interactions: readonly object[]): string =>
  pactOf(interactions, "crm", { metadata: undefined });

const deep = "[".repeat(6000) + "]".repeat(6000);

const content = (text: string) => ({ response: { body: { content: text, encoded: "JSON" } } });

describe("a pact file is refused in one line, exit 2:", () => {
  test.each(
    Object.entries<readonly string[]>({
      "nests deeper than 100 levels": [
        textOf(one({ response: { body: 1 } })).replace('"body":1', `"body":${deep}`),
      ],
      "interactions[0]: nests deeper than 100 levels": [textOf(one(content(deep)))],
      "is larger than 2 MiB": [textOf(one({ response: { body: "x".repeat(5_000_000) } }))],
      "contains more than 20000 values": [
        textOf(one({ response: { body: Array.from({ length: 30_000 }, () => 0) } })),
        textOf(one(content(`[${"{},".repeat(30_000)}0]`))),
      ],
      "its response has no HTTP status": [
        textOf(one({ response: { status: 99_999 } })),
        textOf(one({ response: { status: 1e99 } })),
        textOf({ request: one().request }),
      ],
      "do not follow the Pact specification": [
        textOf(one({ request: { headers: 5 } })),
        textOf(one({ request: { query: { a: { b: 1 } } } })),
        textOf(one({}, { a: 1 })),
      ],
    }),
  )("%s", async (message, texts) => {
    for (const text of texts) {
      const { code, out, err } = await runCli("pact verify a.json", {
        cwd: temporaryFolder({ "a.json": text }),
      });
      expect({ code, out }).toEqual({ code: 2, out: "" });
      expect(err).toContain(message);
      expect(err).toMatch(/^tripact: a\.json.*\n$/);
    }
  });
});

test("names from a pact can do nothing to a terminal or a CI log, through its verifier, too", async () => {
  const hostile = "\u001b[2J\n::error::x\r##[group]\u202e\u2028\u0007";
  const named = { ...one({ response: { body: { [hostile]: 1 } } }, hostile), providerStates: [] };
  const text = pactOf([named], `crm ${hostile}`, { consumer: { name: hostile }, metadata: undefined });
  const cwd = temporaryFolder({ "a.json": text });
  for (const line of ["pact verify a.json", "pact verify a.json --json"]) {
    const { code, out, err } = await runCli(line, { cwd });
    expect([code, ...dangersIn(out), ...dangersIn(err)]).toEqual([1]);
  }
});

describe("a broker is refused in one line, exit 2:", () => {
  test.each<[string, (url: string) => unknown, string]>([
    [
      "more values than are read",
      () => Array.from({ length: 100_001 }, () => 0),
      "the broker gave no answer: the body holds more than 100000 values",
    ],
    [
      "more pacts than are verified",
      () => listOf(...Array.from({ length: 501 }, () => "/p")),
      "the broker lists 501 pacts for one provider",
    ],
    ["a link that is none", () => listOf("http://["), "the broker points to an invalid address"],
    ["a link to a file", () => listOf("file:///etc/passwd"), "the broker points to another address"],
    ["a link elsewhere", () => listOf("//elsewhere.example/x"), "the broker points to another address"],
    ["a pact that is none", (url) => (url === "/p" ? [1] : listOf("/p")), "has no interactions"],
    [
      "a body without end",
      () => "x".repeat(11_000_000),
      "the broker gave no answer: the body is larger than 10485760 bytes",
    ],
  ])("%s", async (_, bodyOf, message) => {
    const { origin, seen } = await fakeTarget(({ path }) => ({ body: bodyOf(path) }));
    const { code, out, err } = await runCli(["pact", "verify", "--broker", origin, "--provider", "x=crm"]);
    expect({ code, out }).toEqual({ code: 2, out: "" });
    expect(err).toContain(message);
    expect(err.trimEnd().split("\n")).toHaveLength(1);
    expect(seen.length).toBeLessThan(3);
  });

  test("a redirect, which gets no credential", async () => {
    const elsewhere = await fakeTarget(() => ({}));
    const { origin } = await fakeTarget(() => ({ status: 307, headers: { location: elsewhere.origin } }));
    const env = { PACT_BROKER_TOKEN: "broker-secret" };
    const args = ["pact", "verify", "--broker", origin, "--provider", "x=crm"];
    const { code, err } = await runCli(args, { env });
    expect({ code, err }).toEqual({ code: 2, err: `tripact: ${origin}: the broker answers 307\n` });
    expect(elsewhere.seen).toEqual([]);
  });

  test.each<[readonly string[], Readonly<Record<string, string>>, string]>([
    [["--broker", "http://broker.example.org"], {}, "--broker: must be https"],
    [["--broker", "ftp://broker.example.org"], {}, "--broker: must be https"],
    [["--broker", "https://b.example?x=1"], {}, "--broker: is not the address of a broker"],
    [["--broker", "https://b.example"], { PACT_BROKER_TOKEN: "" }, "PACT_BROKER_TOKEN: is empty"],
    [
      ["--broker", "https://b.example"],
      { PACT_BROKER_TOKEN: "a\nb" },
      "PACT_BROKER_TOKEN: contains characters that a header cannot hold",
    ],
    [
      ["--broker", "http://127.0.0.1:1", "--provider", "..=crm"],
      {},
      "--provider: cannot be part of a broker's address",
    ],
    [
      ["--broker", "http://127.0.0.1:1", "--provider", "\ud800=crm"],
      {},
      "--provider: cannot be part of a broker's address",
    ],
  ])("%j with %j", async (args, env, message) => {
    const { code, out, err } = await runCli(["pact", "verify", ...args], { env });
    expect({ code, out }).toEqual({ code: 2, out: "" });
    expect(err).toContain(message);
  });
});

describe("an answer that is far too large for a pact", () => {
  const numbered = <Value>(count: number, one: (at: number) => Value): readonly Value[] =>
    Array.from({ length: count }, (_, at) => one(at));
  const fields = (count: number, value: unknown): object =>
    Object.fromEntries(numbered(count, (at) => [`f${at}`, value]));
  const chunks = http(200, `1\r\n"\r\n${"1\r\nx\r\n".repeat(1_000_000)}1\r\n"\r\n0\r\n\r\n`, {
    "transfer-encoding": "chunked",
    "content-length": "",
  });
  const answers: Readonly<
    Record<string, readonly [bytes: () => Uint8Array, code: number, says: RegExp, wanted?: () => unknown]>
  > = {
    "1,000 records of 3.7 MB": [
      () =>
        http(200, JSON.stringify({ items: numbered(1_000, () => fields(90, "x".repeat(30))), total: 1_000 })),
      3,
      /the answer is larger than 2 MiB, more than a pact may compare/,
    ],
    "1,000 records of 90,000 values": [
      () => http(200, JSON.stringify({ items: numbered(1_000, () => fields(90, 1)), total: 1_000 })),
      3,
      /the answer holds more than 20000 values, more than a pact may compare/,
    ],
    "1,000 records that differ everywhere from those of a pact": [
      () => http(200, JSON.stringify({ items: numbered(1_000, () => fields(17, "x".repeat(95))), total: 1 })),
      1,
      /1 failed/,
      () => ({ items: numbered(999, () => fields(17, "y".repeat(80))), total: 1 }),
    ],
    "99,000 keys": [
      () => http(200, JSON.stringify(fields(99_000, 1))),
      3,
      /the answer holds more than 20000 values/,
    ],
    "9 MB with 429": [() => http(429, JSON.stringify({ message: "x".repeat(9_000_000) })), 4, /48 MiB/],
    "a million chunks of a byte": [() => chunks, 1, /1 failed/],
  };

  test.runIf(isNightly).each(Object.entries(answers))(
    "costs no process 300 MiB: %s",
    async (_, [bytes, code, says, wanted = () => ({ items: [{ id: 1 }], total: 1 })]) => {
      const server = await serveBytes(always(bytes()));
      const headers = { Authorization: "Bearer x" };
      const request = { method: "GET", path: "/api/Donor/list", query: { Take: ["1"] }, headers };
      const pact = pactOf(
        [{ description: "x", request, response: { status: 200, body: wanted() } }],
        "donation",
      );
      const config = {
        interfaces: { donation: { baseUrl: server.origin, credentials: { token: "t".repeat(20) } } },
        safety: { maxWaitMs: 10_000, perSecond: 1000 },
      };
      const cwd = temporaryFolder({ "a.json": pact, "c.json": JSON.stringify(config) });
      const measure = new URL("../../print-most-kilobytes.ts", import.meta.url).href;
      const args = [bin, "pact", "verify", "a.json", "--config", "c.json"];
      const peaks = join(cwd, "peaks");
      const command = spawn(process.execPath, args, {
        cwd,
        env: {
          XDG_STATE_HOME: join(cwd, "state"),
          PATH: process.env["PATH"],
          // Pact's verifier has a process of its own.
          NODE_OPTIONS: `--import ${measure}`,
          MOST_KILOBYTES: peaks,
        },
        stdio: ["ignore", "pipe", "pipe"],
      });
      const closed = once(command, "close");
      const [out, err] = await Promise.all([text(command.stdout), text(command.stderr)]);
      expect([out, err]).toEqual([expect.stringMatching(says), err]);
      expect((await closed)[0]).toBe(code);
      const mebibytes = readFileSync(peaks, "utf8")
        .trim()
        .split("\n")
        .map((kilobytes) => Number(kilobytes) / 1024);
      expect(mebibytes.length).toBeGreaterThan(1);
      expect(Math.max(...mebibytes)).toBeLessThan(300);
    },
  );
});
