import { type Bump, nextVersion } from "../../src/consumers/diff/next-version.ts";
import { changelogSections, compareVersions } from "./changelog.ts";

/** The state of the repository from which a release is made. */
export interface ReleaseState {
  /** In package.json. */
  readonly version: string;
  /** In package-lock.json, wherever it names the package itself. */
  readonly lockVersions: readonly string[];
  /** Pinned versions in the action and the guides, with their files. */
  readonly pins: readonly { readonly path: string; readonly version: string }[];
  readonly changelog: string;
  /** Git tags of releases, `v1.2.0`. */
  readonly tags: readonly string[];
  /** The tags of the current commit. */
  readonly tagsHere: readonly string[];
  /** The step that each file in .changeset requests. */
  readonly changesets: readonly Bump[];
  /** The version that api/released/ records, and the changes since then in the files that users write and read. */
  readonly recorded: { readonly version: string; readonly change: Bump };
  /** The changes since then in the interfaces' OpenAPI documents: a release of tripact-contract. */
  readonly contractChange: Bump;
}

/** What to do: make the next version from the changesets, release the current one, or nothing. */
export type ReleaseStep = "version" | "release" | "none";

const tagOf = (version: string): string => `v${version}`;

export const releaseStep = ({ version, tags, changesets }: ReleaseState): ReleaseStep => {
  if (changesets.length > 0) return "version";
  return tags.includes(tagOf(version)) ? "none" : "release";
};

/**
 * The step for a version number. Below 1.0.0 a breaking change is a minor step, which `^0.1.0` excludes, and anything
 * else a patch.
 */
export const stepOfVersion = (version: string, bump: Bump): Bump => {
  if (!version.startsWith("0.")) return bump;
  return bump === "major" ? "minor" : bump === "minor" ? "patch" : bump;
};

const changelogProblems = ({ version, changelog, tags }: ReleaseState): readonly string[] => {
  const sections = changelogSections(changelog);
  const [newest] = sections;
  const versions = sections.map((section) => section.version);
  const unsorted = versions.some(
    (one, index) => index > 0 && compareVersions(versions[index - 1] ?? "", one) <= 0,
  );
  return [
    ...(newest?.version === version
      ? []
      : [`CHANGELOG.md begins with ${newest?.version ?? "no version"}, package.json has ${version}`]),
    ...sections.filter(({ text }) => text === "").map((one) => `CHANGELOG.md says nothing of ${one.version}`),
    ...(unsorted ? ["CHANGELOG.md does not list its versions from the newest to the oldest"] : []),
    ...tags
      .filter((tag) => !versions.includes(tag.slice(1)))
      .map((tag) => `the tag ${tag} has no section in CHANGELOG.md`),
  ];
};

const tagProblems = ({ version, tags, tagsHere }: ReleaseState): readonly string[] => [
  ...tags
    .filter((tag) => compareVersions(tag.slice(1), version) > 0)
    .map((tag) => `the tag ${tag} is later than package.json, which has ${version}`),
  ...tagsHere
    .filter((tag) => tag !== tagOf(version))
    .map((tag) => `this commit has the tag ${tag}, and package.json has ${version}`),
];

const copyProblems = ({ version, lockVersions, pins }: ReleaseState): readonly string[] => [
  ...lockVersions
    .filter((one) => one !== version)
    .map((one) => `package-lock.json has ${one}, package.json has ${version}: npm install`),
  ...pins
    .filter((pin) => pin.version !== version)
    .map((pin) => `${pin.path} pins ${pin.version}, package.json has ${version}`),
];

const steps: readonly Bump[] = ["major", "minor", "patch"];

/** The version that the changesets produce. */
const coming = ({ version, changesets }: ReleaseState): string =>
  nextVersion(version, steps.find((step) => changesets.includes(step)) ?? "none");

/** A format is a promise once its version has a tag. */
const formatProblems = (state: ReleaseState): readonly string[] => {
  const { version, change } = state.recorded;
  const least = nextVersion(version, stepOfVersion(version, change));
  if (!state.tags.includes(tagOf(version)) || compareVersions(coming(state), least) >= 0) return [];
  return [
    `files that users write or read have a ${change} change since ${version}, so the next version is at least ${least}: npx changeset (npm run release:formats lists the changes)`,
  ];
};

/** Additional requirement of a release: api/released/ records the formats to be released. */
export const recordProblems = ({ version, recorded, contractChange }: ReleaseState): readonly string[] =>
  recorded.version === version && recorded.change === "none" && contractChange === "none"
    ? []
    : [`api/released/ and api/contract/released/ are not what ${version} has: npm run release:record`];

/** All disagreements between the version, its changelog, its tag and its copies; they block any release. */
export const disagreements = (state: ReleaseState): readonly string[] => [
  ...changelogProblems(state),
  ...tagProblems(state),
  ...copyProblems(state),
  ...formatProblems(state),
];
