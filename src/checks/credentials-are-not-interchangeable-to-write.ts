import { foreignCredentials } from "./support/foreign-credentials.ts";

export const credentialsAreNotInterchangeableToWrite = foreignCredentials({
  id: "credentials-are-not-interchangeable-to-write",
  effect: "write",
  title: "A credential of one interface is refused by every write of the other two",
  why: "A leaked volunteer token must not change the donors' records.",
});
