import { mkdirSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { repositoryPath } from "../../src/inputs/repository-path.ts";
import { temporaryFolder } from "../entrypoints/cli/temporary-folder.ts";

const repositoryWith = (folder: string): string => {
  const root = temporaryFolder();
  mkdirSync(join(root, ".git"));
  mkdirSync(join(root, folder), { recursive: true });
  return root;
};

test("a file is named from the root of the repository, wherever the command is given", () => {
  const root = repositoryWith("packages/one");
  const cwd = join(root, "packages/one");
  expect(repositoryPath("a.yaml", cwd)).toBe("packages/one/a.yaml");
  expect(repositoryPath("../a.yaml", cwd)).toBe("packages/a.yaml");
  expect(repositoryPath(join(root, "..b.yaml"), cwd)).toBe("..b.yaml");
});

test("a file outside of the repository has no name in it", () => {
  const root = repositoryWith("one");
  expect(repositoryPath("../../a.yaml", join(root, "one"))).toBeUndefined();
});

test("without a repository the working directory is the root", () => {
  const folder = temporaryFolder();
  expect(repositoryPath("a.yaml", folder)).toBe("a.yaml");
  expect(repositoryPath("../a.yaml", folder)).toBeUndefined();
});
