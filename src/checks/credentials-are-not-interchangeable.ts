import { foreignCredentials } from "./support/foreign-credentials.ts";

export const credentialsAreNotInterchangeable = foreignCredentials({
  id: "credentials-are-not-interchangeable",
  effect: "read",
  title: "A credential of one interface is refused by every read of the other two",
  why: "A leaked volunteer token must not open the donors' records.",
});
