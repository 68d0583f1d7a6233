import { isObject } from "../../../harness/model/json-object.ts";

/** A link to another host, with the same path. */
export const toHost =
  (host: string) =>
  (link: unknown): string =>
    String(link).replace(/^(https?:\/\/)[^/]+/, `$1${host}`);

export const toOtherHost = toHost("crm.elsewhere.example");

/** Changes the host of all links in a value to the host behind a proxy. */
export const behindProxy =
  (host: string) =>
  (value: unknown): unknown => {
    if (Array.isArray(value)) return value.map(behindProxy(host));
    if (!isObject(value)) return value;
    const inner = Object.entries(value).map(([name, one]) => [
      name,
      name.endsWith("Url") ? toHost(host)(one) : behindProxy(host)(one),
    ]);
    return Object.fromEntries(inner);
  };
