import { defineFault, type Fault } from "./fault.ts";
import { errorStatuses, onCrmError } from "./support/answers.ts";
import { drop, edit, pascalCase, property, rename, snakeCase } from "./support/edit.ts";

const isEmpty = (details: unknown): boolean => Array.isArray(details) && details.length === 0;

const field = "error/details/*/field";

export const faults: readonly Fault[] = [
  defineFault({
    id: "no-details-are-null",
    fact: "CRM-41",
    grade: "gross",
    title: "details is null where no field is at fault",
    wrap: onCrmError(errorStatuses, (body) =>
      edit(body, "error/details", (details) => (isEmpty(details) ? null : details)),
    ),
  }),
  defineFault({
    id: "unknown-records-have-no-details",
    fact: "CRM-41",
    grade: "structural",
    title: "details is left out of a 404",
    wrap: onCrmError([404], (body) => drop(body, "error/details")),
  }),
  defineFault({
    id: "detail-fields-in-pascal-case",
    fact: "CRM-41",
    grade: "structural",
    title: "A detail names its field in PascalCase",
    wrap: onCrmError([400, 422], (body) => edit(body, field, (name) => pascalCase(String(name)))),
  }),
  defineFault({
    id: "detail-fields-in-snake-case",
    fact: "CRM-41",
    grade: "structural",
    title: "A detail of an event contact names its field in snake_case",
    wrap: onCrmError([422], (body) => edit(body, field, (name) => snakeCase(String(name))), [
      "addEventContact",
    ]),
  }),
  defineFault({
    id: "detail-fields-are-pointers",
    fact: "CRM-41",
    grade: "structural",
    title: "A detail of a note names its field by a pointer",
    wrap: onCrmError([422], (body) => edit(body, field, (name) => `/${String(name)}`), [
      "replaceContactNote",
    ]),
  }),
  defineFault({
    id: "details-are-sentences",
    fact: "CRM-41",
    grade: "structural",
    title: "An entry of details is its message alone",
    wrap: onCrmError([422], (body) => edit(body, "error/details/*", (detail) => property(detail, "message"))),
  }),
  defineFault({
    id: "details-have-no-code",
    fact: "CRM-41",
    grade: "structural",
    title: "An entry of details has no code",
    wrap: onCrmError([422], (body) => drop(body, "error/details/*/code")),
  }),
  defineFault({
    id: "details-call-the-field-a-property",
    fact: "CRM-41",
    grade: "structural",
    title: "An entry of details names its field under propertyName",
    wrap: onCrmError([422], (body) => rename(body, field, "propertyName")),
  }),
  defineFault({
    id: "missing-fields-are-named-null",
    fact: "CRM-41",
    grade: "behavioural",
    title: "field is null where the field itself is missing from the request",
    wrap: onCrmError([422], (body) =>
      edit(body, field, (name, detail) => (property(detail, "code") === "REQUIRED" ? null : name)),
    ),
  }),
  defineFault({
    id: "event-contact-errors-have-null-details",
    fact: "CRM-41",
    grade: "structural",
    title: "details is null in what the one POST refuses",
    wrap: onCrmError([400, 404, 409, 422], (body) => edit(body, "error/details", () => null), [
      "addEventContact",
    ]),
  }),
];
