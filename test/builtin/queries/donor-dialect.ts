import { defineDialect, operatorNames } from "../../../src/builtin/queries/index.ts";

/** A dialect with every type of parameter and every operator, its names kept as types. */
export const donorDialect = defineDialect({
  singleValueField: "value",
  conjunct: { and: 0, or: 1 },
  operators: Object.fromEntries(operatorNames.map((name, code) => [name, code])),
  queryTypes: {
    donor: {
      code: 0,
      parameters: {
        id: { type: "integer" },
        city: { type: "text" },
        amount: { type: "decimal" },
        isArchived: { type: "boolean" },
        birthday: { type: "date" },
        lastGiftDate: { type: "instant" },
        anything: { type: "unknown" },
        status: { type: "text", operators: ["equals", 3, "isSet"] },
      },
      columns: ["id", "name", "city"],
      sortable: ["id", "lastGiftDate"],
    },
    gift: {
      code: 3,
      parameters: { id: { type: "integer" }, amount: { type: "decimal" } },
      columns: ["id", "amount"],
    },
  },
});
