import { readFileSync } from "node:fs";
import { createServer } from "node:http";
import { join } from "node:path";
import { brotliCompressSync } from "node:zlib";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import type { Report } from "../../../../src/core/model/report.ts";
import { faults } from "../../../../src/builtin/faults/generated/faults.ts";
import { type ServedSandbox, startSandbox } from "../../../../src/sandbox/serve.ts";
import { listening } from "../../../listening.ts";
import { type CliResult, runCli, whileServing } from "../run-cli.ts";
import { temporaryFolder } from "../temporary-folder.ts";

interface Served {
  readonly origin: string;
  readonly status: string;
  readonly interfaces: Readonly<
    Record<string, { baseUrl: string; ownOrigin?: string; credentials?: Readonly<Record<string, string>> }>
  >;
}

/** Serves a proxy, hands its addresses to `use`, then stops it. */
const whileProxying = (
  cwd: string,
  options: string,
  use: (served: Served) => Promise<void>,
): Promise<CliResult> =>
  // What the command prints.
  whileServing(`proxy --json ${options}`.trim(), (line) => use(JSON.parse(line) as Served), { cwd });

let sandbox: ServedSandbox;

beforeAll(async () => {
  const fault = faults.find(({ id }) => id === "contact-in-a-list");
  sandbox = await startSandbox({ scale: 5, ...(fault === undefined ? {} : { faults: [fault] }) });
});

afterAll(() => sandbox.close());

const bearer = (): RequestInit => ({
  headers: { authorization: `Bearer ${String(sandbox.config.interfaces.crm.credentials["apiKey"])}` },
});

const withConfig = (extra: object = {}): string =>
  temporaryFolder({ "tripact.config.json": JSON.stringify({ ...sandbox.config, ...extra }) });

const statusOf = async (url: string, init?: RequestInit): Promise<number> => {
  const answer = await fetch(url, init);
  await answer.arrayBuffer();
  return answer.status;
};

describe("tripact proxy", () => {
  test("judges what goes by, says what it finds once, records it, and exits with what it found", async () => {
    const cwd = withConfig();
    const args = "--record r.ndjson --report json=r.json --report har=r.har";
    const { code, out, err } = await whileProxying(cwd, args, async ({ interfaces: { crm } }) => {
      for (let round = 0; round < 3; round += 1)
        expect(await statusOf(`${crm?.baseUrl}/api/Contact/1`, bearer())).toBe(200);
      expect(await statusOf(`${crm?.baseUrl}/api/Nothing/1`, bearer())).toBe(404);
    });
    expect(code).toBe(1);
    expect(out.trimEnd().split("\n")).toHaveLength(1);
    expect(err.match(/^✗ CRM-01 crm getContact: .+ [0-9a-f]{12}$/gm)).toHaveLength(1);
    expect(err).toContain("the proxied traffic (HTTP): 4 entries");
    expect(err).not.toContain("the proxied traffic: entry");

    const report = JSON.parse(readFileSync(join(cwd, "r.json"), "utf8")) as Report; // as it is written
    expect(report.findings.map(({ fact }) => fact)).toContain("CRM-01");
    expect(report.recording).toMatchObject({ judged: 4, unmatched: 1, interfaces: { crm: 4 } });
    const har = JSON.parse(readFileSync(join(cwd, "r.har"), "utf8"));
    expect(har.log.entries).toHaveLength(4);

    const lines = readFileSync(join(cwd, "r.ndjson"), "utf8").trimEnd().split("\n");
    expect(lines.filter((line) => JSON.parse(line).operation === "getContact")).toHaveLength(3);
    const observed = await runCli("observe r.ndjson --json", { cwd });
    const again = JSON.parse(observed.out) as Report;
    expect(again.findings.map(({ fingerprint }) => fingerprint)).toEqual(
      report.findings.map(({ fingerprint }) => fingerprint),
    );
  });

  test("records a HAR that is judged alike, and goes on with it", async () => {
    const cwd = withConfig();
    for (const round of [1, 2]) {
      const { err } = await whileProxying(
        cwd,
        "--record r.har --inject",
        async ({ interfaces: { crm, donation } }) => {
          expect(await statusOf(`${crm?.baseUrl}/api/Contact/1`)).toBe(200);
          const query = { method: "POST", body: "{}", headers: { "content-type": "application/json" } };
          expect(await statusOf(`${donation?.baseUrl}/api/Donor/query`, query)).toBe(400);
          const form = { method: "POST", body: new URLSearchParams({ grant_type: "password" }) };
          expect(await statusOf(`${crm?.baseUrl}/Token`, form)).toBe(400);
        },
      );
      expect(err).toContain("crm 2 · donation 1");
      const { log } = JSON.parse(readFileSync(join(cwd, "r.har"), "utf8"));
      expect(log.entries).toHaveLength(3 * round);
      const { out } = await runCli("observe r.har --json", { cwd });
      const observed = JSON.parse(out) as Report; // as it is written
      expect(observed.findings.map(({ fact }) => fact)).toContain("CRM-01");
      expect(observed.recording).toMatchObject({ judged: 3 * round, withoutBody: 0, unmatched: 0 });
    }
  });

  test("needs no credential of its clients with --inject, and shows none", async () => {
    const cwd = withConfig();
    const { out, err } = await whileProxying(
      cwd,
      "--inject --record r.ndjson --report json=r.json",
      async ({ interfaces, origin, status }) => {
        expect(status).toBe(`${origin}/__tripact`);
        const base = interfaces["crm"]?.baseUrl;
        expect(await statusOf(`${base}/api/ContactMethod/Types`)).toBe(200);
        expect(await statusOf(`${base}/api/Contact/ByReference/REF-1`)).not.toBe(401);
        const own = { headers: { authorization: "Bearer wrong" } };
        expect(await statusOf(`${base}/api/ContactMethod/Types`, own)).toBe(401);
        const page = await (await fetch(`${origin}/__tripact/status.json`)).text();
        for (const secret of secretsOf(sandbox)) expect(page).not.toContain(secret);
      },
    );
    const texts = [out, err, ...["r.ndjson", "r.json"].map((name) => readFileSync(join(cwd, name), "utf8"))];
    for (const secret of secretsOf(sandbox)) expect(texts.join("\n")).not.toContain(secret);
  });

  test("answers no page of another site with --inject", async () => {
    await whileProxying(withConfig(), "--inject", async ({ interfaces }) => {
      const url = `${interfaces["crm"]?.baseUrl}/api/ContactMethod/Types`;
      expect(await statusOf(url, { headers: { origin: "https://evil.example" } })).toBe(403);
      expect(await statusOf(url, { headers: { "sec-fetch-site": "cross-site" } })).toBe(403);
    });
  });

  test("lets no write pass with --read-only", async () => {
    const { err } = await whileProxying(
      withConfig(),
      "--read-only --inject",
      async ({ interfaces: { crm, donation } }) => {
        const put = await fetch(`${crm?.baseUrl}/api/ContactNote/1`, { method: "PUT", body: "{}" });
        expect([put.status, put.headers.get("x-tripact-proxy")]).toEqual([403, "read-only"]);
        expect(await put.text()).toContain("replaceContactNote writes");
        const query = {
          method: "POST",
          body: JSON.stringify({ queryType: 0 }),
          headers: { "content-type": "application/json" },
        };
        expect(await statusOf(`${donation?.baseUrl}/api/Donor/query`, query)).not.toBe(403);
        expect(await statusOf(`${donation?.baseUrl}/api/Donor/delete`, { method: "POST" })).toBe(403);
        const override = { ...query, headers: { ...query.headers, "x-http-method-override": "PUT" } };
        expect(await statusOf(`${donation?.baseUrl}/api/Donor/query`, override)).toBe(403);
        expect(await statusOf(`${crm?.baseUrl}/api/Contact/1`)).toBe(200);
      },
    );
    expect(err).toContain("3 answered by the proxy (3 read-only)");
  });

  test("puts the sandbox behind it, each interface on a port of its own, too", async () => {
    const { code } = await whileProxying(
      temporaryFolder(),
      "--sandbox --ports",
      async ({ interfaces: { volunteer } }) => {
        const headers = { authorization: `Bearer ${volunteer?.credentials?.["token"]}` };
        expect(await statusOf(`${volunteer?.baseUrl}/users`, { headers })).toBe(200);
        expect(await statusOf(`${volunteer?.ownOrigin}/v1/users`, { headers })).toBe(200);
        expect(await statusOf(`${volunteer?.ownOrigin}/__tripact`, { headers })).toBe(404);
      },
    );
    expect(code).toBe(0);
  });

  test("disturbs on purpose, by the seed, and judges nothing of that", async () => {
    const statuses = async (seed: string): Promise<readonly number[]> => {
      const seen: number[] = [];
      const options = `--sandbox --inject --status 503:0.5 --fault-rate 0.2 --seed ${seed}`;
      await whileProxying(temporaryFolder(), options, async ({ interfaces: { crm } }) => {
        for (let round = 0; round < 20; round += 1)
          seen.push(await statusOf(`${crm?.baseUrl}/api/ContactMethod/Types`).catch(() => 0));
      });
      return seen;
    };
    const first = await statuses("1");
    expect(new Set(first)).toEqual(new Set([200, 503, 0]));
    expect(await statuses("1")).toEqual(first);
    expect(await statuses("2")).not.toEqual(first);
  });

  test("has nothing to judge where a target is not there: 3", async () => {
    const cwd = withConfig({ interfaces: { crm: { baseUrl: "http://127.0.0.1:9" } } });
    const { code, err } = await whileProxying(cwd, "", async ({ interfaces: { crm } }) => {
      expect(await statusOf(`${crm?.baseUrl}/api/Contact/1`)).toBe(502);
    });
    expect(code).toBe(3);
    expect(err).toContain("got no answer");
  });

  test("judges and records what goes by in brotli", async () => {
    const text = JSON.stringify({ items: {}, total: 1, note: "x".repeat(69_966) });
    const target = createServer((_, answer) => {
      answer.writeHead(200, { "content-type": "application/json", "content-encoding": "br" });
      answer.end(brotliCompressSync(text));
    });
    const cwd = withConfig({ interfaces: { donation: { baseUrl: await listening(target) } } });
    const { code } = await whileProxying(cwd, "--record r.har", async ({ interfaces: { donation } }) => {
      expect(await statusOf(`${donation?.baseUrl}/api/Donor/list?Take=1`)).toBe(200);
    });
    target.close();
    expect(code).toBe(1);
    const observed = await runCli("observe r.har --json", { cwd });
    expect((JSON.parse(observed.out) as Report).findings.map(({ fact }) => fact)).toEqual(["DON-01"]);
    expect(observed.code).toBe(1);
  });

  test("shows counts on a page, which quotes nothing", async () => {
    await whileProxying(withConfig(), "", async ({ origin, interfaces: { crm } }) => {
      await statusOf(`${crm?.baseUrl}/api/Contact/1?secret=%3Cscript%3E`, bearer());
      const page = await fetch(`${origin}/__tripact`);
      expect(page.headers.get("content-security-policy")).toContain("default-src 'none'");
      expect(await page.text()).toContain("color-scheme: light dark");
      await expect
        .poll(async () => (await fetch(`${origin}/__tripact/status.json`)).json())
        .toMatchObject({
          judged: 1,
          traffic: { interfaces: { crm: { requests: 1, statuses: { "2xx": 1 } } } },
          findings: [{ fact: "CRM-01", where: "crm getContact" }],
        });
    });
  });

  test("tells people where it serves and what it passes on to", async () => {
    const stop = new AbortController();
    const { out, code } = await runCli("proxy", {
      cwd: withConfig(),
      signal: stop.signal,
      onOut: (text) => {
        if (text.includes("Ctrl+C")) stop.abort();
      },
    });
    expect(out).toMatch(new RegExp(`^  crm +http://127\\.0\\.0\\.1:\\d+/crm +→ ${sandbox.origin}/crm$`, "m"));
    expect(out).toMatch(/^  status +http:\/\/127\.0\.0\.1:\d+\/__tripact$/m);
    expect(out).toContain("the recording holds no exchange");
    expect(code).toBe(3);
  });
});

const secretsOf = ({ config }: ServedSandbox): readonly string[] => [
  String(config.interfaces.crm.credentials["apiKey"]),
  String(Object(config.interfaces.crm.credentials["hmac"])["secret"]),
  String(config.interfaces.donation.credentials["token"]),
];

describe("wrong use", () => {
  test("a port that is taken, and a proxy that would call itself", async () => {
    const server = createServer();
    const { port } = new URL(await listening(server));
    const taken = await runCli(["proxy", "--sandbox", "--port", port]);
    expect([taken.code, taken.err]).toEqual([2, expect.stringContaining(`port ${port} is taken`)]);
    server.close();
    const cwd = temporaryFolder({
      "c.yaml": `interfaces: { crm: { baseUrl: 'http://127.0.0.1:${port}' } }\n`,
    });
    const looped = await runCli(["proxy", "--config", "c.yaml", "--port", port], { cwd });
    expect([looped.code, looped.err]).toEqual([2, expect.stringContaining("is the proxy's own address")]);
  });
});
