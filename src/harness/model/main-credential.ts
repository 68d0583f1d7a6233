import type { InterfaceName } from "./interface-name.ts";

/** Where the configuration holds the credential that may do everything an interface's checks need. */
export const mainCredential: Readonly<Record<InterfaceName, string>> = {
  crm: "crm.credentials.apiKey",
  donation: "donation.credentials.token",
  volunteer: "volunteer.credentials.token",
};
