import type { Service } from "../http/service.ts";
import type { Clock } from "../model/clock.ts";
import type { ResponseOutcome } from "../model/exchange.ts";
import { isObject, type JsonObject } from "../model/json-object.ts";
import type { Issue, IssueTracker } from "./issues.ts";

export interface GithubOptions {
  /** `owner/name`. */
  readonly repository: string;
  /** GitHub's REST API, with a token. */
  readonly api: Service;
  /** Root of the API, without a trailing slash. */
  readonly root: string;
  readonly clock: Clock;
  readonly signal: AbortSignal;
  /** Milliseconds that all waits for a limit may last together. */
  readonly maxWaitMs: number;
}

/** By this label the issues are found again. */
export const issueLabel = "tripact-drift";

const pageSize = 100;

/** Beyond these the list of issues is taken for one without end. */
const maxPages = 100;

/** How long a refusal asks to wait; undefined where it is no matter of waiting. */
const waitOf = ({ status, headers }: ResponseOutcome, now: number): number | undefined => {
  if (status !== 429 && status !== 403) return undefined;
  const retryAfter = Number(headers["retry-after"]);
  if (headers["retry-after"] !== undefined && Number.isFinite(retryAfter))
    return Math.max(1000, retryAfter * 1000);
  if (headers["x-ratelimit-remaining"] !== "0") return status === 429 ? 60_000 : undefined;
  const reset = Number(headers["x-ratelimit-reset"]) * 1000;
  return Number.isFinite(reset) ? Math.max(1000, reset - now) : 60_000;
};

/** An issue, or undefined for a pull request, which the API lists among them. */
const issueOf = (value: unknown): Issue | undefined => {
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

/** The entries of a page of the list. */
const entriesOf = ({ body }: ResponseOutcome): readonly unknown[] => {
  if (body.kind === "json" && Array.isArray(body.value)) return body.value;
  throw new Error("the list of issues is no list");
};

/**
 * The issues of a repository through GitHub's REST API: list, create and update an issue. Limits are waited out as
 * the API says. Rejects with the status alone when it refuses: its texts are not passed on.
 */
export const githubIssues = (options: GithubOptions): IssueTracker => {
  const { repository, api, root, clock, signal } = options;
  const issues = `${root}/repos/${repository}/issues`;
  let waited = 0;

  const send = async (
    method: "GET" | "POST" | "PATCH",
    url: string,
    body?: JsonObject,
  ): Promise<ResponseOutcome> => {
    for (;;) {
      const answer = await api.send(method, url, body);
      if (answer.kind === "failure") throw new Error(answer.message);
      if (answer.status >= 200 && answer.status < 300) return answer;
      const wait = waitOf(answer, clock.now());
      if (wait === undefined || waited + wait > options.maxWaitMs)
        throw new Error(`${method} of issues was answered with ${answer.status}`);
      waited += wait;
      await clock.sleep(wait, signal);
    }
  };

  return {
    async list() {
      const found = new Map<number, Issue>();
      for (let page = 1; page <= maxPages; page += 1) {
        const query = `state=all&labels=${issueLabel}&per_page=${pageSize}&page=${page}`;
        const answer = await send("GET", `${issues}?${query}`);
        const entries = entriesOf(answer);
        for (const issue of entries.flatMap((one) => issueOf(one) ?? [])) found.set(issue.number, issue);
        if (entries.length === 0 || !/;\s*rel="next"/.test(answer.headers["link"] ?? ""))
          return [...found.values()];
      }
      throw new Error(`the list of issues does not end within ${maxPages} pages`);
    },
    async open(title, body) {
      await send("POST", issues, { title, body, labels: [issueLabel] });
    },
    async change(number, { title, body, isOpen }) {
      await send("PATCH", `${issues}/${number}`, {
        ...(title === undefined ? {} : { title }),
        ...(body === undefined ? {} : { body }),
        ...(isOpen === undefined
          ? {}
          : isOpen
            ? { state: "open", state_reason: "reopened" }
            : { state: "closed", state_reason: "completed" }),
      });
    },
  };
};
