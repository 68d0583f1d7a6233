import { conformance } from "tripact/vitest";

// Every fact as a test of this run, against the sandbox in process. With `{ config: "staging.yaml" }` against
// a target of your own.
conformance();
