import { defineConfig } from "vitest/config";

// Pact's mock server writes one file for each pair of consumer and provider.
export default defineConfig({ test: { include: ["*.test.ts"], fileParallelism: false } });
