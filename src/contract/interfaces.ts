import type { InterfaceDescription } from "../harness/model/contract.ts";
import { hmacAuthorization } from "../harness/transports/hmac.ts";

/** The interfaces, in the order in which every table and report lists them. A new one begins with a row here. */
export const interfaces = {
  crm: {
    title: "CRM interface",
    mainCredential: "crm.credentials.apiKey",
    account: {
      tokenOperation: "issueToken",
      username: "crm.credentials.password.username",
      password: "crm.credentials.password.password",
      flag: "crm.credentials.session",
      withoutToken: { 202: "it asks for a second factor" },
    },
    signing: {
      appKey: "crm.credentials.hmac.appKey",
      secret: "crm.credentials.hmac.secret",
      sign: hmacAuthorization,
      shown: "Hmac $HMAC_SIGNATURE",
    },
    errorForms: ["error-envelope", "message", "text", "oauth-error"],
  },
  donation: {
    title: "Donation interface",
    mainCredential: "donation.credentials.token",
    errorForms: ["problem"],
  },
  volunteer: {
    title: "Volunteer interface",
    mainCredential: "volunteer.credentials.token",
    // VOL-10: its paths carry their version themselves.
    versionPrefix: "/v1",
  },
} as const satisfies Readonly<Record<string, InterfaceDescription>>;
