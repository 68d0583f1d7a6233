import { availableParallelism } from "node:os";
import { defineConfig } from "vitest/config";
import { WaitingApart } from "./test/waiting-apart.ts";

export default defineConfig({
  test: {
    include: ["test/**/*.test.ts"],
    globalSetup: ["test/temporary-files.ts", "test/packed.ts"],
    setupFiles: ["test/named-files.ts", "test/property-seed.ts"],
    // The main process only waits, and so do some tests, for databases and browsers: more workers than cores.
    maxWorkers: availableParallelism() + 1,
    sequence: { sequencer: WaitingApart },
    // Tests leave nothing behind in their process, so that files may share one: a third of the time.
    isolate: false,
    // Node loads them itself, as it loads a clone's command line: a sixth of the time, most of it in what runs often.
    // No test mocks a module, so none has to be parsed again for that.
    experimental: { viteModuleRunner: false, nodeLoader: false },
    // Nothing here is a timed test; on a busy machine everything takes longer.
    testTimeout: 180_000,
    hookTimeout: 180_000,
    // What is waited for comes late where other programs run beside the tests.
    expect: { poll: { timeout: 120_000 } },
    coverage: { include: ["src/**"], exclude: ["src/builtin/generated/**"] },
  },
});
