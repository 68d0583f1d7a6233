import { UsageError } from "../../harness/model/usage-error.ts";

const longest = 500;

/** @throws UsageError for what is not an address of http or https, or holds a credential */
const readUrl = (text: string): string => {
  const url = text.length <= longest && /^https?:\/\/[!-~]+$/i.test(text) ? URL.parse(text) : null;
  if (url !== null && url.username === "" && url.password === "") return url.href;
  throw new UsageError("is not an address of a report", {
    option: "reportUrl",
    hint: "for example `reportUrl` https://reports.example.org/drift.html",
  });
};

/** The page of a run of GitHub Actions, or of a job of GitLab. */
const pageOfRun = (env: Readonly<Record<string, string | undefined>>): string | undefined => {
  const { GITHUB_SERVER_URL: server, GITHUB_REPOSITORY: repository, GITHUB_RUN_ID: run } = env;
  if (server !== undefined && repository !== undefined && run !== undefined)
    return `${server}/${repository}/actions/runs/${run}`;
  return env["CI_JOB_URL"];
};

/** Where the report of this run can be read; undefined where nobody says so. */
export const reportUrlOf = (
  option: string | undefined,
  env: Readonly<Record<string, string | undefined>>,
): string | undefined => {
  if (option !== undefined) return readUrl(option);
  const page = pageOfRun(env);
  return page !== undefined && URL.canParse(page) && page.length <= longest ? page : undefined;
};
