import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import { documentedOperations as all } from "../../src/builtin/operations.ts";
import { createSandbox } from "../../src/sandbox/sandbox.ts";
import { ask } from "./ask.ts";
import { assumptionsArbitrary } from "./assumptions-arbitrary.ts";
import { violationsOf } from "./crm/crm-bench.ts";
import { tries } from "../nightly.ts";

/** Enough for a query, and all left out for a note. */
const body = { queryType: 0 };

const names = {
  crm: ["apiKey", "limitedApiKey"],
  donation: ["token", "limitedToken"],
  volunteer: ["token", "limitedToken"],
};

describe("any combination of assumptions", () => {
  it("keeps every answer within the documents", async () => {
    await fc.assert(
      fc.asyncProperty(assumptionsArbitrary, async (assumptions) => {
        const bugs: unknown[] = [];
        const sandbox = createSandbox({ assumptions, scale: 20, onBug: (bug) => bugs.push(bug) });
        const { interfaces } = sandbox.config();
        for (const { id, interface: name, method, path, requestBody } of all) {
          const tokens = names[name].map((credential) => String(interfaces[name].credentials[credential]));
          for (const token of [undefined, ...tokens]) {
            const answer = await ask(sandbox, `/${name}${path.replace(/\{\w+\}/g, "1")}`, {
              method,
              ...(token === undefined ? {} : { token }),
              ...(requestBody === undefined ? {} : { body }),
            });
            const violations = violationsOf(id, answer, body);
            expect([id, answer.status, violations]).toEqual([id, answer.status, []]);
          }
        }
        await sandbox.close();
        expect(bugs).toEqual([]);
      }),
      tries(10, 25),
    );
  });
});
