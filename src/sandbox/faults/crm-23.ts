import { defineFault, type Fault } from "./fault.ts";
import { onSuccess } from "./support/wrappers.ts";

const types = "listContactMethodTypes";

const namesIn = (body: unknown): readonly unknown[] => (Array.isArray(body) ? body : []);

export const faults: readonly Fault[] = [
  defineFault({
    id: "contact-method-types-have-ids",
    fact: "CRM-23",
    grade: "gross",
    title: "The types are objects with id and name",
    wrap: onSuccess(types, (body) => namesIn(body).map((name, index) => ({ id: index + 1, name }))),
  }),
  defineFault({
    id: "contact-method-types-in-an-envelope",
    fact: "CRM-23",
    grade: "gross",
    title: "The types are wrapped in list and total",
    wrap: onSuccess(types, (body) => ({ list: body, total: namesIn(body).length })),
  }),
  defineFault({
    id: "contact-method-types-are-a-map",
    fact: "CRM-23",
    grade: "gross",
    title: "The types are an object from id to name",
    wrap: onSuccess(types, (body) => ({ ...namesIn(body) })),
  }),
  defineFault({
    id: "contact-method-types-are-one-text",
    fact: "CRM-23",
    grade: "structural",
    title: "The types are one string, separated by commas",
    wrap: onSuccess(types, (body) => namesIn(body).join(", ")),
  }),
  defineFault({
    id: "contact-method-types-hold-a-null",
    fact: "CRM-23",
    grade: "structural",
    title: "A type that was deleted is null among the others",
    wrap: onSuccess(types, (body) => [...namesIn(body), null]),
  }),
  defineFault({
    id: "contact-method-types-hold-a-number",
    fact: "CRM-23",
    grade: "structural",
    title: "A type whose name is made of digits is written as a number",
    wrap: onSuccess(types, (body) => [...namesIn(body), 24]),
  }),
];
