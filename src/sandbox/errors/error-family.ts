import type { InterfaceName } from "../../model/interface-name.ts";
import type { Assumptions } from "../assumptions/assumptions.ts";
import type { Refusal } from "../refusal.ts";
import { crmError } from "./crm.ts";
import { donationError } from "./donation.ts";
import type { ErrorFamily } from "./error-body.ts";
import { volunteerError } from "./volunteer.ts";

const families: Readonly<Record<InterfaceName, ErrorFamily>> = {
  crm: crmError,
  donation: donationError,
  volunteer: volunteerError,
};

/** The response that a refusal becomes in the error family of an interface. */
export const refusalResponse = (
  interfaceName: InterfaceName,
  refusal: Refusal,
  operation: string | undefined,
  assumptions: Assumptions,
): Response => {
  const body = families[interfaceName](refusal, operation, assumptions);
  const headers = new Headers(refusal.headers);
  if (body.mediaType !== undefined) headers.set("content-type", body.mediaType);
  if (refusal.status === 401) headers.set("www-authenticate", "Bearer");
  return new Response(body.text === "" ? null : body.text, { status: refusal.status, headers });
};
