/**
 * What a run came to: `inconclusive` where it could not be judged, `stopped` by a safety rule or a spent budget,
 * `interrupted` by its signal.
 */
export type Verdict = "conformant" | "findings" | "inconclusive" | "stopped" | "interrupted";
