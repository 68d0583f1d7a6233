import { retryAfterMs } from "../../core/http/retry-after.ts";
import type { Service } from "../../core/http/service.ts";
import type { Clock } from "../../core/model/clock.ts";
import { isGood, type ResponseOutcome } from "../../core/model/exchange.ts";
import { isObject, type JsonObject } from "../../core/model/json-object.ts";
import type { Issue, IssueChange, IssueTracker } from "./issues.ts";

export interface TrackerOptions {
  /** The tracker's REST API, with a token. */
  readonly api: Service;
  /** Root of the API, without a trailing slash. */
  readonly root: string;
  readonly clock: Clock;
  readonly signal: AbortSignal;
  /** Clock time by which every exchange and every wait for a limit ends: the next run does the rest. */
  readonly until: number;
}

/** The differences between trackers' APIs. */
interface TrackerDialect {
  /** Address of the issues. */
  readonly issues: string;
  /** Query that lists open and closed ones. */
  readonly all: string;
  /** How many milliseconds a refusal asks to wait; undefined if waiting does not help. */
  readonly waitOf: (answer: ResponseOutcome, now: number) => number | undefined;
  /** An entry of the list of issues; undefined for anything else. */
  readonly issueOf: (entry: unknown) => Issue | undefined;
  readonly labels: unknown;
  readonly changes: "PATCH" | "PUT";
  /** The body of a request that sets these properties. */
  readonly bodyOf: (change: IssueChange) => JsonObject;
}

/** Label that marks issues opened by tripact. */
export const issueLabel = "tripact-drift";

/** Entries per page. */
export const pageSize = 100;

/** A list with more pages is taken to be endless. */
const maxPages = 100;

/** The entries of a page of the list. */
const entriesOf = ({ body }: ResponseOutcome): readonly unknown[] => {
  if (body.kind === "json" && Array.isArray(body.value)) return body.value;
  throw new Error("the answer is not a list of issues");
};

/**
 * The issues of a tracker: lists, opens and changes them, and waits out its limits. If it refuses, rejects with the
 * status alone and none of its texts.
 */
const openTracker = (
  { api, clock, signal, until }: TrackerOptions,
  { issues, all, waitOf, issueOf, labels, changes, bodyOf }: TrackerDialect,
): IssueTracker => {
  const send = async (
    method: "GET" | "POST" | "PATCH" | "PUT",
    url: string,
    body?: JsonObject,
  ): Promise<ResponseOutcome> => {
    for (;;) {
      const left = until - clock.now();
      if (left <= 0) throw new Error("the time is used up; the next run does the rest");
      const answer = await api.send(method, url, body, left);
      if (answer.kind === "failure") throw new Error(answer.message);
      if (isGood(answer.status)) return answer;
      const wait = waitOf(answer, clock.now());
      if (wait === undefined || clock.now() + wait >= until)
        throw new Error(`${method} of issues was answered with ${answer.status}`);
      await clock.sleep(wait, signal);
    }
  };

  return {
    /** Follows the pages in the Link header. */
    async list() {
      const found = new Map<number, Issue>();
      for (let page = 1; page <= maxPages; page += 1) {
        const answer = await send(
          "GET",
          `${issues}?${all}&labels=${issueLabel}&per_page=${pageSize}&page=${page}`,
        );
        const entries = entriesOf(answer);
        for (const issue of entries.flatMap((one) => issueOf(one) ?? [])) found.set(issue.number, issue);
        if (entries.length === 0 || !/;\s*rel="next"/.test(answer.headers["link"] ?? ""))
          return [...found.values()];
      }
      throw new Error(`the list of issues does not end within ${maxPages} pages`);
    },
    async open(title, body) {
      await send("POST", issues, { ...bodyOf({ title, body }), labels });
    },
    async change(number, change) {
      await send(changes, `${issues}/${number}`, bodyOf(change));
    },
  };
};

const githubWait = ({ status, headers }: ResponseOutcome, now: number): number | undefined => {
  if (status !== 429 && status !== 403) return undefined;
  const asked = retryAfterMs(headers["retry-after"], now);
  if (asked !== undefined) return Math.max(1000, asked);
  if (headers["x-ratelimit-remaining"] !== "0") return status === 429 ? 60_000 : undefined;
  const reset = Number(headers["x-ratelimit-reset"]) * 1000;
  return Number.isFinite(reset) ? Math.max(1000, reset - now) : 60_000;
};

/** An issue; undefined for a pull request, which the API lists as well. */
const githubIssue = (value: unknown): Issue | undefined => {
  if (!isObject(value) || !Number.isSafeInteger(value["number"]) || value["pull_request"] !== undefined)
    return undefined;
  const { number, title, body, state } = value;
  return {
    number: Number(number),
    title: typeof title === "string" ? title : "",
    body: typeof body === "string" ? body.replaceAll("\r\n", "\n") : "",
    isOpen: state === "open",
  };
};

/** A repository's issues through GitHub's REST API. @param repository `owner/name` */
export const githubIssues = (repository: string, options: TrackerOptions): IssueTracker =>
  openTracker(options, {
    issues: `${options.root}/repos/${repository}/issues`,
    all: "state=all",
    waitOf: githubWait,
    issueOf: githubIssue,
    labels: [issueLabel],
    changes: "PATCH",
    bodyOf: ({ isOpen, ...texts }) => ({
      ...texts,
      ...(isOpen === undefined
        ? {}
        : isOpen
          ? { state: "open", state_reason: "reopened" }
          : { state: "closed", state_reason: "completed" }),
    }),
  });

const gitlabWait = ({ status, headers }: ResponseOutcome, now: number): number | undefined =>
  status === 429 ? Math.max(1000, retryAfterMs(headers["retry-after"], now) ?? 60_000) : undefined;

const actionLine = /^\/(?=[a-z])/gm;
const escapedLine = /^&#47;(?=[a-z])/gm;

/** GitLab executes lines that begin with `/close`; a target's name must not be one. */
const withoutActions = (body: string): string => body.replace(actionLine, "&#47;");

const gitlabIssue = (value: unknown): Issue | undefined => {
  if (!isObject(value) || !Number.isSafeInteger(value["iid"])) return undefined;
  const { iid, title, description, state } = value;
  return {
    number: Number(iid),
    title: typeof title === "string" ? title : "",
    body:
      typeof description === "string" ? description.replaceAll("\r\n", "\n").replace(escapedLine, "/") : "",
    isOpen: state === "opened",
  };
};

/** A project's issues through GitLab's REST API (v4). @param project `group/name` */
export const gitlabIssues = (project: string, options: TrackerOptions): IssueTracker =>
  openTracker(options, {
    issues: `${options.root}/api/v4/projects/${encodeURIComponent(project)}/issues`,
    all: "scope=all&state=all",
    waitOf: gitlabWait,
    issueOf: gitlabIssue,
    labels: issueLabel,
    changes: "PUT",
    bodyOf: ({ title, body, isOpen }) => ({
      ...(title === undefined ? {} : { title }),
      ...(body === undefined ? {} : { description: withoutActions(body) }),
      ...(isOpen === undefined ? {} : { state_event: isOpen ? "reopen" : "close" }),
    }),
  });
