/** The entry of one version in CHANGELOG.md. */
export interface ChangelogSection {
  readonly version: string;
  /** Markdown, without the heading. */
  readonly text: string;
}

/** The sections of a changelog in the form of Changesets: `## 1.2.0`, newest first. */
export const changelogSections = (changelog: string): readonly ChangelogSection[] =>
  changelog
    .split(/^## /m)
    .slice(1)
    .map((section) => {
      const [heading = "", ...lines] = section.split("\n");
      return { version: heading.trim(), text: lines.join("\n").trim() };
    });

const parts = (version: string): readonly number[] => version.split(".").map(Number);

/** Negative if the first version is the earlier one. */
export const compareVersions = (one: string, other: string): number => {
  const others = parts(other);
  const differing = parts(one).findIndex((part, index) => part !== others[index]);
  return differing < 0 ? 0 : (parts(one)[differing] ?? 0) - (others[differing] ?? 0);
};
