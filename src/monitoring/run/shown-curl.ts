import type { JudgingParts } from "../../inputs/judging-parts.ts";
import type { Exchange, ExchangeRequest } from "../../core/model/exchange.ts";
import { isObject, own } from "../../core/model/json-object.ts";
import { shownRequest } from "../../core/privacy/shown-request.ts";
import { curlOf } from "../../core/run/curl.ts";

/** `$CONTACT_ID` for `{contactId}`. */
const asVariable = (_: string, name: string): string =>
  `$${name.replace(/[a-z](?=[A-Z])/g, (letter) => `${letter}_`).toUpperCase()}`;

/** `$NO_SUCH_CONTACT_ID`: an id that does not exist. */
const asMissing = (match: string, name: string): string => `$NO_SUCH_${asVariable(match, name).slice(1)}`;

/** Numbers at the top of a body belong to the request; those below may belong to a record. */
const withOwnNumbers = (shown: unknown, body: unknown): unknown => {
  if (!isObject(shown) || !isObject(body)) return shown;
  const own = Object.entries(body).filter(([name, value]) => name in shown && Number.isInteger(value));
  return { ...shown, ...Object.fromEntries(own) };
};

/**
 * The request of an exchange as a shell command for stored texts: ids in its path and secrets are `$NAMES`, values of
 * its query and body are masked. Undefined if it called no documented operation.
 * @param address of the target, as it may be shown
 * @param asksForNothing whether its ids must not exist
 */
export const shownCurl = (
  { operation: id = "", request }: Exchange,
  { contract, meaning: { pathWords } }: JudgingParts,
  address: string,
  asksForNothing = false,
): string | undefined => {
  const operation = own(contract.operations, id);
  if (operation === undefined || request.url === "") return undefined;
  const meaning = { operation, base: address, isNamed: true, shownBase: address };
  const shown: ExchangeRequest = shownRequest(request, meaning, {
    isField: contract.fieldNames.isField,
    pathWords,
  });
  const body = withOwnNumbers(shown.body, request.body);
  const url = shown.url.replace(/\{(\w+)\}/g, asksForNothing ? asMissing : asVariable);
  const names = [url, shown.authorization].flatMap((text) => text.match(/(?<=\$)[A-Za-z_]\w*/g) ?? []);
  return curlOf({
    ...shown,
    url,
    ...(body === undefined ? {} : { body }),
    variables: Object.fromEntries(names.map((name) => [name, "text"])),
  });
};
