import { faultsOf } from "./fault.ts";
import { errorStatuses, onCrmError } from "./support/answers.ts";
import { drop, edit, pascalCase, property, rename, snakeCase } from "./support/edit.ts";

const isEmpty = (details: unknown): boolean => Array.isArray(details) && details.length === 0;

const field = "error/details/*/field";

export const faults = faultsOf("CRM-41", {
  gross: {
    "no-details-are-null": [
      "details is null where no field is at fault",
      onCrmError(errorStatuses, (body) =>
        edit(body, "error/details", (details) => (isEmpty(details) ? null : details)),
      ),
    ],
  },
  structural: {
    "unknown-records-have-no-details": [
      "details is left out of a 404",
      onCrmError([404], (body) => drop(body, "error/details")),
    ],
    "detail-fields-in-pascal-case": [
      "A detail names its field in PascalCase",
      onCrmError([400, 422], (body) => edit(body, field, (name) => pascalCase(String(name)))),
    ],
    "detail-fields-in-snake-case": [
      "A detail of an event contact names its field in snake_case",
      onCrmError([422], (body) => edit(body, field, (name) => snakeCase(String(name))), ["addEventContact"]),
    ],
    "detail-fields-are-pointers": [
      "A detail of a note names its field by a pointer",
      onCrmError([422], (body) => edit(body, field, (name) => `/${String(name)}`), ["replaceContactNote"]),
    ],
    "details-are-sentences": [
      "An entry of details is its message alone",
      onCrmError([422], (body) => edit(body, "error/details/*", (detail) => property(detail, "message"))),
    ],
    "details-have-no-code": [
      "An entry of details has no code",
      onCrmError([422], (body) => drop(body, "error/details/*/code")),
    ],
    "details-call-the-field-a-property": [
      "An entry of details names its field under propertyName",
      onCrmError([422], (body) => rename(body, field, "propertyName")),
    ],
    "event-contact-errors-have-null-details": [
      "details is null in what the one POST refuses",
      onCrmError([400, 404, 409, 422], (body) => edit(body, "error/details", () => null), [
        "addEventContact",
      ]),
    ],
  },
  behavioural: {
    "missing-fields-are-named-null": [
      "field is null where the field itself is missing from the request",
      onCrmError([422], (body) =>
        edit(body, field, (name, detail) => (property(detail, "code") === "REQUIRED" ? null : name)),
      ),
    ],
  },
});
