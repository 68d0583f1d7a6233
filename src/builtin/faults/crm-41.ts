import { faultsOf } from "./fault.ts";
import { errorStatuses } from "./support/answers.ts";
import { isEmptyList, inPascalCase, property, renamed, snakeCase, droppingPaths } from "./support/edit.ts";
import { onBody, onField } from "./support/rows.ts";

const field = "error/details/*/field";

export const faults = faultsOf("CRM-41", {
  gross: {
    "no-details-are-null": [
      "details is null where no field is at fault",
      onField("crm", "error/details", (details) => (isEmptyList(details) ? null : details), errorStatuses),
    ],
  },
  structural: {
    "unknown-records-have-no-details": [
      "details is left out of a 404",
      onBody("crm", droppingPaths("error/details"), 404),
    ],
    "detail-fields-in-pascal-case": [
      "A detail names its field in PascalCase",
      onField("crm", field, (name) => inPascalCase(String(name)), [400, 422]),
    ],
    "detail-fields-in-snake-case": [
      "A detail of an event contact names its field in snake_case",
      onField("addEventContact", field, (name) => snakeCase(String(name)), 422),
    ],
    "detail-fields-are-pointers": [
      "A detail of a note names its field by a pointer",
      onField("replaceContactNote", field, (name) => `/${String(name)}`, 422),
    ],
    "details-are-sentences": [
      "An entry of details is its message alone",
      onField("crm", "error/details/*", (detail) => property(detail, "message"), 422),
    ],
    "details-have-no-code": [
      "An entry of details has no code",
      onBody("crm", droppingPaths("error/details/*/code"), 422),
    ],
    "details-call-the-field-a-property": [
      "An entry of details names its field under propertyName",
      onBody("crm", renamed(field, "propertyName"), 422),
    ],
    "event-contact-errors-have-null-details": [
      "details is null in what the one POST refuses",
      onField("addEventContact", "error/details", null, [400, 404, 409, 422]),
    ],
  },
  behavioural: {
    "missing-fields-are-named-null": [
      "field is null where the field itself is missing from the request",
      onField("crm", field, (name, detail) => (property(detail, "code") === "REQUIRED" ? null : name), 422),
    ],
  },
});
