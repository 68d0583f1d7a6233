import { githubIssues } from "../drift/github-issues.ts";
import type { IssueTracker } from "../drift/issues.ts";
import { UsageError } from "../model/usage-error.ts";
import type { CliIo } from "./io.ts";

/** A limit of the API may be waited out for so long in all. */
const maxWaitMs = 300_000;

const isLoopback = (host: string): boolean => /^(?:localhost|127\.\d+\.\d+\.\d+|\[::1\])$/.test(host);

const apiOf = (option: string | undefined, io: CliIo): string => {
  const place = option === undefined ? "GITHUB_API_URL" : "--api";
  const text = option ?? io.env["GITHUB_API_URL"] ?? "https://api.github.com";
  const url = URL.canParse(text) ? new URL(text) : undefined;
  if (url === undefined || url.username !== "" || url.password !== "")
    throw new UsageError("is no address of an API", { place, hint: "for example https://api.github.com" });
  if (url.protocol !== "https:" && !(url.protocol === "http:" && isLoopback(url.hostname)))
    throw new UsageError("must be https, or the token would be readable on its way", { place });
  return url.href.replace(/\/+$/, "");
};

/**
 * The issues of a repository, with the token of $GITHUB_TOKEN.
 * @throws UsageError for what is no repository, without a token, and for an address that would leak it.
 */
export const githubApi = (repository: string, api: string | undefined, io: CliIo): IssueTracker => {
  if (!/^[\w.-]+\/[\w.-]+$/.test(repository) || /(?:^|\/)\.{1,2}(?:\/|$)/.test(repository))
    throw new UsageError("is no repository", { place: "--issues", hint: "for example --issues owner/name" });
  const token = io.env["GITHUB_TOKEN"];
  if (token === undefined || !/^[\x21-\x7e]+$/.test(token))
    throw new UsageError("needs a token in $GITHUB_TOKEN", { place: "--issues" });
  return githubIssues({
    repository,
    api: apiOf(api, io),
    token,
    clock: io.clock,
    signal: io.signal,
    maxWaitMs,
  });
};
