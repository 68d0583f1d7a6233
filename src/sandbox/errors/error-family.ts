import type { InterfaceName } from "../../contract/interface-name.ts";
import type { Assumptions } from "../assumptions/assumptions.ts";
import type { Outgoing } from "../pipeline/message.ts";
import type { Refusal } from "../refusal.ts";
import { crmError } from "./crm.ts";
import { donationError, messagesByField } from "./donation.ts";
import { json, type ErrorFamily } from "./error-body.ts";

/** Volunteer errors: their form is not stated, so it is entirely assumed (U-26). */
const volunteerError: ErrorFamily = (refusal, _operation, assumptions) => {
  const { status, message, fields } = refusal;
  const errors = fields.length === 0 ? {} : { errors: messagesByField(fields) };
  switch (assumptions["U-26"]) {
    case "message-errors":
      return json({ message, ...errors });
    case "message":
      return json({ message });
    case "envelope":
      return json({ error: { status, message, ...errors } });
    case "problem":
      return json({ title: message, status, detail: message, ...errors });
  }
};

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
