import { isObject } from "../../../harness/model/json-object.ts";

/** A link to another host, with the same path. */
export const toHost = (link: unknown, host: string): string =>
  String(link).replace(/^(https?:\/\/)[^/]+/, `$1${host}`);

export const toOtherHost = (link: unknown): string => toHost(link, "crm.elsewhere.example");

/** All links of a value name the host behind a proxy. */
export const behindProxy = (value: unknown, host: string): unknown => {
  if (Array.isArray(value)) return value.map((one) => behindProxy(one, host));
  if (!isObject(value)) return value;
  return Object.fromEntries(
    Object.entries(value).map(([name, inner]) => [
      name,
      name.endsWith("Url") ? toHost(inner, host) : behindProxy(inner, host),
    ]),
  );
};
