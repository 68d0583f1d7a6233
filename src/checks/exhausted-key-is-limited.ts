import { exhaustedKey } from "./support/exhausted-key.ts";

export const exhaustedKeyIsLimited = exhaustedKey({
  id: "exhausted-key-is-limited",
  effect: "read",
  few: 1,
  title: "A key that has used up its hour gets 429",
  why: "Clients wait after a 429; after anything else they retry at once or give up.",
});
