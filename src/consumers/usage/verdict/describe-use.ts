import { tokensOf } from "../../../core/formats/json-pointer.ts";
import type { Use, WayOfUse } from "../use.ts";

const verbs: Readonly<Record<WayOfUse, string>> = {
  call: "calls",
  read: "reads",
  send: "sends",
  build: "builds",
  compare: "compares",
  keys: "depends on the properties of",
  name: "names the type of",
  whole: "uses the whole of",
};

const keywords = new Set(["properties", "schema", "content", "parameters"]);

/** Fields after a model or a message: `/properties/a/items` is `.a[]`. */
const fieldsOf = (tokens: readonly string[]): string => {
  let text = "";
  for (let index = 0; index < tokens.length; index += 1) {
    const token = tokens[index] ?? "";
    if (token === "properties") {
      text += `.${tokens[index + 1] ?? ""}`;
      index += 1;
    } else if (token === "items") text += "[]";
    else if (token === "additionalProperties") text += ".*";
    else if (!keywords.has(token)) text += ` ${token}`;
  }
  return text;
};

/** A short form of a location: `Donor.DonorAddresses`, `GET /api/Gift/list query take`. */
export const shortLocation = (location: string): string => {
  const [top = "", first = "", second = "", ...rest] = tokensOf(location);
  if (top === "paths" && second !== "") return `${second.toUpperCase()} ${first}${fieldsOf(rest)}`;
  if (top === "components" && second !== "") return `${second}${fieldsOf(rest)}`;
  return [top, first].filter((text) => text !== "").join(" ");
};

/** A short description of a use: `reads Donor.DonorAddresses`. */
export const describeUse = ({ how, location }: Use): string => `${verbs[how]} ${shortLocation(location)}`;
