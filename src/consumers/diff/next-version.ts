import type { Impact } from "../../core/model/impact.ts";
import type { Change } from "./change.ts";

export type Bump = "major" | "minor" | "patch" | "none";

const bumps: Readonly<Record<Impact, Bump>> = {
  breaking: "major",
  additive: "minor",
  informational: "patch",
};

const order: readonly Bump[] = ["major", "minor", "patch", "none"];

/** The minimum version step for these changes, by their impact on consumers. */
export const bumpFor = (changes: readonly Change[]): Bump => {
  const needed = new Set(changes.map(({ consumers }) => bumps[consumers]));
  return order.find((bump) => needed.has(bump)) ?? "none";
};

/** A version `major.minor.patch` after a step; the parts to the right of the step become 0. */
export const nextVersion = (version: string, bump: Bump): string => {
  const [major = 0, minor = 0, patch = 0] = version.split(".").map(Number);
  const next = {
    major: [major + 1, 0, 0],
    minor: [major, minor + 1, 0],
    patch: [major, minor, patch + 1],
    none: [major, minor, patch],
  };
  return next[bump].join(".");
};
