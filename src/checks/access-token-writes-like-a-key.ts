import { tokenLikeKey } from "./support/token-like-key.ts";

export const accessTokenWritesLikeAKey = tokenLikeKey({
  id: "access-token-writes-like-a-key",
  effect: "write",
  title: "Every CRM write accepts an access token in place of an API key",
  why: "Consumers switch between the two by configuration alone.",
});
