import { request } from "undici";
import type { Clock } from "../model/clock.ts";
import { parseJson } from "../model/json-object.ts";
import type { Issue, IssueTracker } from "./issues.ts";

export interface GithubOptions {
  /** `owner/name`. */
  readonly repository: string;
  /** Root of the API, without a trailing slash. */
  readonly api: string;
  /** Never written anywhere. */
  readonly token: string;
  readonly clock: Clock;
  readonly signal: AbortSignal;
  /** Milliseconds that all waits for a limit may last together. */
  readonly maxWaitMs: number;
}

/** By this label the issues are found again. */
export const issueLabel = "tripact-drift";

const pageSize = 100;
const timeoutMs = 30_000;

interface ApiAnswer {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: unknown;
}

const headersOf = (raw: Readonly<Record<string, string | string[] | undefined>>): Record<string, string> =>
  Object.fromEntries(
    Object.entries(raw).map(([name, value]) => [
      name,
      Array.isArray(value) ? value.join(", ") : (value ?? ""),
    ]),
  );

/** How long a refusal asks to wait; undefined where it is no matter of waiting. */
const waitOf = ({ status, headers }: ApiAnswer, now: number): number | undefined => {
  if (status !== 429 && status !== 403) return undefined;
  const retryAfter = Number(headers["retry-after"]);
  if (headers["retry-after"] !== undefined && Number.isFinite(retryAfter))
    return Math.max(1000, retryAfter * 1000);
  if (headers["x-ratelimit-remaining"] !== "0") return status === 429 ? 60_000 : undefined;
  const reset = Number(headers["x-ratelimit-reset"]) * 1000;
  return Number.isFinite(reset) ? Math.max(1000, reset - now) : 60_000;
};

const isObject = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === "object" && value !== null;

/** An issue, or undefined for a pull request, which the API lists among them. */
const issueOf = (value: unknown): Issue | undefined => {
  if (!isObject(value) || typeof value["number"] !== "number" || value["pull_request"] !== undefined)
    return undefined;
  const { number, title, body, state } = value;
  return {
    number,
    title: typeof title === "string" ? title : "",
    body: typeof body === "string" ? body.replaceAll("\r\n", "\n") : "",
    isOpen: state === "open",
  };
};

/**
 * The issues of a repository through GitHub's REST API: list, create and update an issue. Limits are waited out as
 * the API says. Rejects with the status alone when it refuses: its texts are not passed on.
 */
export const githubIssues = (options: GithubOptions): IssueTracker => {
  const { repository, api, token, clock, signal } = options;
  const issues = `${api}/repos/${repository}/issues`;
  let waited = 0;

  const once = async (method: "GET" | "POST" | "PATCH", url: string, body?: unknown): Promise<ApiAnswer> => {
    const response = await request(url, {
      method,
      headers: {
        accept: "application/vnd.github+json",
        authorization: `Bearer ${token}`,
        "user-agent": "tripact",
        "x-github-api-version": "2022-11-28",
        ...(body === undefined ? {} : { "content-type": "application/json" }),
      },
      body: body === undefined ? null : JSON.stringify(body),
      headersTimeout: timeoutMs,
      bodyTimeout: timeoutMs,
      signal,
    });
    return {
      status: response.statusCode,
      headers: headersOf(response.headers),
      body: parseJson(await response.body.text()),
    };
  };

  const send = async (method: "GET" | "POST" | "PATCH", url: string, body?: unknown): Promise<ApiAnswer> => {
    for (;;) {
      const answer = await once(method, url, body).catch((error: unknown) => {
        const reason = error instanceof Error && "code" in error ? String(error.code) : "no answer";
        throw new Error(`the address of the API gives no answer (${reason})`);
      });
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
      const found: Issue[] = [];
      for (let page = 1; ; page += 1) {
        const query = `state=all&labels=${issueLabel}&per_page=${pageSize}&page=${page}`;
        const { body, headers } = await send("GET", `${issues}?${query}`);
        if (!Array.isArray(body)) throw new Error("the list of issues is no list");
        found.push(...body.flatMap((one) => issueOf(one) ?? []));
        if (!/;\s*rel="next"/.test(headers["link"] ?? "")) return found;
      }
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
