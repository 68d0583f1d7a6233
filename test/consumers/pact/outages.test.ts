import { createServer, type RequestListener } from "node:http";
import { expect, test } from "vitest";
import { listening } from "../../listening.ts";
import { isNightly } from "../../nightly.ts";
import { runCli } from "../../entrypoints/cli/run-cli.ts";
import { temporaryFolder } from "../../entrypoints/cli/temporary-folder.ts";
import { openBroker, reads } from "./kit.ts";

const serve = (listener: RequestListener): Promise<string> => listening(createServer(listener));

const page = reads("a page", "/api/Donor/list");
const other = reads("gifts", "/api/Gift/list");
const setUp = reads("a campaign", "/api/Campaign/list", { providerState: "a campaign exists" });

const answering =
  (status: number, headers: Record<string, string> = {}): RequestListener =>
  (_, response) =>
    void response.writeHead(status, { "content-type": "application/json", ...headers }).end("{}");

interface Case {
  readonly target?: RequestListener;
  readonly interactions?: readonly object[];
  readonly maxRequests?: number;
  readonly code: number;
  readonly says: string;
  readonly published?: readonly boolean[];
}

const cases: readonly (readonly [string, Case])[] = [
  ["a target that is down", { code: 3, says: "the address cannot be reached" }],
  [
    "a target that breaks connections",
    { target: (request) => void request.socket.destroy(), code: 3, says: "the connection broke" },
  ],
  [
    "a target behind a gateway without it",
    { target: answering(502), code: 3, says: "the target is down: it answers 502" },
  ],
  [
    "a target that asks for patience without end",
    {
      target: answering(503, { "retry-after": "3600" }),
      code: 4,
      says: "the target answers 503 for longer than",
    },
  ],
  [
    "a budget that is spent",
    {
      target: answering(200),
      interactions: [page, other],
      maxRequests: 1,
      code: 4,
      says: "the budget of 1 requests (safety.maxRequests) is spent",
    },
  ],
  [
    "a credential that is refused",
    { target: answering(401), code: 3, says: "donation.credentials.token was refused (401)" },
  ],
  [
    "nothing that could be asked",
    { target: answering(200), interactions: [setUp], code: 3, says: "nothing is set up at a live target" },
  ],
  [
    "a part that could not be asked",
    { target: answering(200), interactions: [page, setUp], code: 0, says: "1 skipped" },
  ],
  [
    "a provider that fails",
    { target: answering(500), code: 1, says: "status: expected 200, got 500", published: [false] },
  ],
  [
    "a provider that fails, and a part that could not be asked",
    {
      target: answering(404),
      interactions: [page, setUp],
      code: 1,
      says: "status: expected 200, got 404",
      published: [false],
    },
  ],
  [
    "a provider that keeps the pact",
    { target: answering(200), code: 0, says: "1 interaction verified", published: [true] },
  ],
];

/** A usual run has one whose run is cut short, one that nothing could be asked, and one that is published. */
const usual = [
  "a target that asks for patience without end",
  "nothing that could be asked",
  "a provider that fails, and a part that could not be asked",
];

test.each(cases.filter(([name]) => isNightly || usual.includes(name)))(
  "%s comes to what it is, and nothing else is published",
  async (_, one) => {
    const baseUrl = one.target === undefined ? "http://127.0.0.1:1" : await serve(one.target);
    const broker = await openBroker(one.interactions ?? [page], "donation");
    const config = {
      interfaces: { donation: { baseUrl, credentials: { token: "token-of-the-test" } } },
      safety: { maxRequests: one.maxRequests ?? 50, perSecond: 1000, maxWaitMs: 1000 },
    };
    const cwd = temporaryFolder({ "c.json": JSON.stringify(config) });
    const args = ["--config", "c.json", "--broker", broker.origin, "--provider", "donation=donation"];
    const env = { XDG_STATE_HOME: cwd };
    const { code, out, err } = await runCli(["pact", "verify", ...args, "--publish", "1"], { cwd, env });
    expect(out).toContain(one.says);
    expect(err).toEqual(
      one.published === undefined ? expect.stringMatching(/^tripact: nothing was published: /) : "",
    );
    expect(broker.published().map((result) => Object(result).success)).toEqual(one.published ?? []);
    expect(code).toBe(one.code);
    expect(out + err).not.toContain("token-of-the-test");
  },
);
