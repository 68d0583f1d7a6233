import { retryAfterMs } from "../http/retry-after.ts";
import type { ResponseOutcome } from "../model/exchange.ts";
import { isObject } from "../model/json-object.ts";
import type { Issue, IssueTracker } from "./issues.ts";
import { issueLabel, openTrackerApi, type TrackerOptions } from "./tracker-api.ts";

const waitOf = ({ status, headers }: ResponseOutcome, now: number): number | undefined =>
  status === 429 ? Math.max(1000, retryAfterMs(headers["retry-after"], now) ?? 60_000) : undefined;

const actionLine = /^\/(?=[a-z])/gm;
const escapedLine = /^&#47;(?=[a-z])/gm;

/** GitLab executes lines that begin with `/close`; a target's name must not be one. */
const withoutActions = (body: string): string => body.replace(actionLine, "&#47;");

const issueOf = (value: unknown): Issue | undefined => {
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

/** A project's issues through GitLab's REST API (v4): list, create and update. Waits out limits as the API says. */
export const gitlabIssues = ({
  project,
  ...options
}: TrackerOptions & {
  /** `group/name`. */
  readonly project: string;
}): IssueTracker => {
  const api = openTrackerApi(options, { waitOf, issueOf });
  const issues = `${options.root}/api/v4/projects/${encodeURIComponent(project)}/issues`;
  return {
    list: () => api.list(`${issues}?scope=all&state=all&labels=${issueLabel}`),
    async open(title, body) {
      await api.send("POST", issues, { title, description: withoutActions(body), labels: issueLabel });
    },
    async change(number, { title, body, isOpen }) {
      await api.send("PUT", `${issues}/${number}`, {
        ...(title === undefined ? {} : { title }),
        ...(body === undefined ? {} : { description: withoutActions(body) }),
        ...(isOpen === undefined ? {} : { state_event: isOpen ? "reopen" : "close" }),
      });
    },
  };
};
