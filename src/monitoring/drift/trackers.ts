import { longestCredential } from "../../core/config/load-config.ts";
import { githubIssues, gitlabIssues } from "./issue-trackers.ts";
import type { IssueTracker } from "./issues.ts";
import type { TrackerChoice } from "./tracker-options.ts";
import { openService } from "../../core/http/service.ts";
import { readHttpsAddress } from "../../core/model/https-address.ts";
import type { GitlabSettings, NotifySettings } from "../../core/model/notify.ts";
import { proxiesOf } from "../../core/model/proxy.ts";
import { UsageError } from "../../core/model/usage-error.ts";
import type { Environment } from "../../core/model/environment.ts";

/** Issues that a run updates. */
export interface TrackedIssues {
  /** Name in messages: `issues of owner/name`. */
  readonly name: string;
  /** @param until the clock time by which all requests end */
  open(until: number): IssueTracker;
}

const rootOf = ({ href }: URL): string => href.replace(/\/+$/, "");

const gitlab = (
  { project, token, url }: GitlabSettings,
  { clock, signal, env }: Environment,
): TrackedIssues => {
  const address = new URL(url ?? "https://gitlab.com");
  const headers = { "private-token": token, "user-agent": "tripact" };
  const api = openService({ name: "GitLab", address, headers, signal, proxyFor: proxiesOf(env) });
  return {
    name: `issues of ${project}`,
    open: (until) => gitlabIssues(project, { api, root: rootOf(address), clock, signal, until }),
  };
};

const apiOf = (api: string | undefined, { env }: Environment): URL => {
  const location = api === undefined ? { location: "GITHUB_API_URL" } : { option: "api" };
  const url = readHttpsAddress(api ?? env["GITHUB_API_URL"] ?? "https://api.github.com");
  if (url === "plain-http") throw new UsageError("must be https, because the token is sent there", location);
  if (typeof url === "string")
    throw new UsageError("is not the address of an API", {
      ...location,
      hint: "for example https://api.github.com",
    });
  return url;
};

const github = (repository: string, api: string | undefined, around: Environment): TrackedIssues => {
  if (!/^[\w.-]+\/[\w.-]+$/.test(repository) || /(?:^|\/)\.{1,2}(?:\/|$)/.test(repository))
    throw new UsageError("is not a repository", {
      option: "issues",
      hint: "for example `issues` owner/name",
    });
  const token = around.env["GITHUB_TOKEN"];
  if (token === undefined || !/^[\x21-\x7e]+$/.test(token))
    throw new UsageError("needs a token in $GITHUB_TOKEN", { option: "issues" });
  if (token.length > longestCredential)
    throw new UsageError(`needs a token of at most ${longestCredential} characters in $GITHUB_TOKEN`, {
      option: "issues",
    });
  const { clock, signal, env } = around;
  const address = apiOf(api, around);
  const headers = {
    accept: "application/vnd.github+json",
    authorization: `Bearer ${token}`,
    "user-agent": "tripact",
    "x-github-api-version": "2022-11-28",
  };
  const service = openService({ name: "the API", address, headers, signal, proxyFor: proxiesOf(env) });
  return {
    name: `issues of ${repository}`,
    open: (until) => githubIssues(repository, { api: service, root: rootOf(address), clock, signal, until }),
  };
};

/**
 * The issue trackers named by options and configuration.
 * @throws UsageError for an invalid repository, a missing token, an address that would leak it, and an unusable proxy
 */
export const trackersOf = (
  { issues, api }: TrackerChoice,
  { gitlab: projects = [] }: NotifySettings,
  around: Environment,
): readonly TrackedIssues[] => [
  ...(issues === undefined ? [] : [github(issues, api, around)]),
  ...projects.map((one) => gitlab(one, around)),
];
