import type { components } from "../contract/donation.ts";

type Condition = components["schemas"]["QueryCondition"];

export const among = (field: string, values: readonly (string | number)[]): Condition => ({
  parameter: field,
  operator: 4,
  values: [...values],
});

const columns: ("id" | "amount")[] = ["id", "amount"];

export const query: components["schemas"]["QueryRequest"] = {
  queryType: 1,
  selectedColumns: columns,
  groups: [{ conjunct: 0, conditions: [among("amount", [1, "2"])] }],
};
