import { createHash } from "node:crypto";
import type { ChangeCandidate } from "./change-candidate.ts";
import type { Documentation } from "./documentation.ts";
import { kinds } from "./kinds.ts";

/**
 * By what changes of one cause are known: the same for every operation, run, target and organization that shows it, since
 * nothing in it is counted.
 */
export const causeOf = (
  change: Pick<ChangeCandidate, "subject" | "before">,
  documentation: Documentation,
): string =>
  [change.subject.interface, ...kinds[change.subject.kind].cause(change, documentation)].join("\n");

/** Twelve hex digits of a cause. */
export const causeFingerprint = (cause: string): string =>
  createHash("sha256").update(`drift cause\n${cause}`).digest("hex").slice(0, 12);
