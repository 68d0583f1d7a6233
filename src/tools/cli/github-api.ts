import { githubIssues } from "../../harness/drift/github-issues.ts";
import type { IssueTracker } from "../../harness/drift/issues.ts";
import { openService } from "../../harness/http/service.ts";
import { readHttpsAddress } from "../../harness/model/https-address.ts";
import { UsageError } from "../../harness/model/usage-error.ts";
import type { CliIo } from "./io.ts";
import { maxTrackerWaitMs } from "./update-issues.ts";

const apiOf = (option: string | undefined, io: CliIo): URL => {
  const location = option === undefined ? "GITHUB_API_URL" : "--api";
  const url = readHttpsAddress(option ?? io.env["GITHUB_API_URL"] ?? "https://api.github.com");
  if (url === "plain-http")
    throw new UsageError("must be https, because the token is sent there", { location });
  if (typeof url === "string")
    throw new UsageError("is not the address of an API", {
      location,
      hint: "for example https://api.github.com",
    });
  return url;
};

/**
 * The issues of a repository, with the token of $GITHUB_TOKEN.
 * @throws UsageError for what is not a repository, without a token, and for an address that would leak it.
 */
export const githubApi = (repository: string, api: string | undefined, io: CliIo): IssueTracker => {
  if (!/^[\w.-]+\/[\w.-]+$/.test(repository) || /(?:^|\/)\.{1,2}(?:\/|$)/.test(repository))
    throw new UsageError("is not a repository", {
      location: "--issues",
      hint: "for example --issues owner/name",
    });
  const token = io.env["GITHUB_TOKEN"];
  if (token === undefined || !/^[\x21-\x7e]+$/.test(token))
    throw new UsageError("needs a token in $GITHUB_TOKEN", { location: "--issues" });
  const { clock, signal } = io;
  const address = apiOf(api, io);
  const headers = {
    accept: "application/vnd.github+json",
    authorization: `Bearer ${token}`,
    "user-agent": "tripact",
    "x-github-api-version": "2022-11-28",
  };
  return githubIssues({
    repository,
    api: openService({ name: "the API", address, headers, signal }),
    root: address.href.replace(/\/+$/, ""),
    clock,
    signal,
    maxWaitMs: maxTrackerWaitMs,
  });
};
