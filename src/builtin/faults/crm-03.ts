import { faultsOf } from "./fault.ts";
import { edit, flippedFlag, isEmptyList, inPascalCase, enlarged, respelled } from "./support/edit.ts";
import { onBody, onField } from "./support/rows.ts";
import { contactReads, individualsPath } from "./support/names.ts";

const months = ["January", "February", "March", "April", "May", "June", "July", "August"] as const;

export const faults = faultsOf("CRM-03", {
  gross: {
    "individual-ids-are-strings": [
      "The id of an individual is a string",
      onField(contactReads, `${individualsPath}/id`, String),
    ],
    "individuals-in-pascal-case": [
      "An individual's properties are spelt in PascalCase",
      onBody(contactReads, respelled(individualsPath, inPascalCase)),
    ],
  },
  structural: {
    "birth-months-by-name": [
      "birthMonth is the month's name",
      onField(
        "getContact",
        `${individualsPath}/birthMonth`,
        (month) => months[Number(month) - 1] ?? "December",
      ),
    ],
    "ages-have-fractions": [
      "approximateAge is not rounded",
      onField("getContact", `${individualsPath}/approximateAge`, enlarged(0.4)),
    ],
    "middle-names-are-null-by-reference": [
      "middleName is null in the read by reference",
      onField("getContactByReference", `${individualsPath}/middleName`, null),
    ],
    "roles-of-the-second-individual-are-null": [
      "isDeceased is null from the second individual on",
      onField(contactReads, "contactIndividuals", (list) =>
        Array.isArray(list)
          ? list.map((one: unknown, index) => (index === 0 ? one : edit(one, "isDeceased", () => null)))
          : list,
      ),
    ],
    "individual-flags-are-words": [
      "isPrimary and isSecondary are the words Yes and No",
      onField(
        "getContactByReference",
        [`${individualsPath}/isPrimary`, `${individualsPath}/isSecondary`],
        flippedFlag("Yes", "No"),
      ),
    ],
  },
  behavioural: {
    "no-contact-methods-are-null": [
      "contactMethods is null for an individual who has none",
      onField("getContact", `${individualsPath}/contactMethods`, (list) => (isEmptyList(list) ? null : list)),
    ],
  },
});
