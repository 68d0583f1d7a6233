import type { IssueTracker } from "../../harness/drift/issues.ts";
import type { DriftReport } from "../../harness/model/drift.ts";
import type { GitlabSettings, NotifySettings } from "../../harness/model/notify.ts";
import { safe } from "../../harness/output/safe-text.ts";
import { exitCodes } from "../../harness/runner/exit-code.ts";
import { issueText, type ProblemContext } from "../../harness/reporters/problem-markdown.ts";
import type { CliIo } from "./io.ts";

/** Issues that a run brings up to date. */
export interface TrackedIssues {
  /** As messages call them: `issues of owner/name`. */
  readonly name: string;
  readonly tracker: IssueTracker;
}

/** A limit of an API may be waited out for so long in all: what is left to do, the next run does. */
export const maxTrackerWaitMs = 60_000;

const gitlab = async ({ project, token, url }: GitlabSettings, io: CliIo): Promise<TrackedIssues> => {
  const { gitlabIssues } = await import("../../harness/drift/gitlab-issues.ts");
  const { openService } = await import("../../harness/http/service.ts");
  const { clock, signal } = io;
  const address = new URL(url ?? "https://gitlab.com");
  const headers = { "private-token": token, "user-agent": "tripact" };
  const api = openService({ name: "GitLab", address, headers, signal });
  const root = address.href.replace(/\/+$/, "");
  const tracker = gitlabIssues({ project, api, root, clock, signal, maxWaitMs: maxTrackerWaitMs });
  return { name: `issues of ${project}`, tracker };
};

/**
 * The issues that the command line and the configuration name.
 * @throws UsageError for what is not a repository, without a token, and for an address that would leak it
 */
export const trackersOf = async (
  { issues, api }: { readonly issues?: string | undefined; readonly api?: string | undefined },
  settings: NotifySettings,
  io: CliIo,
): Promise<readonly TrackedIssues[]> => [
  ...(issues === undefined
    ? []
    : [
        {
          name: `issues of ${issues}`,
          tracker: (await import("./github-api.ts")).githubApi(issues, api, io),
        },
      ]),
  ...(await Promise.all((settings.gitlab ?? []).map((one) => gitlab(one, io)))),
];

/** Brings issues up to date with a run. Returns an exit code: 3 where some could not be. */
export const updateIssues = async (
  report: DriftReport,
  trackers: readonly TrackedIssues[],
  context: ProblemContext,
  { stderr }: CliIo,
): Promise<number> => {
  if (trackers.length === 0) return exitCodes.conformant;
  const { syncIssues } = await import("../../harness/drift/issues.ts");
  let code: number = exitCodes.conformant;
  for (const { name, tracker } of trackers) {
    const { opened, updated, reopened, closed, failure } = await syncIssues(
      report,
      tracker,
      (problem, targets, elsewhere) => issueText(problem, targets, elsewhere, context),
    );
    stderr.write(
      safe`tripact: ${name}: ${opened} opened, ${updated} updated, ${reopened} reopened, ${closed} closed\n`,
    );
    if (failure === undefined) continue;
    stderr.write(safe`tripact: the ${name} could not be updated: ${failure}\n`);
    code = exitCodes.notJudged;
  }
  return code;
};
