import { registerHooks, type ResolveFnOutput } from "node:module";

const registered = Symbol.for("tripact: files are found by their names");
const named = (url: string): ResolveFnOutput => ({ url, format: "module-typescript", shortCircuit: true });

/**
 * Source files name each other by path and extension, so none has to be looked for. Vitest's own look, which this one
 * comes before, reports every import to its main process, for runs that watch and for mocks: a fifth of a run's time.
 * It also gives test files an address that is new in each run, so that Node could not keep what it compiled of them.
 */
if (process.env["VITEST_MODE"] !== "WATCH" && !(registered in globalThis)) {
  Object.assign(globalThis, { [registered]: true });
  registerHooks({
    resolve: (specifier, context, next) => {
      const [address, stamp] = specifier.split("%3Fvitest=");
      if (address !== undefined && stamp !== undefined) return named(address);
      return /^\.\.?\/.*\.ts$/.test(specifier) && context.parentURL?.endsWith(".ts") === true
        ? named(new URL(specifier, context.parentURL).href)
        : next(specifier, context);
    },
  });
}
