/** `tripact/vitest`: the facts as tests of a consumer's own run. */
export { conformance, type ConformanceOptions } from "./conformance.ts";
