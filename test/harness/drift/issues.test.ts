import { createHash } from "node:crypto";
import { createServer, type IncomingMessage } from "node:http";
import type { AddressInfo } from "node:net";
import { once } from "node:events";
import { parse } from "marked";
import { describe, expect, onTestFinished, test } from "vitest";
import { githubIssues } from "../../../src/harness/drift/github-issues.ts";
import { syncIssues as sync, type IssueTracker } from "../../../src/harness/drift/issues.ts";
import { problemsOf } from "../../../src/harness/problems/problems-of.ts";
import { issueText } from "../../../src/harness/reporters/problem-markdown.ts";
import { openService } from "../../../src/harness/http/service.ts";
import type { Finding } from "../../../src/harness/model/finding.ts";
import type { Clock } from "../../../src/harness/model/clock.ts";
import type { DriftGroup, DriftReport, DriftTarget, RunSummary } from "../../../src/harness/model/drift.ts";

import { finding } from "../reporters/events.ts";
import { driftGroup } from "./drift-group.ts";
import { fakeTarget } from "../../tools/cli/commands/fake-target.ts";

interface StoredIssue {
  number: number;
  title: string;
  body: string;
  state: string;
  labels: readonly string[];
  pull_request?: object;
}

interface Fields {
  readonly title?: string;
  readonly body?: string;
  readonly state?: string;
  readonly labels?: readonly string[];
}

const bodyOf = async (request: IncomingMessage): Promise<Fields> => {
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(Buffer.from(chunk));
  // What the stand-in is sent is JSON of an issue's fields.
  return JSON.parse(Buffer.concat(chunks).toString("utf8")) as Fields;
};

const syncIssues = (report: DriftReport, tracker: IssueTracker) =>
  sync(report, tracker, (problem, targets, elsewhere) =>
    issueText(problem, targets, elsewhere, { typesPackage: "the-types" }),
  );

const still: Clock = { now: () => Date.UTC(2025, 0, 1), sleep: async () => {} };

const trackerAt = (root: string, clock = still, leftMs = 60_000) => {
  const { signal } = new AbortController();
  return githubIssues({
    repository: "o/n",
    api: openService({
      name: "the API",
      address: new URL(root),
      headers: { authorization: "Bearer token-of-the-test" },
      signal,
    }),
    root,
    clock,
    signal,
    until: clock.now() + leftMs,
  });
};

/** A stand-in for the documented endpoints of issues: list by label and page, create, update. */
const createStandIn = async (issues: StoredIssue[] = []) => {
  const log: string[] = [];
  const refusals: { status: number; headers: Record<string, string> }[] = [];
  const server = createServer(async (request, response) => {
    const url = new URL(request.url ?? "/", "http://stand-in.test");
    log.push(`${request.method} ${url.pathname}`);
    const refusal = refusals.shift();
    if (refusal !== undefined) {
      response.writeHead(refusal.status, refusal.headers).end('{"message":"slow down"}');
      return;
    }
    if (request.headers.authorization !== "Bearer token-of-the-test") {
      response.writeHead(401).end("{}");
      return;
    }
    const answer = (status: number, value: unknown, headers: Record<string, string> = {}): void => {
      response
        .writeHead(status, { "content-type": "application/json", ...headers })
        .end(JSON.stringify(value));
    };
    const number = /^\/repos\/o\/n\/issues\/(\d+)$/.exec(url.pathname)?.[1];
    if (request.method === "GET" && url.pathname === "/repos/o/n/issues") {
      const page = Number(url.searchParams.get("page"));
      const size = Number(url.searchParams.get("per_page"));
      const label = url.searchParams.get("labels") ?? "";
      const found = issues.filter(({ labels }) => labels.includes(label));
      const next = page * size < found.length ? { link: `<http://x/?page=${page + 1}>; rel="next"` } : {};
      answer(200, found.slice((page - 1) * size, page * size), { ...next });
    } else if (request.method === "POST" && url.pathname === "/repos/o/n/issues") {
      const { title = "", body = "", labels = [] } = await bodyOf(request);
      issues.push({ number: issues.length + 1, title, body, state: "open", labels });
      answer(201, issues.at(-1));
    } else if (request.method === "PATCH" && number !== undefined) {
      const issue = issues.find((one) => one.number === Number(number));
      if (issue === undefined) return answer(404, {});
      Object.assign(issue, await bodyOf(request));
      answer(200, issue);
    } else answer(404, {});
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  // A server that listens on a port has such an address.
  const { port } = server.address() as AddressInfo;
  const slept: number[] = [];
  const clock: Clock = {
    now: () => slept.reduce((sum, ms) => sum + ms, still.now()),
    sleep: async (ms) => {
      slept.push(ms);
    },
  };
  const tracker = trackerAt(`http://127.0.0.1:${port}`, clock);
  return { issues, log, refusals, slept, tracker };
};

const target: DriftTarget = {
  interface: "donation",
  address: "https://secret-host.example.org",
  organization: "Acme",
};
const keyOf = ({ interface: name, address, organization }: DriftTarget): string =>
  createHash("sha256").update(`${name}\n${address}\n${organization}`).digest("hex").slice(0, 8);

const other: DriftTarget = { ...target, organization: "Other" };

const summary = (status: RunSummary["status"]): RunSummary => ({
  night: 2,
  startedAt: "2025-01-06T02:00:00.000Z",
  seed: 1,
  version: "0.0.0",
  status,
  requests: 1,
  answers: 1,
  operations: 1,
  drift: { new: 0, standing: 0, back: 0, gone: 0, inconclusive: 0, breaking: 0 },
  findings: { error: 0, warning: 0, info: 0 },
});

const report = (
  all: readonly DriftGroup[],
  status: RunSummary["status"] = "compared",
  of: DriftTarget = target,
  findings: readonly Finding[] = [],
): DriftReport => {
  const result = { target: of, night: summary(status), drift: [], groups: all, notSampled: [] };
  const failure = status === "failed" ? { failure: "no answer" } : {};
  return {
    tool: { name: "tripact", version: "0.0.0" },
    run: { id: "x", seed: 1, startedAt: "2025-01-06T02:00:00.000Z", complete: true, requests: 1 },
    store: "s",
    results: [result],
    findings,
    problems: problemsOf({ findings, results: [{ ...result, ...failure }] }),
    exitCode: 0,
  };
};

const nothing = { opened: 0, updated: 0, reopened: 0, closed: 0 };

describe("one issue for each drift", () => {
  test("is opened once, brought up to date, closed and reopened", async () => {
    const { issues, log, tracker } = await createStandIn();
    expect(await syncIssues(report([driftGroup("new")]), tracker)).toEqual({ ...nothing, opened: 1 });
    expect(issues[0]).toMatchObject({ state: "open", labels: ["tripact-drift"] });
    expect(issues[0]?.title).toBe("donation: Donor.giftCount, so far integer, is string");

    log.length = 0;
    expect(await syncIssues(report([driftGroup("new")]), tracker)).toEqual(nothing);
    expect(log).toEqual(["GET /repos/o/n/issues"]);

    const again = driftGroup("standing", { lastSeen: "2025-01-07T02:00:00.000Z" });
    expect(await syncIssues(report([again]), tracker)).toEqual({ ...nothing, updated: 1 });
    expect(issues[0]?.body).toContain("2025-01-07");
    expect(await syncIssues(report([driftGroup("gone")]), tracker)).toEqual({ ...nothing, closed: 1 });
    expect(issues[0]?.state).toBe("closed");
    expect(await syncIssues(report([]), tracker)).toEqual(nothing);
    expect(await syncIssues(report([driftGroup("back")]), tracker)).toEqual({ ...nothing, reopened: 1 });
    expect(issues[0]?.state).toBe("open");
    expect(issues).toHaveLength(1);
  });

  test("stays open while another organization still shows it, and when a night tells nothing", async () => {
    const { issues, tracker } = await createStandIn();
    await syncIssues(report([driftGroup("new")]), tracker);
    await syncIssues(report([driftGroup("new")], "compared", other), tracker);
    expect(issues).toHaveLength(1);
    expect(await syncIssues(report([], "failed"), tracker)).toEqual({ ...nothing, opened: 1 });
    expect(issues[1]?.title).toBe("donation: donation could not be read");
    expect(await syncIssues(report([], "baseline"), tracker)).toEqual(nothing);
    await syncIssues(report([]), tracker);
    expect(issues.map(({ state }) => state)).toEqual(["open", "closed"]);
    expect(await syncIssues(report([], "compared", other), tracker)).toEqual({ ...nothing, closed: 1 });
  });

  test("is one for a field that is renamed in all models, with what findings say of it", async () => {
    const { issues, tracker } = await createStandIn();
    const renamed = ["Donor", "Gift", "Segment"].map((model, index) =>
      driftGroup("new", {
        fingerprint: `${index}`.padStart(12, "0"),
        kind: "field-renamed",
        model,
        title: `\`${model}.modified\` is now called \`changed\``,
        before: "modified: string",
        now: "changed: string",
        changes: [],
      }),
    );
    expect(await syncIssues(report(renamed.slice(0, 1)), tracker)).toEqual({ ...nothing, opened: 1 });
    // What other models show later is the same issue.
    expect(await syncIssues(report(renamed), tracker)).toEqual({ ...nothing, updated: 1 });
    expect(issues.map(({ title }) => title)).toEqual(["donation: Donor.modified is now called changed"]);
    expect(await syncIssues(report([]), tracker)).toEqual({ ...nothing, closed: 1 });
  });

  test("is none for what is inconclusive", async () => {
    const { issues, tracker } = await createStandIn();
    await syncIssues(report([driftGroup("inconclusive")]), tracker);
    expect(issues).toEqual([]);
  });

  test("is found on later pages, and pull requests and other issues are left alone", async () => {
    const filler = Array.from({ length: 230 }, (_, at) => ({
      number: at + 1,
      title: "x",
      body: at === 5 ? "<!-- tripact-drift 0123456789ab [] -->" : "somebody's own",
      state: "open",
      labels: ["tripact-drift"],
      ...(at === 5 ? { pull_request: {} } : {}),
    }));
    const { issues, log, tracker } = await createStandIn(filler);
    await syncIssues(report([driftGroup("new")]), tracker);
    expect(log).toEqual([
      ...Array.from({ length: 3 }, () => "GET /repos/o/n/issues"),
      "POST /repos/o/n/issues",
    ]);
    log.length = 0;
    expect(await syncIssues(report([driftGroup("new")]), tracker)).toEqual(nothing);
    expect(issues).toHaveLength(231);
    expect(issues.filter(({ state }) => state === "closed")).toEqual([]);
  });

  test("says which target and organization it is, and how many others had it before", async () => {
    const { issues, tracker } = await createStandIn();
    await syncIssues(report([driftGroup("new")]), tracker);
    await syncIssues(report([driftGroup("new")], "compared", other), tracker);
    expect(issues[0]?.body).toContain(
      "donation https&#58;//secret-host.example.org (Other)".replace("(", "&#40;").replace(")", "&#41;"),
    );
    expect(issues[0]?.body).toContain("1 more, not checked in this run");
  });

  test("takes over the issue that an earlier version opened for one of its changes, and closes the others", async () => {
    const body = (fingerprint: string) => `x\n<!-- tripact-drift ${fingerprint} [${keyOf(target)}] -->`;
    const { issues, tracker } = await createStandIn(
      ["00000000000a", "00000000000b"].map((fingerprint, at) => ({
        number: at + 1,
        title: "x",
        body: body(fingerprint),
        state: "open",
        labels: ["tripact-drift"],
      })),
    );
    expect(await syncIssues(report([driftGroup("standing")]), tracker)).toEqual({
      ...nothing,
      updated: 1,
      closed: 1,
    });
    expect(issues.map(({ state }) => state)).toEqual(["open", "closed"]);
    expect(issues[0]?.body).toContain("<!-- tripact-drift 0123456789ab [");
    expect(await syncIssues(report([driftGroup("standing")]), tracker)).toEqual(nothing);
  });

  test("is opened for what findings show, and closed by a run that tries everything and finds it kept", async () => {
    const { issues, tracker } = await createStandIn();
    const broken = (known: boolean): DriftReport =>
      report([], "compared", target, [
        finding({
          fingerprint: "00000000000a",
          fact: "DON-03",
          interface: "donation",
          operation: "listGifts",
          known,
        }),
      ]);
    const sampled = (one: DriftReport): DriftReport => ({ ...one, run: { ...one.run, sampled: true } });
    expect(await syncIssues(broken(false), tracker)).toEqual({ ...nothing, opened: 1 });
    expect(issues[0]?.title).toBe("donation: noteDate is not a date");
    expect(issues[0]?.body).toContain("<code>donation listGifts /noteDate</code>");
    expect(await syncIssues(broken(false), tracker)).toEqual(nothing);
    expect(await syncIssues(sampled(report([])), tracker)).toEqual(nothing);
    expect(await syncIssues(report([], "baseline"), tracker)).toEqual(nothing);
    expect(await syncIssues(report([]), tracker)).toEqual({ ...nothing, closed: 1 });
    expect(await syncIssues(sampled(broken(false)), tracker)).toEqual({ ...nothing, reopened: 1 });
    // The baseline lists it now.
    expect(await syncIssues(sampled(broken(true)), tracker)).toEqual({ ...nothing, closed: 1 });
  });

  test("holds nothing that mentions, links or runs", async () => {
    const { issues, tracker } = await createStandIn();
    const hostile = "`@everyone` <script>|#1 [x](https://evil.example) ```\n# x";
    const odd = driftGroup("new", {
      title: hostile,
      message: hostile,
      advice: hostile,
      before: hostile,
      now: hostile,
      types: [hostile],
      operations: [hostile],
      curl: hostile,
    });
    await syncIssues(report([odd]), tracker);
    expect(issues[0]?.title).not.toMatch(/@|#/);
    const page = parse(issues[0]?.body ?? "", { async: false });
    expect(page).not.toMatch(/<script|<a |<h1|<img/);
    // The name of a mention is text of a code span or a block: GitHub links none there.
    expect(page.replace(/<(code|pre)[^]*?<\/\1>/g, "")).not.toContain("@everyone");
    expect(page.match(/<table>/g)).toHaveLength(2);
    expect(page.match(/<pre>/g)).toHaveLength(1);
  });
});

describe("a list that never ends", () => {
  const next = { link: '<https://api.example/x>; rel="next"' };
  const issue = (number: number) => ({ number, title: "x", body: "somebody's own", state: "open" });

  test.each<[string, (page: number) => unknown, number, string | undefined]>([
    ["is given up", (page) => [issue(page)], 100, "the list of issues does not end within 100 pages"],
    ["ends with an empty page", () => [], 1, undefined],
    ["that is none is reported", () => ({}), 1, "the answer is not a list of issues"],
    [
      "of issues as large as a disk is given up",
      () => "x".repeat(11_000_000),
      1,
      "the API gave no answer: the body is larger than 10485760 bytes",
    ],
    [
      "that nests without end is given up",
      () => Array.from({ length: 200 }).reduce<unknown>((inner) => [inner], 0),
      1,
      "the API gave no answer: the body nests deeper than 100 levels",
    ],
  ])("%s", async (_, pageOf, requests, failure) => {
    const seen: string[] = [];
    const api = await fakeTarget(({ url = "" }) => {
      seen.push(url);
      return { headers: next, body: pageOf(seen.length) };
    });
    const outcome = await syncIssues(report([]), trackerAt(api.origin));
    expect(outcome.failure).toBe(failure);
    expect(seen).toHaveLength(requests);
  });
});

describe("limits and refusals", () => {
  test("are waited out as the API says", async () => {
    const { refusals, slept, tracker } = await createStandIn();
    refusals.push(
      { status: 429, headers: { "retry-after": "7" } },
      {
        status: 403,
        headers: {
          "x-ratelimit-remaining": "0",
          "x-ratelimit-reset": String(Date.UTC(2025, 0, 1) / 1000 + 30),
        },
      },
    );
    expect(await syncIssues(report([driftGroup("new")]), tracker)).toEqual({ ...nothing, opened: 1 });
    expect(slept).toEqual([7000, 23_000]);
  });

  test.each(["-1", "0", "soon", "1e3", ""])(
    "that have no end hold a run for a minute at most: Retry-After: %j",
    async (retryAfter) => {
      const { refusals, slept, tracker } = await createStandIn();
      refusals.push(
        ...Array.from({ length: 500 }, () => ({ status: 429, headers: { "retry-after": retryAfter } })),
      );
      const { failure } = await syncIssues(report([driftGroup("new")]), tracker);
      expect(failure).toBe("GET of issues was answered with 429");
      expect(slept.reduce((sum, ms) => sum + ms, 0)).toBeLessThanOrEqual(60_000);
    },
  );

  test("of an API that never answers end with the time that all receivers have", async () => {
    const silent = createServer(() => undefined).listen(0, "127.0.0.1");
    await once(silent, "listening");
    onTestFinished(() => {
      silent.closeAllConnections();
      silent.close();
    });
    // A server that listens on a port has such an address.
    const { port } = silent.address() as AddressInfo;
    const left = (ms: number) => trackerAt(`http://127.0.0.1:${port}`, still, ms);
    expect((await syncIssues(report([]), left(100))).failure).toBe(
      "the API gave no answer in the remaining time",
    );
    expect((await syncIssues(report([]), left(0))).failure).toBe(
      "the time is used up; the next run does the rest",
    );
  });

  test("that last too long, or are no matter of waiting, are told without the API's text", async () => {
    const { refusals, tracker } = await createStandIn();
    refusals.push({ status: 429, headers: { "retry-after": "4000" } });
    expect((await syncIssues(report([driftGroup("new")]), tracker)).failure).toBe(
      "GET of issues was answered with 429",
    );
    refusals.push({ status: 403, headers: {} });
    expect((await syncIssues(report([driftGroup("new")]), tracker)).failure).toBe(
      "GET of issues was answered with 403",
    );
  });
});
