import { spawn } from "node:child_process";
import { once } from "node:events";
import { readdirSync, readFileSync } from "node:fs";
import { createServer } from "node:https";
import type { AddressInfo } from "node:net";
import { join } from "node:path";
import { buffer, text } from "node:stream/consumers";
import { getCACertificates, setDefaultCACertificates } from "node:tls";
import { describe, expect, test, vi } from "vitest";
import { check } from "../../../src/index.ts";
import { createSandbox } from "../../../src/sandbox/sandbox.ts";
import { connectProxy } from "../../connect-proxy.ts";
import { listening } from "../../listening.ts";
import { ownCertificate } from "../../own-certificate.ts";
import { isNightly } from "../../nightly.ts";
import { bin } from "./run-cli.ts";
import { temporaryFolder } from "./temporary-folder.ts";

const secret = "s3cret-of-the-proxy";

/** The sandbox with TLS, behind names that only a proxy knows; the configuration of that target. */
const serveSandbox = async () => {
  const sandbox = createSandbox({ scale: 30 });
  const config = sandbox.config();
  const inside = new URL(String(config.interfaces.crm.baseUrl)).origin;
  let asked = 0;
  const server = createServer(ownCertificate, async (request, response) => {
    asked += 1;
    const { method = "GET", headers } = request;
    const body = method === "GET" ? null : await buffer(request);
    const answer = await sandbox.fetch(
      new Request(`${inside}${request.url}`, { method, headers: headers as Record<string, string>, body }),
    );
    const bytes = Buffer.from(await answer.arrayBuffer());
    response.writeHead(answer.status, Object.fromEntries(answer.headers)).end(bytes);
  });
  await listening(server);
  // A server that listens on a port has such an address.
  const { port } = server.address() as AddressInfo;
  const { interfaces } = config;
  const at = JSON.stringify({ interfaces, safety: { perSecond: 1000, perHour: 10_000, maxRequests: 60 } });
  return {
    config: at.replaceAll(inside, `https://crm.target.example:${port}`),
    asked: () => asked,
  };
};

const run = async (args: readonly string[], config: string, env: Readonly<Record<string, string>>) => {
  const cwd = temporaryFolder({ "c.json": config, "ca.pem": ownCertificate.cert });
  const command = spawn(process.execPath, [bin, ...args, "--config", "c.json"], {
    cwd,
    env: {
      XDG_STATE_HOME: join(cwd, "state"),
      PATH: process.env["PATH"],
      NODE_EXTRA_CA_CERTS: join(cwd, "ca.pem"),
      ...env,
    },
    stdio: ["ignore", "pipe", "pipe"],
  });
  const closed = once(command, "close");
  const [out, err] = await Promise.all([text(command.stdout), text(command.stderr)]);
  const [code] = await closed;
  const written = readdirSync(cwd, { recursive: true, withFileTypes: true })
    .filter((one) => one.isFile())
    .map((one) => readFileSync(join(one.parentPath, one.name), "latin1"));
  return { code: Number(code), out, err, shown: [out, err, ...written].join("\n") };
};

const withSecret = (origin: string): string => origin.replace("://", `://marta:${secret}@`);

/** Commands that ask a target, with their exit code after 60 requests; the first in a usual run, all nightly. */
const commands: readonly (readonly [code: number, args: readonly string[]])[] = [
  [
    0,
    ["check", "--check", "user-is-read-by-id", "--report", "json=report.json", "--report", "har=report.har"],
  ],
  [0, ["doctor"]],
  [4, ["drift", "--store", "drift.db"]],
  [4, ["discover", "--out", "dialect.json"]],
];
const tried = isNightly ? commands : commands.slice(0, 1);

describe.each(tried.map(([wanted, args]) => [args[0], wanted, args] as const))(
  "tripact %s",
  (_, wanted, args) => {
    test("asks a target through the proxy of its environment", async () => {
      const target = await serveSandbox();
      const proxy = await connectProxy();
      const { code, out, err, shown } = await run(args, target.config, {
        HTTPS_PROXY: withSecret(proxy.origin),
      });
      expect([out, err, code]).toEqual([out, err, wanted]);
      expect(target.asked()).toBeGreaterThan(0);
      expect(proxy.tunnels.length).toBeGreaterThan(0);
      expect(shown).not.toContain(secret);
    });

    test("says that the proxy refuses, not the target", async () => {
      const target = await serveSandbox();
      const proxy = await connectProxy({
        answer: (socket) => socket.end("HTTP/1.1 407 No\r\nContent-Length: 2\r\n\r\n{}") !== undefined,
      });
      const { code, out, err, shown } = await run(args, target.config, {
        HTTPS_PROXY: withSecret(proxy.origin),
      });
      expect([`${out}${err}`.replaceAll(/\s+/g, " "), code]).toEqual([
        expect.stringContaining("the proxy in HTTPS_PROXY refuses its credential"),
        3,
      ]);
      expect(target.asked()).toBe(0);
      expect(shown).not.toContain(secret);
    });

    test("refuses an unusable proxy by its variable", async () => {
      const target = await serveSandbox();
      const { code, err, shown } = await run(args, target.config, {
        HTTPS_PROXY: `socks5://marta:${secret}@127.0.0.1:1080`,
      });
      expect([err, code]).toEqual([
        expect.stringMatching(/HTTPS_PROXY: is not the address of an HTTP proxy/),
        2,
      ]);
      expect(shown).not.toContain(secret);
    });
  },
);

test("NODE_USE_ENV_PROXY changes nothing, and this machine has no proxy", async () => {
  const target = await serveSandbox();
  const proxy = await connectProxy();
  const args = ["check", "--check", "user-is-read-by-id"];
  const env = { HTTPS_PROXY: proxy.origin, NODE_USE_ENV_PROXY: "1" };
  expect(await run(args, target.config, env)).toMatchObject({ code: 0 });
  const tunnels = proxy.tunnels.length;
  expect(tunnels).toBeGreaterThan(0);
  const here = target.config.replaceAll("crm.target.example", "127.0.0.1");
  expect(await run(args, here, env)).toMatchObject({ code: 0 });
  expect([proxy.tunnels.length, proxy.plain]).toEqual([tunnels, []]);
});

test("the library takes proxies from `env` alone", async () => {
  setDefaultCACertificates([...getCACertificates("default"), ownCertificate.cert]);
  const target = await serveSandbox();
  const proxy = await connectProxy();
  const order = {
    config: JSON.parse(target.config) as object,
    checks: ["user-is-read-by-id"],
  };
  vi.stubEnv("HTTPS_PROXY", "socks5://nobody.example");
  const { report } = await check({ ...order, env: { https_proxy: proxy.origin } }).result;
  expect(report.facts.some(({ status }) => status === "passed")).toBe(true);
  expect(proxy.tunnels.length).toBeGreaterThan(0);
  vi.unstubAllEnvs();
});
