import { messagesByField } from "./donation.ts";
import { json, type ErrorFamily } from "./error-body.ts";

/** Volunteer errors: their form is not stated, so it is entirely assumed (U-26). */
export const volunteerError: ErrorFamily = (refusal, _operation, assumptions) => {
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
