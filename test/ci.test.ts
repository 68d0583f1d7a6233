import { spawnSync } from "node:child_process";
import { expect, test } from "vitest";

const withServices = (...command: string[]) =>
  spawnSync("bash", [".ci/services", ...command], { encoding: "utf8" });

// Elsewhere it would install packages.
test.runIf(process.env["TRIPACT_POSTGRES"] === "required")(
  "a command runs beside a PostgreSQL that lets the tests in, and ends with its own code",
  () => {
    const asked = withServices("sh", "-c", 'psql "$TRIPACT_POSTGRES_URL" -tAc "SELECT current_user"; exit 7');
    expect(asked.stdout.split("\n").slice(0, 2)).toEqual([
      expect.stringMatching(/^PostgreSQL: postgres:\/\/postgres@127\.0\.0\.1:\d+\/test$/),
      "postgres",
    ]);
    expect(asked.status).toBe(7);
  },
);
