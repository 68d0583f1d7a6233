import type { Exchange } from "../../core/model/exchange.ts";
import { defineObserver } from "../../core/model/observer.ts";
import { contactModels } from "../support/contact-models.ts";
import { isObject } from "../support/json.ts";
import { observationOn } from "../support/seen.ts";

type Model = keyof typeof contactModels;

/** Fields whose allowed values are asked for. Only their number is reported. */
const enumerated: ReadonlySet<string> = new Set([
  "prefix",
  "gender",
  "maritalStatus",
  "giftAskType",
  "label",
]);

/** A field with more different values is no enumeration. */
const mostValues = 50;

/** Sightings of one field: how often it was there, and how often with a value. */
interface Field {
  present: number;
  filled: number;
  longest: number;
  readonly values: Set<string>;
}

interface ModelSeen {
  instances: number;
  readonly first: Exchange;
  readonly fields: Map<string, Field>;
}

const models = Object.keys(contactModels) as Model[]; // of a constant without other keys

const look = (field: Field, name: string, value: unknown): void => {
  field.present += 1;
  if (value !== null && value !== "") field.filled += 1;
  if (typeof value !== "string") return;
  field.longest = Math.max(field.longest, value.length);
  if (enumerated.has(name) && value !== "" && field.values.size < mostValues) field.values.add(value);
};

const listed = (names: readonly string[]): string => (names.length === 0 ? "none" : names.join(", "));

const sentence = (model: Model, { instances, fields }: ModelSeen): string => {
  const names = contactModels[model];
  const having = (wanted: (field: Field | undefined) => boolean): string =>
    listed(names.filter((name) => wanted(fields.get(name))));
  const missing = having((field) => (field?.present ?? 0) < instances);
  const empty = having((field) => field !== undefined && field.present > field.filled);
  const texts = [...fields].filter(([, { longest }]) => longest > 0);
  const [longest] = texts.toSorted(([, one], [, other]) => other.longest - one.longest);
  const values = [...fields].filter(([, field]) => field.values.size > 0);
  return [
    `${model}, ${instances} seen: missing at times: ${missing}`,
    `empty or null at times: ${empty}`,
    ...(longest === undefined ? [] : [`longest text: ${longest[0]} with ${longest[1].longest}`]),
    ...values.map(([name, field]) => `different values of ${name}: ${field.values.size}`),
  ].join(", ");
};

/** Fields of a contact and its parts that are always there, and their lengths. */
export const contactFieldsSeen = defineObserver({
  id: "contact-fields-seen",
  unknowns: ["U-01"],
  interfaces: ["crm"],
  watch() {
    const seen = new Map<Model, ModelSeen>();
    return {
      see(exchange, { instances }) {
        for (const model of models)
          for (const { value } of instances(exchange, model)) {
            if (!isObject(value)) continue;
            const known = seen.get(model) ?? {
              instances: 0,
              first: exchange,
              fields: new Map<string, Field>(),
            };
            seen.set(model, known);
            known.instances += 1;
            for (const name of contactModels[model]) {
              if (!Object.hasOwn(value, name)) continue;
              const field = known.fields.get(name) ?? {
                present: 0,
                filled: 0,
                longest: 0,
                values: new Set(),
              };
              known.fields.set(name, field);
              look(field, name, value[name]);
            }
          }
      },
      *observations() {
        for (const [model, known] of seen)
          yield observationOn("U-01", sentence(model, known), known.first, known.instances);
      },
    };
  },
});
