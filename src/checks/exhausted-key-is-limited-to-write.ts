import { exhaustedKey } from "./support/exhausted-key.ts";

export const exhaustedKeyIsLimitedToWrite = exhaustedKey({
  id: "exhausted-key-is-limited-to-write",
  effect: "write",
  few: 0,
  title: "A key that has used up its hour gets 429 on every write, too",
  why: "A write that is not counted, or refused without a wait, breaks whoever paces by the reads.",
});
