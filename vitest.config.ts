import { defineConfig } from "vitest/config";

export default defineConfig({
  test: {
    include: ["test/**/*.test.ts"],
    // The main process only waits: every core may run tests.
    maxWorkers: "100%",
    // Nothing here is a timed test; on a busy machine everything takes longer.
    testTimeout: 60_000,
    hookTimeout: 60_000,
    coverage: { include: ["src/**"], exclude: ["src/generated/**"] },
  },
});
