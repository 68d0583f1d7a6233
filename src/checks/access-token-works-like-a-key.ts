import { tokenLikeKey } from "./support/token-like-key.ts";

export const accessTokenWorksLikeAKey = tokenLikeKey({
  id: "access-token-works-like-a-key",
  effect: "read",
  title: "Every CRM read accepts an access token in place of an API key",
  why: "Consumers switch between the two by configuration alone.",
});
