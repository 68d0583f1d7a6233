import { describe, expect, test } from "vitest";
import { gitlabIssues } from "../../../src/harness/drift/gitlab-issues.ts";
import { openService } from "../../../src/harness/http/service.ts";
import { isObject } from "../../../src/harness/model/json-object.ts";
import { type Answer, standIn } from "../notify/stand-in.ts";

interface StoredIssue {
  readonly iid: number;
  readonly title: string;
  readonly description: string;
  readonly state: "opened" | "closed";
  readonly labels: readonly string[];
}

const root = "/prefix/api/v4/projects/group%2Fname/issues";

/** A stand-in for the documented endpoints of issues: list by label and page, create, update. */
const gitlab = async (
  issues: StoredIssue[] = [],
  refusals: { status: number; headers: Record<string, string> }[] = [],
) => {
  const answer: Answer = (response, _, { method, path, headers, body }) => {
    const reply = (status: number, value: unknown, more: Record<string, string> = {}): void =>
      void response
        .writeHead(status, { "content-type": "application/json", ...more })
        .end(JSON.stringify(value));
    const refusal = refusals.shift();
    if (refusal !== undefined) return reply(refusal.status, { message: "a text" }, refusal.headers);
    if (headers["private-token"] !== "the-token") return reply(401, {});
    const url = new URL(path, "http://stand-in.test");
    const fields: unknown = body === "" ? {} : JSON.parse(body);
    const text = (name: string): string | undefined => {
      const value = isObject(fields) ? fields[name] : undefined;
      return typeof value === "string" ? value : undefined;
    };
    if (method === "GET" && url.pathname === root) {
      const [page, size] = ["page", "per_page"].map((name) => Number(url.searchParams.get(name)));
      if (page === undefined || size === undefined) return reply(400, {});
      const found = issues.filter(({ labels }) => labels.includes(url.searchParams.get("labels") ?? ""));
      const next = page * size < found.length ? { link: `<http://x/?page=${page + 1}>; rel="next"` } : {};
      return reply(200, found.slice((page - 1) * size, page * size), { ...next });
    }
    if (method === "POST" && url.pathname === root) {
      const [title = "", description = "", labels = ""] = ["title", "description", "labels"].map(text);
      issues.push({ iid: issues.length + 1, title, description, state: "opened", labels: labels.split(",") });
      return reply(201, issues.at(-1));
    }
    const at = issues.findIndex(({ iid }) => url.pathname === `${root}/${iid}`);
    const issue = issues[at];
    if (method !== "PUT" || issue === undefined) return reply(404, {});
    const event = text("state_event");
    issues[at] = {
      ...issue,
      description: text("description") ?? issue.description,
      state: event === "close" ? "closed" : event === "reopen" ? "opened" : issue.state,
    };
    return reply(200, issues[at]);
  };
  const { received, origin } = await standIn(answer);
  const slept: number[] = [];
  const { signal } = new AbortController();
  const address = new URL(`${origin}/prefix`);
  const tracker = gitlabIssues({
    project: "group/name",
    api: openService({ name: "GitLab", address, headers: { "private-token": "the-token" }, signal }),
    root: address.href,
    clock: { now: () => 0, sleep: async (ms) => void slept.push(ms) },
    signal,
    until: 300_000,
  });
  return { issues, received, slept, tracker };
};

describe("the issues of a GitLab project", () => {
  test("are opened with a label, found by it, changed, closed and reopened", async () => {
    const { issues, tracker } = await gitlab();
    await tracker.open("a title", "a body");
    expect(issues).toEqual([
      { iid: 1, title: "a title", description: "a body", state: "opened", labels: ["tripact-drift"] },
    ]);
    await tracker.change(1, { body: "another", isOpen: false });
    expect(await tracker.list()).toEqual([{ number: 1, title: "a title", body: "another", isOpen: false }]);
    await tracker.change(1, { isOpen: true });
    expect(await tracker.list()).toMatchObject([{ body: "another", isOpen: true }]);
  });

  test("are found on later pages, and those of others are left out", async () => {
    const filler = Array.from({ length: 230 }, (_, at) => ({
      iid: at + 1,
      title: "x",
      description: "y",
      state: "opened" as const,
      labels: at < 210 ? ["tripact-drift"] : ["bug"],
    }));
    const { received, tracker } = await gitlab(filler);
    expect(await tracker.list()).toHaveLength(210);
    expect(received).toHaveLength(3);
  });

  test("carry out no action that a text looks like, and are read as they were written", async () => {
    const { issues, tracker } = await gitlab();
    const body = "/close\n/items is new\n  /label ~x\n";
    await tracker.open("a title", body);
    expect(issues[0]?.description).not.toMatch(/^\/[a-z]/m);
    expect(await tracker.list()).toMatchObject([{ body }]);
  });

  test("wait for a limit as GitLab says, and a refusal is told without its text", async () => {
    const limit = { status: 429, headers: { "retry-after": "9" } };
    const { slept, tracker } = await gitlab([], [limit, { status: 403, headers: {} }]);
    await expect(tracker.list()).rejects.toThrow("GET of issues was answered with 403");
    expect(slept).toEqual([9000]);
  });
});
