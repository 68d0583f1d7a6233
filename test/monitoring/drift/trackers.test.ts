import { createServer } from "node:http";
import * as fc from "fast-check";
import { describe, expect, test } from "vitest";
import type { Issue, IssueTracker } from "../../../src/monitoring/drift/issues.ts";
import {
  githubIssues,
  gitlabIssues,
  issueLabel,
  type TrackerOptions,
} from "../../../src/monitoring/drift/issue-trackers.ts";
import { openService } from "../../../src/core/http/service.ts";
import type { JsonObject } from "../../../src/core/model/json-object.ts";
import { listening } from "../../listening.ts";
import { fakeTarget } from "../../stand-in.ts";

/** An issue as a tracker keeps it; GitHub lists pull requests, too. */
interface Stored extends Issue {
  readonly labels: readonly string[];
  readonly isPull?: boolean;
}

interface Refusal {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
}

/** The documented endpoints of issues: list by label and page, create, update. */
interface Api {
  readonly path: string;
  readonly token: readonly [header: string, value: string];
  readonly update: "PATCH" | "PUT";
  readonly shown: (issue: Stored) => JsonObject;
  /** What the fields of a request say; undefined for what they leave out. */
  readonly read: (fields: Readonly<Record<string, string>>) => {
    [Key in keyof Stored]?: Stored[Key] | undefined;
  };
  readonly open: (options: TrackerOptions) => IssueTracker;
}

const now = Date.UTC(2025, 0, 1);

/** Trackers end lines as forms do. */
const asShown = (body: string): string => body.replaceAll("\n", "\r\n");

const github: Api = {
  path: "/repos/o/n/issues",
  token: ["authorization", "Bearer the-token"],
  update: "PATCH",
  shown: ({ number, title, body, isOpen, isPull }) => ({
    number,
    title,
    body: asShown(body),
    state: isOpen ? "open" : "closed",
    ...(isPull === true ? { pull_request: {} } : {}),
  }),
  read: ({ title, body, state, labels }) => ({
    title,
    body,
    isOpen: state === undefined ? undefined : state === "open",
    labels: labels === undefined ? undefined : [...labels],
  }),
  open: (options) => githubIssues("o/n", options),
};

const gitlab: Api = {
  path: "/api/v4/projects/group%2Fname/issues",
  token: ["private-token", "the-token"],
  update: "PUT",
  shown: ({ number, title, body, isOpen }) => ({
    iid: number,
    title,
    description: asShown(body),
    state: isOpen ? "opened" : "closed",
  }),
  read: ({ title, description, state_event, labels }) => ({
    title,
    body: description,
    isOpen: state_event === undefined ? undefined : state_event === "reopen",
    labels: labels?.split(","),
  }),
  open: (options) => gitlabIssues("group/name", options),
};

const apis = { GitHub: github, GitLab: gitlab };

/** A tracker at an address, whose waits take no time. */
const trackerAt = (api: Api, origin: string, leftMs = 60_000) => {
  const slept: number[] = [];
  const clock = {
    now: () => slept.reduce((sum, ms) => sum + ms, now),
    sleep: async (ms: number) => void slept.push(ms),
  };
  const { signal } = new AbortController();
  const address = new URL(`${origin}/prefix`);
  const [header, value] = api.token;
  const service = openService({ name: "the API", address, headers: { [header]: value }, signal });
  const tracker = api.open({ api: service, root: address.href, clock, signal, until: now + leftMs });
  return { tracker, slept };
};

const served = async (api: Api, issues: Stored[] = [], refusals: Refusal[] = []) => {
  const list = `/prefix${api.path}`;
  const { received, origin } = await fakeTarget(({ method, path, headers, body }) => {
    const refusal = refusals.shift();
    if (refusal !== undefined) return { ...refusal, body: { message: "a text" } };
    const [header, value] = api.token;
    if (headers[header] !== value) return { status: 401 };
    const { pathname, searchParams } = new URL(path, "http://stand-in.test");
    const fields = Object.entries(body === "" ? {} : api.read(JSON.parse(body)));
    const given = Object.fromEntries(fields.filter(([, one]) => one !== undefined));
    if (method === "GET" && pathname === list) {
      const [page, size] = [Number(searchParams.get("page")), Number(searchParams.get("per_page"))];
      const found = issues.filter(({ labels }) => labels.includes(searchParams.get("labels") ?? ""));
      const hasMore = page * size < found.length;
      return {
        ...(hasMore && { headers: { link: `<http://x/?page=${page + 1}>; rel="next"` } }),
        body: found.slice((page - 1) * size, page * size).map(api.shown),
      };
    }
    if (method === "POST" && pathname === list) {
      const number = issues.length + 1;
      issues.push({ number, title: "", body: "", isOpen: true, labels: [], ...given });
      return { status: 201 };
    }
    const at = issues.findIndex(({ number }) => pathname === `${list}/${number}`);
    const issue = issues[at];
    if (method !== api.update || issue === undefined) return { status: 404 };
    issues[at] = { ...issue, ...given };
    return {};
  });
  return { issues, received, ...trackerAt(api, origin) };
};

const text = fc.constantFrom("a text", "/close\n/items is new\n  /label ~x\n", "two\n\nlines <b>", "");
const steps = fc.array(
  fc.record(
    { at: fc.nat(2), title: fc.constantFrom("a title", "ü"), body: text, isOpen: fc.boolean() },
    { requiredKeys: ["at"] },
  ),
  { minLength: 1, maxLength: 6 },
);

describe.each(Object.entries(apis))("the issues of %s", (name, api) => {
  test("are as they were opened and changed, and no text is an action", async () => {
    await fc.assert(
      fc.asyncProperty(steps, async (all) => {
        const { issues, tracker } = await served(api);
        const kept: Issue[] = [];
        for (const { at, ...change } of all) {
          const before = kept[at];
          if (before === undefined) {
            const { title = "new", body = "" } = change;
            await tracker.open(title, body);
            kept.push({ number: kept.length + 1, title, body, isOpen: true });
          } else {
            await tracker.change(before.number, change);
            kept[at] = { ...before, ...change };
          }
        }
        expect(await tracker.list()).toEqual(kept);
        for (const { labels, body } of issues) {
          expect(labels).toEqual([issueLabel]);
          if (name === "GitLab") expect(body).not.toMatch(/^\/[a-z]/m);
        }
      }),
      { numRuns: 15 },
    );
  });

  test("are found on later pages, and what others have written is left out", async () => {
    const filler = Array.from({ length: 230 }, (_, at) => ({
      number: at + 1,
      title: "x",
      body: "y",
      isOpen: true,
      labels: at < 210 ? [issueLabel] : ["bug"],
      isPull: at === 5,
    }));
    const { received, tracker } = await served(api, filler);
    expect(await tracker.list()).toHaveLength(name === "GitHub" ? 209 : 210);
    expect(received).toHaveLength(3);
  });

  test.each(["-1", "0", "soon", "1e3", ""])(
    "hold a run for a minute at most where a limit has no end: Retry-After: %j",
    async (retryAfter) => {
      const endless = Array.from({ length: 500 }, () => ({
        status: 429,
        headers: { "retry-after": retryAfter },
      }));
      const { slept, tracker } = await served(api, [], endless);
      await expect(tracker.list()).rejects.toThrow("GET of issues was answered with 429");
      expect(slept.reduce((sum, ms) => sum + ms, 0)).toBeLessThanOrEqual(60_000);
    },
  );

  test("are given up where a limit lasts too long, or is no matter of waiting, without the API's text", async () => {
    const refusals = [
      { status: 429, headers: { "retry-after": "4000" } },
      { status: 403, headers: {} },
    ];
    const { slept, tracker } = await served(api, [], refusals);
    await expect(tracker.list()).rejects.toThrow(/^GET of issues was answered with 429$/);
    await expect(tracker.list()).rejects.toThrow(/^GET of issues was answered with 403$/);
    expect(slept).toEqual([]);
  });

  test("wait for a limit as the API says", async () => {
    const headers = { "x-ratelimit-remaining": "0", "x-ratelimit-reset": String(now / 1000 + 30) };
    const ofGithub = name === "GitHub" ? [{ status: 403, headers }] : [];
    const limits = [{ status: 429, headers: { "retry-after": "7" } }, ...ofGithub];
    const { slept, tracker } = await served(api, [], limits);
    expect(await tracker.list()).toEqual([]);
    expect(slept).toEqual(name === "GitHub" ? [7000, 23_000] : [7000]);
  });

  test("are given up where the API never answers, with the time that all receivers have", async () => {
    const origin = await listening(createServer(() => undefined));
    await expect(trackerAt(api, origin, 100).tracker.list()).rejects.toThrow(
      "the API gave no answer in the remaining time",
    );
    await expect(trackerAt(api, origin, 0).tracker.list()).rejects.toThrow(
      "the time is used up; the next run does the rest",
    );
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
    const target = await fakeTarget(() => ({ headers: next, body: pageOf(target.seen.length) }));
    const listed = trackerAt(github, target.origin).tracker.list();
    if (failure === undefined) expect(await listed).toEqual([]);
    else await expect(listed).rejects.toThrow(failure);
    expect(target.seen).toHaveLength(requests);
  });
});
