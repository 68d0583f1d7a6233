import { defineCheck, type Violation } from "../core/model/check.ts";
import { isSuccess, jsonOf, type Exchange } from "../core/model/exchange.ts";
import { isObject, property } from "./support/json.ts";
import { violation } from "./support/judgements.ts";
import { sameId } from "./support/ids.ts";
import { linkForms, missesBase, oddLinks, pathOfLink } from "./support/link.ts";

interface AvatarField {
  readonly pointer: string;
  readonly link: string;
  /** Whether the link belongs to the individual from whom an event contact was made. */
  readonly isEventContact: boolean;
}

/** Gathers every avatar link of an answer: fields named …AvatarUrl, at any depth. */
const gather = (value: unknown, pointer: string, isAdded: boolean, fields: AvatarField[]): void => {
  if (Array.isArray(value)) {
    for (const [index, inner] of value.entries()) gather(inner, `${pointer}/${index}`, isAdded, fields);
    return;
  }
  if (!isObject(value)) return;
  for (const name in value) {
    const inner = value[name];
    if (typeof inner === "object") gather(inner, `${pointer}/${name}`, isAdded, fields);
    else if (typeof inner === "string" && /^(.*A|a)vatarUrl$/.test(name))
      fields.push({
        pointer: `${pointer}/${name}`,
        link: inner,
        isEventContact: isAdded && pointer === "" && name === "avatarUrl",
      });
  }
};

const fieldsOf = (exchange: Exchange): readonly AvatarField[] => {
  const fields: AvatarField[] = [];
  gather(jsonOf(exchange), "", exchange.operation === "addEventContact", fields);
  // It is not stated that everybody has a picture.
  return fields.filter(
    ({ link, isEventContact }) => link !== "" && (isEventContact || link.includes("/ContactIndividual/")),
  );
};

const wrongLink = (
  field: AvatarField,
  exchange: Exchange,
  odd: ReadonlySet<string>,
): Violation | undefined => {
  const found = linkForms.avatar.exec(pathOfLink(field.link) ?? "");
  const individual = field.isEventContact
    ? property(exchange.request.body, "contactIndividualId")
    : undefined;
  const isOwn = individual === undefined || sameId(individual, found?.[1]);
  const isBelow = !missesBase(field.link, exchange, linkForms.avatar) && !odd.has(field.pointer);
  if (found !== null && isOwn && isBelow) return undefined;
  return violation({
    rule: "format",
    message:
      found === null
        ? "an avatar link has another form"
        : isOwn
          ? "an avatar link does not begin with the base address"
          : "an avatar link names another individual",
    exchange,
    pointer: field.pointer,
    expected: "{base_url}/api/ContactIndividual/{individualId}/Avatar",
    actual: "another link",
  });
};

export const avatarLinks = defineCheck({
  id: "avatar-links",
  facts: ["CRM-14"],
  effect: "passive",
  interfaces: ["crm"],
  title: "An individual's avatar link has the documented form",
  why: "Consumers derive the individual from the link and use it as the key of their picture cache.",
  applies: (exchange) => isSuccess(exchange) && fieldsOf(exchange).length > 0,
  *judge(exchange) {
    const odd = oddLinks(exchange);
    for (const field of fieldsOf(exchange)) {
      const wrong = wrongLink(field, exchange, odd);
      if (wrong !== undefined) yield wrong;
    }
  },
});
