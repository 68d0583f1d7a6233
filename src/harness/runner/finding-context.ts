import type { Contract } from "../model/contract.ts";
import { type Exchange, responseOf } from "../model/exchange.ts";
import { generalPointer } from "../model/finding.ts";
import { isObject } from "../model/json-object.ts";
import { responseFor } from "../model/operation.ts";

type Models = Pick<Contract, "operations" | "modelInstances">;

const parentOf = (pointer: string): string => pointer.slice(0, Math.max(0, pointer.lastIndexOf("/")));

/**
 * The field of a model of the OpenAPI documents that a pointer names, without positions: `Donor.addresses.city`. The
 * nearest model around it counts; undefined where there is none.
 */
export const modelFieldAt = (
  exchange: Exchange,
  pointer: string,
  { operations, modelInstances }: Models,
): string | undefined => {
  const { operation: id = "" } = exchange;
  const operation = Object.hasOwn(operations, id) ? operations[id] : undefined;
  const response = operation && responseFor(operation, responseOf(exchange)?.status ?? 0);
  const models = Object.entries(modelInstances[response?.validator ?? ""] ?? {});
  const general = generalPointer(pointer);
  for (let at = general; at !== "";) {
    at = parentOf(at);
    const [name] = models
      .filter(([, places]) => places.includes(at))
      .map(([model]) => model)
      .toSorted();
    if (name !== undefined)
      return [name, ...general.slice(at.length).split("/")]
        .filter((part) => part !== "" && part !== "*")
        .join(".");
  }
  return undefined;
};

/** Whether a value asks for something: false, 0 and what is empty do not. */
const asks = (value: unknown): boolean =>
  Array.isArray(value) ? value.length > 0 : !["", "false", "0", "null"].includes(String(value).toLowerCase());

const queryOf = (url: string): readonly (readonly [string, unknown])[] => [
  ...new URLSearchParams(url.split("#")[0]?.split("?").slice(1).join("?") ?? ""),
];

/** Names of what the query and the body of a request ask for. */
export const parametersOf = ({ request: { url, body } }: Exchange): ReadonlySet<string> =>
  new Set(
    [...queryOf(url), ...(isObject(body) ? Object.entries(body) : [])]
      .filter(([, value]) => asks(value))
      .map(([name]) => name),
  );
