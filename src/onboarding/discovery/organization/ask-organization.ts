import { isFilledText } from "../../../core/source/rules.ts";
import type { Plan } from "../../../core/model/check.ts";
import { jsonOf, responseOf } from "../../../core/model/exchange.ts";
import { configured } from "../../../core/model/secret.ts";
import { typeMeant } from "../../../builtin/queries/dialect/spellings.ts";
import type { ValueType } from "../../../builtin/queries/values/value-types.ts";
import { ProbeClient, type ProbeLimits } from "../probe-client.ts";
import { getCall } from "../donation-calls.ts";
import { anyCase, isObject } from "../../../core/model/json-object.ts";
import { byText } from "../../../core/model/texts.ts";

/** A field that an organization has added to its records. */
export interface CustomField {
  readonly name: string;
  /** The kind of record it belongs to, in the target's word; undefined if the target does not say. */
  readonly recordType: string | undefined;
  readonly type: ValueType;
  /** The allowed values; empty for an open set. */
  readonly options: readonly string[];
}

/** An organization's own names. Undefined if they could not be requested or understood. */
export interface OrganizationNames {
  readonly contactMethodTypes: readonly string[] | undefined;
  readonly customFields: readonly CustomField[] | undefined;
  /** From the configuration, since no operation lists them. */
  readonly noteTypes: readonly string[];
}

/** Sorted names, because the target's order may vary between runs. */
const distinct = (names: readonly string[]): readonly string[] => [...new Set(names)].toSorted(byText);

/** The names of contact method types (CRM-23); undefined for anything but a list of texts. */
export const readTypeNames = (body: unknown): readonly string[] | undefined =>
  Array.isArray(body) && body.every(isFilledText) ? distinct(body) : undefined;

const listIn = (body: unknown): readonly unknown[] | undefined => {
  if (Array.isArray(body)) return body;
  const list = ["items", "list", "data", "customFields"]
    .map((name) => anyCase(body, name))
    .find(Array.isArray);
  return list;
};

const firstText = (entry: unknown, names: readonly string[]): string | undefined =>
  names.map((name) => anyCase(entry, name)).find(isFilledText);

const optionsOf = (entry: unknown): readonly string[] => {
  const listed = ["options", "values", "valueOptions", "choices"]
    .map((name) => anyCase(entry, name))
    .find(Array.isArray);
  return (listed ?? []).flatMap((option: unknown) => {
    const text = isFilledText(option) ? option : firstText(option, ["value", "name", "label"]);
    return text === undefined ? [] : [text];
  });
};

const customFieldOf = (entry: unknown): readonly CustomField[] => {
  const name = firstText(entry, ["name", "fieldName", "label", "key"]);
  if (!isObject(entry) || name === undefined) return [];
  const word = firstText(entry, ["dataType", "type", "fieldType", "valueType"]);
  const options = optionsOf(entry);
  return [
    {
      name,
      recordType: firstText(entry, ["recordType", "entityType", "entity", "appliesTo"]),
      type: (word === undefined ? undefined : typeMeant(word)) ?? (options.length > 0 ? "text" : "unknown"),
      options,
    },
  ];
};

/** The custom fields in an answer whose shape is not stated; undefined without a list of named ones. */
export const readCustomFields = (body: unknown): readonly CustomField[] | undefined => {
  const list = listIn(body);
  const fields = list?.flatMap(customFieldOf).toSorted((one, other) => byText(one.name, other.name));
  return fields === undefined || (fields.length === 0 && list?.length !== 0) ? undefined : fields;
};

/** Asks for an organization's own names, with reads only (CRM-23, DON-09). */
export function* askOrganization(
  limits: ProbeLimits,
  asksCrm: boolean,
  noteTypes: readonly string[],
): Plan<OrganizationNames> {
  const client = new ProbeClient(limits);
  const fields = yield* client.askOne(getCall("listCustomFields", "custom fields"));
  const customFields =
    responseOf(fields.exchange)?.status === 200 ? readCustomFields(jsonOf(fields.exchange)) : undefined;
  if (!asksCrm) return { contactMethodTypes: undefined, customFields, noteTypes: distinct(noteTypes) };
  const types = yield* client.askOne({
    ...getCall("listContactMethodTypes", "contact method types"),
    authorization: { kind: "secret", secret: configured("crm.credentials.apiKey") },
  });
  const contactMethodTypes =
    responseOf(types.exchange)?.status === 200 ? readTypeNames(jsonOf(types.exchange)) : undefined;
  return { contactMethodTypes, customFields, noteTypes: distinct(noteTypes) };
}
