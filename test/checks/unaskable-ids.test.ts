import { describe, expect, test } from "vitest";
import type { Report } from "../../src/core/model/report.ts";
import { fakeTarget } from "../stand-in.ts";
import { runCli } from "../entrypoints/cli/run-cli.ts";
import { temporaryFolder } from "../entrypoints/cli/temporary-folder.ts";

const checks = ["user-is-read-by-id", "created-user-is-read-back", "projects-are-written"];

describe("an id from an answer that no path can hold", () => {
  test.each(["..", ".", "", "\ud800", "%2e%2e", "a/../b", "..;x"])("is not asked for: %j", async (id) => {
    const { origin, seen } = await fakeTarget(() => ({
      body: { id, data: [{ id }, { id: 2 }], meta: { page: 1, perPage: 2, total: 2 } },
    }));
    const volunteer = {
      baseUrl: `${origin}/v1`,
      credentials: { token: "token-of-the-test" },
      records: { userId: 1 },
      scratch: { createUser: { name: "n" }, createProject: { name: "n" } },
      created: { user: "/id", project: "/id" },
      readBack: { project: "/v1/projects/{id}" },
    };
    const config = {
      interfaces: { volunteer },
      safety: { writes: true, maxRequests: 5000, perHour: 100_000, perSecond: 1000 },
    };
    const { out, err } = await runCli(["check", "--config", "c.json", "--json", "--check", checks.join()], {
      cwd: temporaryFolder({ "c.json": JSON.stringify(config) }),
    });
    const { facts }: Report = JSON.parse(out);
    expect(facts.filter(({ reason = "" }) => reason.includes("crashed"))).toEqual([]);
    expect(err).not.toContain("this is a bug");
    expect(seen).toContain("GET /v1/users/2");
    expect(seen.filter((line) => !/ \/v1\/(?:users|projects)(?:\/[\w-]+)?(?:\?.*)?$/.test(line))).toEqual([]);
  });
});
