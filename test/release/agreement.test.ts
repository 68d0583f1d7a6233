import { describe, expect, test } from "vitest";
import {
  disagreements,
  recordProblems,
  type ReleaseState,
  releaseStep,
  stepOfVersion,
} from "../../scripts/release/agreement.ts";
import { releaseState } from "../../scripts/release/state.ts";

/** A repository between two releases in which everything agrees. */
const calm: ReleaseState = {
  version: "1.2.0",
  lockVersions: ["1.2.0", "1.2.0"],
  pins: [{ path: "action.yml", version: "1.2.0" }],
  changelog: "# Changelog\n\n## 1.2.0\n\n### Minor Changes\n\n- A new option.\n\n## 1.1.10\n\n- A fix.\n",
  tags: ["v1.1.10", "v1.2.0"],
  tagsHere: [],
  changesets: [],
  recorded: { version: "1.2.0", change: "none" },
  contractChange: "none",
};

test("this repository agrees with itself", () => {
  const state = releaseState();
  expect(disagreements(state)).toEqual([]);
  expect(state.pins.length).toBeGreaterThan(12);
});

test("a repository that agrees with itself has nothing to say", () => {
  expect([disagreements(calm), recordProblems(calm)]).toEqual([[], []]);
});

describe("what is next", () => {
  test.each<[string, Partial<ReleaseState>, string]>([
    ["nothing once the version has its tag", {}, "none"],
    ["a release before that", { tags: ["v1.1.10"] }, "release"],
    ["a version while changesets wait", { changesets: ["patch"] }, "version"],
    ["a version first, whatever is not released", { changesets: ["patch"], tags: [] }, "version"],
  ])("is %s", (_, change, step) => {
    expect(releaseStep({ ...calm, ...change })).toBe(step);
  });
});

test.each<[string, Partial<ReleaseState>, RegExp]>([
  [
    "the changelog begins with another version",
    { version: "1.3.0" },
    /begins with 1\.2\.0, package\.json has 1\.3\.0/,
  ],
  ["the changelog holds none", { changelog: "# Changelog\n" }, /begins with no version/],
  ["a section is empty", { changelog: "## 1.2.0\n\n## 1.1.10\n\n- A fix.\n" }, /says nothing of 1\.2\.0/],
  [
    "versions are out of order",
    { changelog: "## 1.2.0\n\n- One.\n\n## 1.1.9\n\n- Two.\n\n## 1.1.10\n\n- Three.\n" },
    /does not list its versions/,
  ],
  ["a tag has no section", { tags: ["v1.2.0", "v1.0.0"] }, /the tag v1\.0\.0 has no section/],
  [
    "a tag is later than the version",
    { tags: ["v1.2.0", "v1.10.0"] },
    /v1\.10\.0 is later than package\.json/,
  ],
  ["the commit has another tag", { tagsHere: ["v1.1.10"] }, /this commit has the tag v1\.1\.10/],
  ["the lock has another version", { lockVersions: ["1.2.0", "1.1.10"] }, /package-lock\.json has 1\.1\.10/],
  [
    "a guide pins another version",
    { pins: [{ path: "docs/one.md", version: "1.1.10" }] },
    /docs\/one\.md pins 1\.1\.10/,
  ],
])("where %s, that is said", (_, change, message) => {
  expect(disagreements({ ...calm, ...change })).toContainEqual(expect.stringMatching(message));
});

describe("a change of the files that users write and read", () => {
  const changed = (change: ReleaseState["recorded"]["change"], changesets: ReleaseState["changesets"]) =>
    disagreements({ ...calm, recorded: { version: "1.2.0", change }, changesets });

  test("needs a changeset of at least its step", () => {
    expect(changed("major", [])).toEqual([
      expect.stringMatching(/a major change since 1\.2\.0.* at least 2\.0\.0/),
    ]);
    expect(changed("major", ["minor", "patch"])).toHaveLength(1);
    expect(changed("major", ["patch", "major"])).toEqual([]);
    expect(changed("minor", ["patch"])).toHaveLength(1);
    expect(changed("minor", ["minor"])).toEqual([]);
    expect(changed("patch", ["minor"])).toEqual([]);
  });

  test("is free as long as the recorded version has no tag, but must be recorded before the release", () => {
    const early: ReleaseState = {
      ...calm,
      tags: ["v1.1.10"],
      recorded: { version: "1.2.0", change: "major" },
    };
    expect(disagreements(early)).toEqual([]);
    expect(recordProblems(early)).toEqual([expect.stringContaining("npm run release:record")]);
    expect(recordProblems({ ...calm, contractChange: "minor" })).toHaveLength(1);
    expect(recordProblems({ ...calm, recorded: { version: "1.1.10", change: "none" } })).toHaveLength(1);
  });
});

test.each([
  ["0.4.1", "major", "minor"],
  ["0.4.1", "minor", "patch"],
  ["0.4.1", "patch", "patch"],
  ["1.4.1", "major", "major"],
  ["10.4.1", "minor", "minor"],
] as const)("after %s, a %s change is a %s step", (version, change, step) => {
  expect(stepOfVersion(version, change)).toBe(step);
});
