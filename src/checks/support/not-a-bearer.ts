import { configured } from "../../model/secret.ts";
import type { Presented } from "./refusal.ts";

/** What is not `Bearer `, one space and an accepted token, though a lax parser may take it for that. */
export const otherThanBearer = (credential: string): readonly Presented[] => [
  { name: "no credential", authorization: { kind: "none" } },
  { name: "another scheme", authorization: { kind: "literal", header: "Basic bm9ib2R5Om5vdGhpbmc=" } },
  { name: "a malformed token", authorization: { kind: "literal", header: "Bearer not.a-token" } },
  { name: "the scheme alone", authorization: { kind: "literal", header: "Bearer" } },
  {
    name: "two spaces",
    authorization: { kind: "secret", secret: configured(credential), prefix: "Bearer  " },
  },
  { name: "no scheme", authorization: { kind: "secret", secret: configured(credential), prefix: "" } },
];
