import { fullFormats } from "ajv-formats/dist/formats.js";

const day =
  "(?:\\d{4}-(?:(?:0[13578]|1[02])-(?:0[1-9]|[12]\\d|3[01])|(?:0[469]|11)-(?:0[1-9]|[12]\\d|30)|02-(?:0[1-9]|1\\d|2[0-8]))" +
  "|(?:\\d\\d(?:0[48]|[2468][048]|[13579][26])|(?:[02468][048]|[13579][26])00)-02-29)";
const time = "(?:(?:[01]\\d|2[0-3]):[0-5]\\d:[0-5]\\d|23:59:60)(?:\\.\\d+)?";
const zone = "(?:z|[+-](?:[01]\\d|2[0-3])(?::?[0-5]\\d)?)";

const carried = [
  "email",
  "hostname",
  "ipv4",
  "ipv6",
  "uuid",
  "duration",
  "uri-template",
  "json-pointer",
  "relative-json-pointer",
] as const;

const isExpression = (format: unknown): format is RegExp => format instanceof RegExp;

/** Formats of texts as expressions, which a generated module holds by itself. Others are not checked there. */
export const textFormats: ReadonlyMap<string, RegExp> = new Map<string, RegExp>([
  ["date", new RegExp(`^${day}$`)],
  ["time", new RegExp(`^${time}${zone}$`, "i")],
  ["date-time", new RegExp(`^${day}[t\\s]${time}${zone}$`, "i")],
  ["uri", /^[a-z][a-z0-9+.-]*:\S+$/i],
  ["byte", /^(?:[A-Za-z0-9+/]{4})*(?:[A-Za-z0-9+/]{2}==|[A-Za-z0-9+/]{3}=)?$/],
  ...carried.flatMap((name): readonly [string, RegExp][] => {
    const format: unknown = fullFormats[name];
    return isExpression(format) ? [[name, format]] : [];
  }),
]);
