import type {
  JudgeTools,
  ModelInstance,
  PassiveCheck,
  Sample,
  Violation,
} from "../../harness/model/check.ts";
import { isSuccess, jsonOf, type Exchange } from "../../harness/model/exchange.ts";
import type { InterfaceName } from "../../contract/interface-name.ts";
import type { SchemaViolation } from "../../harness/model/violation.ts";
import { formOf } from "../../harness/validation/shape-of.ts";
import { at, isGone, property } from "../support/json.ts";
import { fromSchema, violation } from "../support/judgements.ts";
import { misspeltFields, showsModel } from "../support/misspelt-fields.ts";
import { valuesByName } from "../support/notation-by-name.ts";
import { noteAnswerNames } from "../support/note.ts";
import { unseenFields } from "../support/unseen-fields.ts";

interface ModelFields {
  readonly id: string;
  readonly fact: string;
  /** The CRM interface where it is not said. */
  readonly interface?: InterfaceName;
  /** A named model of the OpenAPI documents; the check applies to responses that contain one. */
  readonly model: string;
  /** A format by whose fields' names a value is held to the model, in answers of which the OpenAPI documents say nothing. */
  readonly byName?: string;
  readonly title: string;
  readonly why: string;
  /** Violations that another rule allows. */
  readonly allows?: (broken: SchemaViolation, exchange: Exchange) => boolean;
  /** What the schemas cannot state of the model. */
  readonly besides?: (exchange: Exchange, tools: JudgeTools) => Iterable<Violation>;
  /** What only all records of a run together show. */
  readonly sample?: () => Sample;
}

const blamed = (exchange: Exchange, fact: string, tools: JudgeTools): readonly SchemaViolation[] =>
  tools.validate(exchange).filter(({ facts }) => facts.includes(fact));

/** Values that the OpenAPI documents give the model by their fields' names, at places of which they say nothing. */
const namedBeside = (
  { model, byName }: ModelFields,
  exchange: Exchange,
  tools: JudgeTools,
): readonly ModelInstance[] => {
  // The sandbox's own endpoints are not the interface's.
  if (byName === undefined || exchange.call?.sandbox !== undefined) return [];
  const named = valuesByName(exchange, byName);
  if (named.length === 0) return named;
  const documented = new Set(tools.instances(exchange, model).map(({ pointer }) => pointer));
  return named.filter(({ pointer }) => !documented.has(pointer));
};

function* brokenByName(of: ModelFields, exchange: Exchange, tools: JudgeTools): Generator<Violation> {
  for (const { pointer, value } of namedBeside(of, exchange, tools))
    for (const broken of tools.validateModel(exchange.interface, of.model, value)) {
      const message = broken.message.replace(/^The body/, () => `\`${pointer}\``);
      yield fromSchema({ ...broken, pointer, message }, exchange);
    }
}

/**
 * A passive check of a structural fact: every successful response that contains its model is validated as a
 * whole, and what is broken is blamed on the fact that annotates the nearest schema.
 */
const modelFieldsCheck = (of: ModelFields): PassiveCheck => ({
  id: of.id,
  facts: [of.fact],
  effect: "passive",
  severity: "error",
  interfaces: [of.interface ?? "crm"],
  title: of.title,
  why: of.why,
  applies: (exchange, tools) =>
    isSuccess(exchange) &&
    // What a host answers beside the interface is its own affair.
    exchange.call?.unversioned !== true &&
    (tools.instances(exchange, of.model).length > 0 ||
      blamed(exchange, of.fact, tools).length > 0 ||
      namedBeside(of, exchange, tools).length > 0),
  *judge(exchange, tools) {
    for (const broken of blamed(exchange, of.fact, tools))
      if (of.allows?.(broken, exchange) !== true) yield fromSchema(broken, exchange);
    yield* brokenByName(of, exchange, tools);
    yield* of.besides?.(exchange, tools) ?? [];
  },
  ...(of.sample === undefined ? {} : { sample: of.sample }),
});

/** A part of a contact, whose fields may be misspelt, or missing from every record. */
const partOfContact = (
  model: Parameters<typeof unseenFields>[0],
): Pick<ModelFields, "model" | "besides" | "sample"> => ({
  model,
  besides: (exchange, tools) => misspeltFields(model, exchange, tools),
  sample: unseenFields(model),
});

/**
 * Any field may be missing (U-01), but a contact without any of them is none. A read by id is left to CRM-22, since
 * its record may be more than the Contact model (U-35).
 */
const noContact = function* (exchange: Exchange): Generator<Violation> {
  const body = jsonOf(exchange);
  if (exchange.operation !== "getContactByReference" || showsModel("Contact", body)) return;
  yield violation({
    rule: "shape",
    message: "the answer has no field of a contact",
    exchange,
    expected: "a contact",
    actual: formOf(body),
  });
};

const requestNames = new Map(noteAnswerNames.map(({ request, answer }) => [`/${answer}`, request]));

/** What was left out or sent as null or empty may be missing, null or empty in the answer: CRM-27 comes first. */
const wasRemoved = (broken: SchemaViolation, exchange: Exchange): boolean => {
  const sent = requestNames.get(broken.pointer);
  if (sent === undefined || !isGone(at(jsonOf(exchange), broken.pointer))) return false;
  const value = property(exchange.request.body, sent);
  return value === undefined || value === null || value === "";
};

const rows: readonly ModelFields[] = [
  {
    id: "amounts-are-decimal-strings",
    fact: "GEN-01",
    model: "DecimalString",
    byName: "decimal-string",
    title: "CRM amounts are decimal strings",
    why: "A number or a localized amount loses cents or breaks the consumer's parser.",
  },
  {
    id: "date-times-are-utc",
    fact: "GEN-02",
    model: "UtcDateTime",
    byName: "utc-date-time",
    title: "CRM dates and times are ISO 8601 in UTC",
    why: "A time without a zone shifts by hours in every consumer outside the server's time zone.",
  },
  {
    id: "contact-fields",
    fact: "CRM-01",
    title: "A contact has its documented fields and types",
    why: "Generated types promise these fields; a null or a wrong type fails only at run time.",
    ...partOfContact("Contact"),
    *besides(exchange, tools) {
      yield* misspeltFields("Contact", exchange, tools);
      yield* noContact(exchange);
    },
  },
  {
    id: "contact-individual-fields",
    fact: "CRM-03",
    title: "An individual of a contact has its documented fields and types",
    why: "Consumers merge people by these names and birth dates.",
    ...partOfContact("ContactIndividual"),
  },
  {
    id: "contact-method-fields",
    fact: "CRM-04",
    title: "A contact method has its documented fields and types",
    why: 'isOptedIn decides whether a person may be contacted; as text, "false" counts as true.',
    ...partOfContact("ContactMethod"),
  },
  {
    id: "address-fields",
    fact: "CRM-06",
    title: "An address has its documented fields and types",
    why: "Consumers print mailing labels from these fields.",
    ...partOfContact("Address"),
  },
  {
    id: "event-contact-fields",
    fact: "CRM-07",
    model: "EventContact",
    title: "An event contact has its documented fields and types",
    why: "Consumers show the organizer from this answer without a second read.",
  },
  {
    id: "contact-note-fields",
    fact: "CRM-08",
    model: "ContactNote",
    title: "A contact note has its documented fields and types",
    why: "The answer to a replacement is the only place where a note can be read.",
    allows: wasRemoved,
  },
  {
    id: "reminder-fields",
    fact: "CRM-12",
    model: "Reminder",
    title: "A reminder has its documented fields and types",
    // A note may do without a reminder (CRM-08), whether that is a null or a missing property.
    allows: ({ pointer, rule }) => pointer === "/reminder" && rule === "null",
    why: "Task lists use these flags to decide what a user may do.",
  },
  {
    id: "webhook-fields",
    fact: "CRM-15",
    model: "Webhook",
    title: "A webhook has its documented fields and 15 boolean flags",
    why: "A flag that is missing or not a boolean silently loses events.",
  },
  {
    id: "token-response-fields",
    fact: "CRM-16",
    model: "TokenResponse",
    title: "A token answer has its eight fields with their types",
    why: "Every later request depends on these fields.",
  },
  {
    id: "user-page-fields",
    fact: "VOL-01",
    interface: "volunteer",
    model: "UserPage",
    title: "A list of users has an integer meta.total",
    why: "Consumers compute the number of pages from it.",
  },
];

/** The checks that hold every record to the documented fields and types of its model. */
export const modelFields = rows.map(modelFieldsCheck);
