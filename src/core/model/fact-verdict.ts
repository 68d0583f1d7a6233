/** The result of a check for one of its facts. */
export type FactVerdict =
  | { readonly kind: "passed"; readonly exchanges: number }
  | { readonly kind: "failed"; readonly exchanges: number; readonly violations: number }
  | { readonly kind: "not-applicable"; readonly reason: string }
  | { readonly kind: "crashed"; readonly message: string };

/** Why a run ended early, or without a verdict on anything or on required facts. */
export type StopReason =
  | "unreachable"
  | "crashed"
  | "recording"
  | "nothing-judged"
  | "coverage"
  | "credential"
  | "record"
  | "safety"
  | "budget"
  | "interrupted";
