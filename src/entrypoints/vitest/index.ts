/** `tripact/vitest`: the facts as tests in a consumer's own test run. */
export { conformance, type ConformanceOptions } from "./conformance.ts";
