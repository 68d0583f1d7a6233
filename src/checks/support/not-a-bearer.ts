import type { PlanContext } from "../../model/check.ts";
import { configured } from "../../model/secret.ts";
import type { Presented } from "./refusal.ts";
import { mainCredential } from "./sample-calls.ts";

/** What is not `Bearer `, one space and an accepted token, though a lax parser may take it for that. */
export const otherThanBearer = (credential: string): readonly Presented[] => [
  { name: "no credential", authorization: { kind: "none" } },
  { name: "an empty header", authorization: { kind: "literal", header: "" } },
  { name: "another scheme", authorization: { kind: "literal", header: "Basic bm9ib2R5Om5vdGhpbmc=" } },
  { name: "a malformed token", authorization: { kind: "literal", header: "Bearer not.a-token" } },
  { name: "the scheme alone", authorization: { kind: "literal", header: "Bearer" } },
  {
    name: "two spaces",
    authorization: { kind: "secret", secret: configured(credential), prefix: "Bearer  " },
  },
  { name: "no scheme", authorization: { kind: "secret", secret: configured(credential), prefix: "" } },
];

/** What is no `Authorization: Bearer` header with a credential, as far as the CRM is concerned (CRM-30). */
export const crmWithoutBearer = (context: Pick<PlanContext, "has">): readonly Presented[] => {
  const key = mainCredential.crm;
  if (!context.has(key)) return [{ name: "no credential", authorization: { kind: "none" } }];
  return [
    // How many spaces there may be is not stated.
    ...otherThanBearer(key).filter(({ name }) => name !== "two spaces"),
    {
      name: "the key behind another scheme",
      authorization: { kind: "secret", secret: configured(key), prefix: "Token " },
    },
  ];
};
