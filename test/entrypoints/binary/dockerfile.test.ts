import { readFileSync } from "node:fs";
import { join } from "node:path";
import { validate, ValidationSeverity } from "dockerfile-utils";
import { expect, test } from "vitest";

const root = join(import.meta.dirname, "../../..");
const dockerfile = readFileSync(join(root, "Dockerfile"), "utf8");

const everything = {
  deprecatedMaintainer: ValidationSeverity.ERROR,
  directiveCasing: ValidationSeverity.ERROR,
  emptyContinuationLine: ValidationSeverity.ERROR,
  instructionCasing: ValidationSeverity.ERROR,
  instructionCmdMultiple: ValidationSeverity.ERROR,
  instructionEntrypointMultiple: ValidationSeverity.ERROR,
  instructionHealthcheckMultiple: ValidationSeverity.ERROR,
  instructionJSONInSingleQuotes: ValidationSeverity.ERROR,
  instructionWorkdirRelative: ValidationSeverity.ERROR,
};

test("the linter has nothing against the Dockerfile, and something against a broken one", () => {
  expect(validate(dockerfile, everything)).toEqual([]);
  const broken = dockerfile.replace("WORKDIR /work", "workdir work").replace("EXPOSE 4010", "EXPOSED 4010");
  expect(validate(broken, everything)).toHaveLength(3);
});

test("its base images are pinned by digest", () => {
  const images = [...dockerfile.matchAll(/^FROM (\S+)/gm)].map(([, image]) => image);
  expect(images).toHaveLength(2);
  for (const image of images) expect(image).toMatch(/@sha256:[0-9a-f]{64}$/);
});

test("its steps are those of the project: the lock file, the script, the executable that it builds", () => {
  // A manifest of npm.
  const { scripts } = JSON.parse(readFileSync(join(root, "package.json"), "utf8")) as {
    readonly scripts: Readonly<Record<string, string>>;
  };
  const [, script = ""] = /^RUN npm run (\S+)$/m.exec(dockerfile) ?? [];
  expect(scripts[script]).toBe("node scripts/build-binary.ts");
  expect(dockerfile).toContain("COPY package.json package-lock.json ./\nRUN npm ci\n");
  expect(dockerfile).toMatch(
    /^COPY --from=build \/src\/dist-binary\/tripact (\S+)$[^]*^ENTRYPOINT \["\1"\]$/m,
  );
});
