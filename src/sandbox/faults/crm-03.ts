import { faultsOf } from "./fault.ts";
import { contactReads, individuals } from "./support/contacts.ts";
import { edit, editAll, pascalCase, respell } from "./support/edit.ts";
import { onSuccess } from "./support/wrappers.ts";

const months = ["January", "February", "March", "April", "May", "June", "July", "August"] as const;

const isEmpty = (list: unknown): boolean => Array.isArray(list) && list.length === 0;

export const faults = faultsOf("CRM-03", {
  gross: {
    "individual-ids-are-strings": [
      "The id of an individual is a string",
      onSuccess(contactReads, (body) => edit(body, `${individuals}/id`, String)),
    ],
    "individuals-in-pascal-case": [
      "An individual's properties are spelt in PascalCase",
      onSuccess(contactReads, (body) => respell(body, individuals, pascalCase)),
    ],
  },
  structural: {
    "birth-months-by-name": [
      "birthMonth is the month's name",
      onSuccess("getContact", (body) =>
        edit(body, `${individuals}/birthMonth`, (month) => months[Number(month) - 1] ?? "December"),
      ),
    ],
    "ages-have-fractions": [
      "approximateAge is not rounded",
      onSuccess("getContact", (body) =>
        edit(body, `${individuals}/approximateAge`, (age) => Number(age) + 0.4),
      ),
    ],
    "middle-names-are-null-by-reference": [
      "middleName is null in the read by reference",
      onSuccess("getContactByReference", (body) => edit(body, `${individuals}/middleName`, () => null)),
    ],
    "roles-of-the-second-individual-are-null": [
      "isDeceased is null from the second individual on",
      onSuccess(contactReads, (body) =>
        edit(body, "contactIndividuals", (list) =>
          Array.isArray(list)
            ? list.map((one: unknown, index) => (index === 0 ? one : edit(one, "isDeceased", () => null)))
            : list,
        ),
      ),
    ],
    "individual-flags-are-words": [
      "isPrimary and isSecondary are the words Yes and No",
      onSuccess("getContactByReference", (body) =>
        editAll(body, [`${individuals}/isPrimary`, `${individuals}/isSecondary`], (flag) =>
          flag === true ? "Yes" : "No",
        ),
      ),
    ],
  },
  behavioural: {
    "no-contact-methods-are-null": [
      "contactMethods is null for an individual who has none",
      onSuccess("getContact", (body) =>
        edit(body, `${individuals}/contactMethods`, (list) => (isEmpty(list) ? null : list)),
      ),
    ],
  },
});
