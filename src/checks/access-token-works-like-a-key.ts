import { tokenLikeKey } from "./support/token-like-key.ts";

export const accessTokenWorksLikeAKey = tokenLikeKey({
  id: "access-token-works-like-a-key",
  effect: "read",
  title: "Every CRM read takes an access token in the same header as an API key",
  why: "Consumers switch between the two by configuration alone.",
});
