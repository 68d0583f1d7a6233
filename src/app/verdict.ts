/** What a run came to. */
export type { EndVerdict as Verdict } from "../harness/runner/exit-code.ts";
