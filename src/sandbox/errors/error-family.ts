import type { InterfaceName } from "../../contract/interface-name.ts";
import type { Assumptions } from "../assumptions/assumptions.ts";
import type { Outgoing } from "../pipeline/message.ts";
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

/** Converts a refusal to an answer in the interface's error family. */
export const refusalAnswer = (
  interfaceName: InterfaceName,
  refusal: Refusal,
  operation: string | undefined,
  assumptions: Assumptions,
): Outgoing => {
  const { mediaType, text } = families[interfaceName](refusal, operation, assumptions);
  return {
    status: refusal.status,
    refusal,
    headers: {
      ...refusal.headers,
      ...(mediaType === undefined ? {} : { "content-type": mediaType }),
      ...(refusal.rule === undefined ? {} : { "x-tripact-rule": refusal.rule }),
      ...(refusal.status === 401 ? { "www-authenticate": "Bearer" } : {}),
    },
    ...(text === "" ? {} : { text }),
  };
};
