import type { Call, Exchange } from "../../core/model/exchange.ts";
import { jsonOf, responseOf } from "../../core/model/exchange.ts";
import { configured } from "../../core/model/secret.ts";
import { anyCase, isObject, type JsonObject } from "../../core/model/json-object.ts";

/** The id of a record as JSON text; empty without one. */
export const idText = (item: JsonObject | undefined): string => JSON.stringify(anyCase(item, "id")) ?? "";

/** The order of ids: that of numbers, if both are. */
export const compareIds = (one: string, other: string): number =>
  Number.isFinite(Number(one)) && Number.isFinite(Number(other))
    ? Number(one) - Number(other)
    : one < other
      ? -1
      : Number(one > other);

const authorization = { kind: "secret", secret: configured("donation.credentials.token") } as const;

/** Reads something by GET. */
export const getCall = (
  operation: string,
  label: string,
  parts: Pick<Call, "path" | "query"> = {},
): Call => ({
  operation,
  ...parts,
  authorization,
  label,
});

/** Posts a query. The evidence shows it without its conditions. */
export const postQuery = (operation: string, body: JsonObject, label: string): Call => {
  const { groups: _, ...shown } = body;
  return { operation, body: { kind: "json", value: body, shown }, authorization, label };
};

/** A page of records (DON-01). */
export interface DonationRecords {
  readonly items: readonly JsonObject[];
  readonly total: number;
}

/** The page in an exchange's answer; undefined for any other answer. */
export const donationPageIn = (exchange: Exchange): DonationRecords | undefined => {
  if (responseOf(exchange)?.status !== 200) return undefined;
  const body = jsonOf(exchange);
  const [items, total] = [anyCase(body, "items"), anyCase(body, "total")];
  if (!Array.isArray(items) || typeof total !== "number" || !Number.isInteger(total)) return undefined;
  return { items: items.filter(isObject), total };
};

/** Whether the target refused. A failure or a server error is no refusal. */
export const isRefusedProbe = (exchange: Exchange): boolean => {
  const status = responseOf(exchange)?.status ?? 0;
  return status >= 400 && status < 500 && status !== 408 && status !== 429;
};
