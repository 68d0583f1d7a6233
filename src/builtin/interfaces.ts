import type { InterfaceDescription } from "../core/model/contract.ts";
import type { BuiltinInterface } from "./interface-name.ts";
import { hmacAuthorization } from "./hmac.ts";

/** The npm package with the generated types. */
export const typesPackage = "tripact-contract";

/** Properties of the interfaces that no OpenAPI document states. */
export const interfaces = {
  crm: {
    title: "CRM interface",
    mainCredential: "crm.credentials.apiKey",
    account: {
      tokenOperation: "issueToken",
      credential: "crm.credentials.password",
      flag: "crm.credentials.session",
      withoutToken: { 202: "it asks for a second factor" },
    },
    signing: {
      credential: "crm.credentials.hmac",
      sign: hmacAuthorization,
      shown: "Hmac $HMAC_SIGNATURE",
    },
    records: {
      "crm.records.contactId": { operation: "getContact", parameter: "contactId" },
      "crm.records.privateContactId": { operation: "getContact", parameter: "contactId" },
      "crm.records.referenceId": { operation: "getContactByReference", parameter: "referenceId" },
      "crm.records.webhookId": { operation: "getWebhook", parameter: "webhookId" },
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
    // VOL-10: paths include their version.
    versionPrefix: "/v1",
    records: { "volunteer.records.userId": { operation: "getUser", parameter: "id" } },
  },
} as const satisfies Readonly<Record<BuiltinInterface, InterfaceDescription>>;

/** The key of an interface's main credential under `credentials`, for example `apiKey`. */
export const mainCredentialKey = (name: BuiltinInterface): string =>
  interfaces[name].mainCredential.slice(`${name}.credentials.`.length);
