/**
 * The step of action.yml that comments on a pull request: one comment per job and mode, which later runs update. If the
 * token may not comment, as in a fork, it prints a warning.
 */
import { readFileSync } from "node:fs";

const env = (name: string): string => process.env[name] ?? "";

/** GitHub's limit is 65,536 characters. */
const most = 65_000;

interface Comment {
  readonly id: number;
  readonly body?: string;
}

const warn = (message: string): void => {
  process.stdout.write(`::warning::no comment on the pull request: ${message}\n`);
};

const request = async (path: string, method = "GET", body?: object): Promise<unknown> => {
  const response = await fetch(`${env("GITHUB_API_URL")}/repos/${env("GITHUB_REPOSITORY")}/${path}`, {
    method,
    headers: { accept: "application/vnd.github+json", authorization: `Bearer ${env("GITHUB_TOKEN")}` },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    redirect: "error",
    signal: AbortSignal.timeout(30_000),
  });
  if (!response.ok) throw new Error(`${method} ${path} was answered ${response.status}`);
  return response.json();
};

const pageSize = 100;
const mostPages = 20;

/** The comment of an earlier run, which starts with the marker. */
const earlier = async (issue: number, marker: string, page = 1): Promise<number | undefined> => {
  const comments = (await request(
    `issues/${issue}/comments?per_page=${pageSize}&page=${page}`,
  )) as readonly Comment[]; // as GitHub documents it
  const found = comments.find(({ body }) => body?.startsWith(marker) === true);
  if (found !== undefined) return found.id;
  return comments.length < pageSize || page === mostPages ? undefined : earlier(issue, marker, page + 1);
};

const comment = async (issue: number, text: string): Promise<void> => {
  const marker = `<!-- tripact ${env("GITHUB_JOB")} ${env("TRIPACT_MODE")} -->`;
  const whole = `${marker}\n${text}`;
  const body =
    whole.length <= most ? whole : `${whole.slice(0, most)}\n\n… the report of the run has the rest.`;
  const id = await earlier(issue, marker);
  if (id === undefined) await request(`issues/${issue}/comments`, "POST", { body });
  else await request(`issues/comments/${id}`, "PATCH", { body });
};

interface Event {
  readonly pull_request?: { readonly number: number };
}

try {
  const event = JSON.parse(readFileSync(env("GITHUB_EVENT_PATH"), "utf8")) as Event; // as GitHub documents it
  if (event.pull_request === undefined) warn("the workflow does not run for one");
  else await comment(event.pull_request.number, readFileSync(env("TRIPACT_TEXT"), "utf8"));
} catch (error) {
  warn(error instanceof Error ? error.message : String(error));
}
