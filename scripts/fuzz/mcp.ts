import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { PassThrough } from "node:stream";
import { JSONRPCMessageSchema } from "@modelcontextprotocol/sdk/types.js";
import { systemClock } from "../../src/core/model/system-clock.ts";
import type { Random } from "../../src/serving/random.ts";
import { createLineTransport, serveMcp } from "../../src/entrypoints/mcp/serve.ts";
import { type Attempt, assertNoBug, Broken, type Surface, within } from "./surface.ts";
import { anyJson, anyText, mutated, shown } from "./values.ts";

/** Calls that are valid, each cheap, from which most others differ in one thing. */
const calls: readonly [Call, ...Call[]] = [
  { name: "run_check", arguments: { facts: ["VOL-01"], seed: 3, failOn: "error" } },
  {
    name: "run_check",
    arguments: { interfaces: ["volunteer"], checks: ["volunteer-scheme-is-literal"], budget: 5 },
  },
  { name: "observe_recording", arguments: { recordings: ["a.har", "b.ndjson"], baseUrls: {} } },
  { name: "replay_finding", arguments: { fingerprint: "0123456789ab", report: "report.json" } },
  { name: "replay_finding", arguments: { fingerprint: "0123456789ab", report: "tripact://report/1" } },
  { name: "explain_fact", arguments: { id: "CRM-01" } },
  { name: "list_facts", arguments: { kind: "questions", interfaces: ["crm"] } },
  { name: "discover_dialect", arguments: { config: "none.yaml", budget: 3 } },
  {
    name: "diff_documents",
    arguments: { old: "old.json", new: "new.json", usages: ["usage.json"], onlyUsed: true },
  },
  { name: "manage_sandbox", arguments: { action: "list" } },
  { name: "manage_sandbox", arguments: { action: "stop", sandbox: "tripact://sandbox/1" } },
  {
    name: "manage_sandbox",
    arguments: { action: "start", scale: 20, faults: [], assumptions: { "U-14": "and-is-1" } },
  },
];

interface Call {
  readonly name: string;
  readonly arguments: Readonly<Record<string, unknown>>;
}

const methods = [
  "ping",
  "tools/list",
  "resources/list",
  "resources/read",
  "resources/templates/list",
  "prompts/list",
  "initialize",
  "completion/complete",
  "logging/setLevel",
  "__proto__",
] as const;

const document = {
  openapi: "3.1.0",
  info: { title: "a", version: "1" },
  paths: { "/a": { get: { responses: {} } } },
};

const files: Readonly<Record<string, string>> = {
  "a.har": JSON.stringify({ log: { version: "1.2", creator: {}, entries: [{ request: {}, response: {} }] } }),
  "b.ndjson": '{"method":"GET"}\nnull\n',
  "old.json": JSON.stringify(document),
  "new.json": JSON.stringify({ ...document, paths: {} }),
  "usage.json": "{}",
  "report.json": '{"results":[]}',
  "config.yaml": "interfaces: { volunteer: { baseUrl: 'http://127.0.0.1:1', credentials: { token: t } } }\n",
};

type Answer = {
  readonly error?: { readonly code: number; readonly message: string };
  readonly result?: unknown;
};

/** A JavaScript error of nobody's own, which the SDK passes on as the message of an answer. */
const ofTheEngine =
  /is not a function|Cannot (?:read|convert|access)|is not iterable|Maximum call stack|undefined \(reading|Invalid (?:array|string) length|URI malformed/;

/** Messages of the protocol to a server in this process, one after another, and now and then several at once. */
export const openMcp = async (): Promise<Surface> => {
  const cwd = mkdtempSync(join(tmpdir(), "tripact-fuzz-"));
  for (const [name, text] of Object.entries(files)) writeFileSync(join(cwd, name), text);
  const stdin = new PassThrough();
  const waiting = new Map<string, (answer: Answer) => void>();
  // What is no message is answered without its id, in the order of the lines.
  const unread: ((answer: Answer) => void)[] = [];
  const take = (line: string): void => {
    const message = JSON.parse(line) as Answer & { readonly id?: unknown };
    if (message.id === null) unread.shift()?.(message);
    else waiting.get(String(message.id))?.(message);
  };
  const stop = new AbortController();
  const served = serveMcp(
    createLineTransport(stdin, (text) => take(String(text))),
    {
      cwd,
      env: {},
      clock: systemClock,
      signal: stop.signal,
      // A call that takes long ends with what it has so far.
      after: () => AbortSignal.timeout(2000),
      stateFolder: join(cwd, "state"),
    },
  );
  let sent = 0;

  const ask = async (method: string, params: unknown): Promise<Answer> => {
    sent += 1;
    const id = sent;
    const { promise, resolve } = Promise.withResolvers<Answer>();
    const message = { jsonrpc: "2.0", id, method, ...(params === undefined ? {} : { params }) };
    const text = JSON.stringify(message);
    if (JSONRPCMessageSchema.safeParse(JSON.parse(text)).success) waiting.set(String(id), resolve);
    else unread.push(resolve);
    stdin.write(`${text}\n`);
    try {
      return await within(120, promise);
    } finally {
      waiting.delete(String(id));
    }
  };

  await ask("initialize", {
    protocolVersion: "2025-06-18",
    capabilities: {},
    clientInfo: { name: "fuzz", version: "1" },
  });
  stdin.write('{"jsonrpc":"2.0","method":"notifications/initialized"}\n');

  const messageOf = (random: Random): readonly [method: string, params: unknown] => {
    if (random.chance(0.1)) {
      const uri = random.pick(["tripact://report/1", "tripact://sandbox/1", anyText(random)]);
      return [random.pick(methods), random.chance(0.5) ? { uri } : anyJson(random)];
    }
    const call = random.pick(calls);
    if (random.chance(0.1)) return ["tools/call", mutated(random, call, (of) => anyJson(of))];
    const given = random.chance(0.15) ? call.arguments : mutated(random, call.arguments, (of) => anyJson(of));
    return ["tools/call", { ...call, arguments: given }];
  };

  const judge = async (method: string, params: unknown): Promise<void> => {
    const answer = await ask(method, params);
    const text = JSON.stringify(answer);
    assertNoBug(text);
    if (ofTheEngine.test(answer.error?.message ?? "")) throw new Broken(answer.error?.message);
  };

  return {
    spare: 0,
    attempt(random): Attempt {
      const messages = Array.from({ length: random.chance(0.05) ? 12 : 1 }, () => messageOf(random));
      return {
        what: messages.map(([method, params]) => `${method} ${shown(params)}`).join("\n  "),
        run: async () => {
          await Promise.all(messages.map(([method, params]) => judge(method, params)));
          await sandboxesAreFew();
        },
      };
    },
    async close() {
      stop.abort();
      await within(60, served);
      rmSync(cwd, { recursive: true });
    },
  };

  /** At most five run; all are stopped, so that whatever stays open is no sandbox. */
  async function sandboxesAreFew(): Promise<void> {
    const { result } = await ask("resources/list", {});
    const { resources = [] } = Object(result) as { readonly resources?: readonly { readonly uri: string }[] };
    const running = resources.filter(({ uri }) => uri.startsWith("tripact://sandbox/"));
    if (running.length > 5) throw new Broken(`${running.length} sandboxes run`);
    for (const { uri } of running)
      await ask("tools/call", { name: "manage_sandbox", arguments: { action: "stop", sandbox: uri } });
  }
};
