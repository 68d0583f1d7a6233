import { retryAfterMs } from "../http/retry-after.ts";
import type { ResponseOutcome } from "../model/exchange.ts";
import { isObject } from "../model/json-object.ts";
import type { Issue, IssueTracker } from "./issues.ts";
import { issueLabel, openTrackerApi, type TrackerOptions } from "./tracker-api.ts";

const waitOf = ({ status, headers }: ResponseOutcome, now: number): number | undefined => {
  if (status !== 429 && status !== 403) return undefined;
  const asked = retryAfterMs(headers["retry-after"], now);
  if (asked !== undefined) return Math.max(1000, asked);
  if (headers["x-ratelimit-remaining"] !== "0") return status === 429 ? 60_000 : undefined;
  const reset = Number(headers["x-ratelimit-reset"]) * 1000;
  return Number.isFinite(reset) ? Math.max(1000, reset - now) : 60_000;
};

/** An issue; undefined for a pull request, which the API lists as well. */
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

/** A repository's issues through GitHub's REST API: list, create and update. Waits out limits as the API says. */
export const githubIssues = ({
  repository,
  ...options
}: TrackerOptions & {
  /** `owner/name`. */
  readonly repository: string;
}): IssueTracker => {
  const api = openTrackerApi(options, { waitOf, issueOf });
  const issues = `${options.root}/repos/${repository}/issues`;
  return {
    list: () => api.list(`${issues}?state=all&labels=${issueLabel}`),
    async open(title, body) {
      await api.send("POST", issues, { title, body, labels: [issueLabel] });
    },
    async change(number, { title, body, isOpen }) {
      await api.send("PATCH", `${issues}/${number}`, {
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
