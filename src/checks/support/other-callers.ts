import type { PlanContext } from "../../model/check.ts";
import { configured } from "../../model/secret.ts";
import { otherThanBearer } from "./not-a-bearer.ts";
import type { Presented } from "./refusal.ts";
import { mainCredential } from "./sample-calls.ts";

const nobody: Presented = { name: "no credential", authorization: { kind: "none" } };

/** What is no `Authorization: Bearer` header with a donation token (DON-21). How many spaces there are is not stated. */
export const donationStrangers = (context: Pick<PlanContext, "has">): readonly Presented[] => {
  const token = mainCredential.donation;
  if (!context.has(token)) return [nobody];
  return otherThanBearer(token).filter(({ name }) => name !== "two spaces" && name !== "the scheme alone");
};

/** What is no `Bearer`, one space and a whole volunteer token (VOL-08). */
export const volunteerStrangers = (): readonly Presented[] => {
  const secret = configured(mainCredential.volunteer);
  return [
    ...otherThanBearer(mainCredential.volunteer),
    { name: "a tab for the space", authorization: { kind: "secret", secret, prefix: "Bearer\t" } },
    { name: "the token behind another scheme", authorization: { kind: "secret", secret, prefix: "Token " } },
    { name: "a token with another signature", authorization: { kind: "secret", secret, suffix: "x" } },
  ];
};
