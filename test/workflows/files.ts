import { globSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { parse } from "yaml";

const root = join(import.meta.dirname, "../..");

export interface Step {
  readonly name?: string;
  readonly uses?: string;
  readonly if?: string;
  readonly run?: string;
  readonly with?: Readonly<Record<string, unknown>>;
}

export interface Job {
  readonly uses?: string;
  readonly permissions?: Readonly<Record<string, string>>;
  readonly steps?: readonly Step[];
}

export interface Workflow {
  /** Where it comes from: `.github/workflows/ci.yml`, or a guide and the title of its block. */
  readonly path: string;
  readonly text: string;
  readonly permissions: Readonly<Record<string, string>>;
  readonly jobs: Readonly<Record<string, Job>>;
}

const workflowOf = (path: string, text: string): Workflow => {
  const { permissions, jobs } = parse(text) as Pick<Workflow, "permissions" | "jobs">; // actionlint holds its form
  return { path, text, permissions, jobs };
};

/** The workflows that guides show. */
const shown = (guide: string): readonly Workflow[] =>
  [
    ...readFileSync(join(root, guide), "utf8").matchAll(
      /^```yaml title=(\.github\/workflows\/\S+).*\n([\s\S]*?)^```$/gm,
    ),
  ].map(([, title = "", text = ""]) => workflowOf(`${guide}: ${title}`, text));

/** Every workflow of the repository, and those that its guides show to be copied. */
export const workflows: readonly Workflow[] = [
  ...globSync(".github/workflows/*.yml", { cwd: root })
    .toSorted()
    .map((path) => workflowOf(path, readFileSync(join(root, path), "utf8"))),
  ...globSync("docs/*/*.md", { cwd: root }).toSorted().flatMap(shown),
];

const action = parse(readFileSync(join(root, "action.yml"), "utf8")) as {
  readonly inputs: Readonly<Record<string, object>>;
  readonly runs: { readonly steps: readonly Step[] };
}; // ours; its form is the documented one

export const actionInputs: readonly string[] = Object.keys(action.inputs);

/** Every step of every workflow and of the action, with where it is. */
export const steps: readonly { readonly path: string; readonly step: Step }[] = [
  ...workflows.flatMap(({ path, jobs }) =>
    Object.values(jobs).flatMap((job) => (job.steps ?? []).map((step) => ({ path, step }))),
  ),
  ...action.runs.steps.map((step) => ({ path: "action.yml", step })),
];

/** The texts in which `uses:` stands with the comment that names its version. */
export const sources: readonly { readonly path: string; readonly text: string }[] = [
  ...workflows,
  { path: "action.yml", text: readFileSync(join(root, "action.yml"), "utf8") },
];
