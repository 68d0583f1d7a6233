import { defineConfig } from "vitest/config";

export default defineConfig({
  test: {
    include: ["test/**/*.test.ts"],
    // Nothing here is a timed test; on a busy machine everything takes longer.
    testTimeout: 60_000,
    hookTimeout: 60_000,
    coverage: { include: ["src/**"], exclude: ["src/generated/**"] },
  },
});
