import { mkdirSync, writeFileSync } from "node:fs";
import { delimiter, dirname, join } from "node:path";
import { root } from "../../scripts/package/entries.ts";
import { installTripact } from "../examples/install-example.ts";
import { standIn } from "../stand-in.ts";
import { temporaryFolder } from "../entrypoints/cli/temporary-folder.ts";
import { type ActionRun, runComposite } from "./composite.ts";

/** A comment on the pull request of the scratch repository, as GitHub keeps it. */
export interface Comment {
  readonly id: number;
  readonly body: string;
}

/** The comments of one pull request behind GitHub's API. */
const pullRequest = async () => {
  const comments: Comment[] = [];
  const { origin, received } = await standIn((response, _, { method, path, body }) => {
    const [, id] = /\/issues\/comments\/(\d+)$/.exec(path) ?? [];
    const text = method === "GET" ? "" : (JSON.parse(body) as { body: string }).body;
    if (method === "POST") comments.push({ id: comments.length + 1, body: text });
    if (id !== undefined) comments[Number(id) - 1] = { id: Number(id), body: text };
    response.writeHead(200, { "content-type": "application/json" });
    response.end(JSON.stringify(method === "GET" ? comments : {}));
  });
  return { origin, received, comments };
};

export interface Scratch {
  readonly folder: string;
  readonly comments: readonly Comment[];
  /** What GitHub's API was asked: `POST /repos/…`. */
  readonly requests: () => readonly string[];
  /** Runs the action of this repository as a step of a job of the scratch repository. */
  readonly act: (
    inputs: Readonly<Record<string, string>>,
    env?: Readonly<Record<string, string>>,
  ) => Promise<ActionRun>;
}

/** A repository that has tripact among its packages, and a pull request. */
export const scratchRepository = async (files: Readonly<Record<string, string>>): Promise<Scratch> => {
  const folder = temporaryFolder();
  const temporary = temporaryFolder({ "event.json": '{ "pull_request": { "number": 7 } }' });
  const api = await pullRequest();
  for (const [name, text] of Object.entries({ "package.json": '{ "private": true }', ...files })) {
    mkdirSync(dirname(join(folder, name)), { recursive: true });
    writeFileSync(join(folder, name), text);
  }
  mkdirSync(join(folder, "node_modules"));
  installTripact(join(folder, "node_modules"));
  const job = {
    action: root,
    workspace: folder,
    temporary,
    github: { event_name: "pull_request", token: "job-token" },
  };
  const usual = {
    // How this machine reaches its registry, and what programs of earlier tests have compiled.
    ...Object.fromEntries(
      Object.entries(process.env).filter(([name]) =>
        /^npm_config_|_proxy$|^NODE_EXTRA|^NODE_COMPILE/i.test(name),
      ),
    ),
    PATH: [dirname(process.execPath), process.env["PATH"] ?? ""].join(delimiter),
    HOME: process.env["HOME"] ?? "",
    XDG_STATE_HOME: join(temporary, "state"),
    GITHUB_ACTIONS: "true",
    GITHUB_API_URL: api.origin,
    GITHUB_REPOSITORY: "team/scratch",
    GITHUB_JOB: "gate",
    GITHUB_EVENT_PATH: join(temporary, "event.json"),
  };
  return {
    folder,
    comments: api.comments,
    requests: () => api.received.map(({ method, path }) => `${method} ${path}`),
    act: (inputs, env = {}) => runComposite({ ...job, env: { ...usual, ...env } }, inputs),
  };
};
