import { tokenLikeKey } from "./support/token-like-key.ts";

export const accessTokenWritesLikeAKey = tokenLikeKey({
  id: "access-token-writes-like-a-key",
  effect: "write",
  title: "Every CRM write takes an access token in the same header as an API key",
  why: "Consumers switch between the two by configuration alone.",
});
