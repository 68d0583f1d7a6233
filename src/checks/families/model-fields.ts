import { isUnversioned } from "../support/unversioned.ts";
import { resources } from "../../builtin/generated/resources.ts";
import type { BuiltinInterface } from "../../builtin/interface-name.ts";
import { noteProperties } from "../../builtin/scratch-note.ts";
import type { JudgeTools, ModelInstance, PassiveCheck, Sample, Violation } from "../../core/model/check.ts";
import { isSuccess, jsonOf, responseOf, type Exchange } from "../../core/model/exchange.ts";
import type { SchemaViolation } from "../../core/model/violation.ts";
import { describedForm } from "../../core/validation/shape-of.ts";
import { misspeltFields, showsModel, unseenFields } from "../support/contact-models.ts";
import { at, isGone, property } from "../support/json.ts";
import { fromSchema, violation } from "../support/judgements.ts";
import { isSetByServer } from "../support/marked.ts";
import { valuesByName } from "../support/notation-by-name.ts";

interface ModelFields {
  readonly id: string;
  readonly fact: string;
  /** The CRM interface by default. */
  readonly interface?: BuiltinInterface;
  /** A named model of the OpenAPI documents; the check applies to responses that contain one. */
  readonly model: string;
  /** A format that also applies, by field name, to values in answers that the OpenAPI documents do not describe. */
  readonly byName?: string;
  readonly title: string;
  readonly why: string;
  /** Violations that another rule allows. */
  readonly allows?: (broken: SchemaViolation, exchange: Exchange) => boolean;
  /** Requirements that the schemas cannot express. */
  readonly besides?: (exchange: Exchange, tools: JudgeTools) => Iterable<Violation>;
  /** Findings that need all records of a run. */
  readonly sample?: () => Sample;
}

const blamed = (exchange: Exchange, fact: string, tools: JudgeTools): readonly SchemaViolation[] =>
  tools.validate(exchange).filter(({ facts }) => facts.includes(fact));

/** Undescribed values whose field names the OpenAPI documents give the format of the model. */
const namedBeside = (
  { model, byName }: ModelFields,
  exchange: Exchange,
  tools: JudgeTools,
): readonly ModelInstance[] => {
  // The sandbox's own endpoints do not belong to the interface.
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
 * A passive check of a structural fact: every successful response that contains its model is validated as a whole, and
 * each violation belongs to the fact that annotates the nearest schema.
 */
const modelFieldsCheck = (of: ModelFields): PassiveCheck => ({
  id: of.id,
  facts: [of.fact],
  effect: "passive",
  interfaces: [of.interface ?? "crm"],
  title: of.title,
  why: of.why,
  applies: (exchange, tools) =>
    isSuccess(exchange) &&
    // Other answers of the host are not judged.
    !isUnversioned(exchange) &&
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
 * Any field may be missing (U-01), but not all of them. A read by id is left to CRM-22, since its record may exceed the
 * Contact model (U-35).
 */
const noContact = function* (exchange: Exchange): Generator<Violation> {
  const body = jsonOf(exchange);
  if (exchange.operation !== "getContactByReference" || showsModel("Contact", body)) return;
  yield violation({
    rule: "shape",
    message: "the answer has no field of a contact",
    exchange,
    expected: "a contact",
    actual: describedForm(body),
  });
};

const names: Readonly<Record<string, string>> = resources.crm.note.names;

/** The property of a note in requests, by its location in answers. */
const requestNames = new Map(noteProperties.map((sent) => [`/${names[sent] ?? sent}`, sent]));

/** What was omitted or sent as null or empty may be missing, null or empty in the answer: CRM-27 takes precedence. */
const wasRemoved = (broken: SchemaViolation, exchange: Exchange): boolean => {
  const sent = requestNames.get(broken.pointer);
  if (sent === undefined || !isGone(at(jsonOf(exchange), broken.pointer))) return false;
  const value = property(exchange.request.body, sent);
  return value === undefined || value === null || value === "";
};

/** Largest clock difference between two machines of one server; zones differ by more. */
const slack = 300_000;

/** Stamps of the server's own that lie in the future of the answer that shows them. */
const stampsAhead = function* (exchange: Exchange, tools: JudgeTools): Generator<Violation> {
  const answered = Date.parse(responseOf(exchange)?.headers["date"] ?? "");
  const stamps = [...tools.instances(exchange, "UtcDateTime"), ...valuesByName(exchange, "utc-date-time")];
  const first = stamps.find(
    ({ pointer, value }) =>
      isSetByServer(pointer.slice(pointer.lastIndexOf("/") + 1)) &&
      Date.parse(String(value)) > answered + slack,
  );
  if (first === undefined) return;
  yield violation({
    rule: "range",
    message:
      "a record was created or changed in the future of the answer that shows it, as local time would be",
    exchange,
    pointer: first.pointer,
    expected: "a moment no later than the Date header",
    actual: "a later moment",
  });
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
    besides: stampsAhead,
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
    // A note needs no reminder (CRM-08): it may be null or missing.
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

/** Checks of every record against the documented fields and types of its model. */
export const modelFields = rows.map(modelFieldsCheck);
