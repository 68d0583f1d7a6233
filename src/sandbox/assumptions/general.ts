import { choice, headerName } from "./entry.ts";

/** Open questions of all three interfaces. */
export const generalAssumptions = {
  extraFields: choice({
    description: "whether objects in answers carry fields that no document names",
    values: ["none", "some"],
    default: "none",
  }),
  paths: choice({
    description:
      "whether a path is also found in another letter case and with doubled slashes (POST /token, //api/Contact/1), or only as it is documented",
    values: ["tolerant", "exact"],
    default: "tolerant",
  }),
  "U-21": choice({
    description:
      "body of a CRM or donation delivery: one record under its name, or all of a request's in a list of models",
    values: ["single", "batched"],
    default: "single",
  }),
  "U-21.header": headerName({
    description: "header of a delivery that holds its signature",
    default: "x-webhook-signature",
  }),
} as const;
