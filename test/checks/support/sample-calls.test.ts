import { expect, test } from "vitest";
import { mainBearer, sampleCall } from "../../../src/checks/support/sample-calls.ts";
import { documentedOperations } from "../../../src/builtin/operations.ts";
import { atPath } from "../../../src/core/run/at-path.ts";
import { createSandbox } from "../../../src/sandbox/sandbox.ts";
import { contextOf } from "../kit/judge-example.ts";

/** Token requests are calls of their own (token-calls.ts). */
const asked = documentedOperations.filter(({ effect }) => effect !== "token");
const { interfaces } = createSandbox({ seed: 1 }).config();
const contexts = {
  "settings.ts": contextOf({}),
  "the sandbox's configuration": { ...contextOf({}), setting: (path: string) => atPath(interfaces, path) },
};

test.each(Object.entries(contexts))("%s has what a call of each operation needs", (_, context) => {
  const missing = asked.filter(
    ({ id, interface: name }) => sampleCall(id, context, mainBearer(name)) === undefined,
  );
  expect(missing.map(({ id }) => id)).toEqual([]);
});
