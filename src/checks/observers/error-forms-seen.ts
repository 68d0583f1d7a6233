import { jsonOf, responseOf, type Exchange, type ResponseOutcome } from "../../core/model/exchange.ts";
import { defineObserver } from "../../core/model/observer.ts";
import type { Settings } from "../../core/model/settings.ts";
import { shownMediaType } from "../../core/privacy/shown-headers.ts";
import { crmErrorForm } from "../support/errors.ts";
import { isObject, property } from "../support/json.ts";
import { createSeen, observationOn, type SeenRecords } from "../support/seen.ts";
import { outline } from "../support/value-shape.ts";

/** Headers of an error that a client may use. */
const informativeHeaders = ["retry-after", "www-authenticate", "content-type", "x-request-id"] as const;

const headersOf = ({ headers }: ResponseOutcome): string =>
  informativeHeaders
    .flatMap((name) => {
      const value = headers[name];
      if (value === undefined) return [];
      return [name === "content-type" ? (shownMediaType(value) ?? "another media type") : name];
    })
    .join(", ");

/** The outline of a body's top level, without the keys of a map from field names. */
const formOf = (exchange: Exchange): string => {
  const response = responseOf(exchange);
  if (response === undefined || response.body.kind === "empty") return "no body";
  if (response.body.kind !== "json") return "text";
  const body = jsonOf(exchange);
  if (!isObject(body)) return outline(body, 0);
  const { errors, ...rest } = body;
  return errors === undefined || Array.isArray(errors)
    ? outline(body, 2)
    : outline({ ...rest, errors: property(body, "errors") === null ? null : "by field" }).replace(
        /errors/,
        "errors by field",
      );
};

/** The form of a CRM error; of a body with other members than the stated ones, also the members. */
const crmFormOf = (exchange: Exchange): string | undefined => {
  const form = crmErrorForm(exchange);
  const body = jsonOf(exchange);
  const isStated = form === "message" && isObject(body) && Object.keys(body).length === 1;
  return body === undefined || isStated || !["message", "renamed", "problem", "other"].includes(form ?? "")
    ? form
    : `${form} ${outline(body)}`;
};

const createForms = () => {
  const seen = new Map<string, SeenRecords>();
  return {
    /** By form: the operations and statuses that showed it. */
    seen,
    add(form: string, where: string, exchange: Exchange) {
      const answers = seen.get(form) ?? createSeen();
      if (seen.has(form) || seen.size < 12) seen.set(form, answers);
      answers.add(where, exchange);
    },
  };
};

/** `getContact 401` and `getContact 404` become `getContact (401, 404)`. */
const gathered = (answers: readonly string[]): string => {
  const byOperation = Map.groupBy(answers.toSorted(), (answer) => answer.split(" ")[0] ?? "");
  return [...byOperation]
    .map(([operation, all]) => `${operation} (${all.map((answer) => answer.split(" ")[1]).join(", ")})`)
    .join(", ");
};

const crmForms = (forms: readonly string[]): string => {
  if (forms.length > 1) return "mixed";
  return forms[0] === "canonical" ? "canonical" : "legacy";
};

/** Form of a 429 of the donation interface. */
const throttledBody = (form: string): Settings => {
  if (form.startsWith("no body")) return { "U-25": "empty" };
  if (form.startsWith("text")) return { "U-25": "text" };
  return { "U-25": form.startsWith("{title") ? "problem" : "message" };
};

/** Form of errors of the volunteer interface; nothing for unknown forms. */
const errorBody = (forms: readonly string[], validated: string | undefined): Settings => {
  if (forms.some((form) => form.startsWith("{message, errors"))) return { "U-26": "message-errors" };
  if (forms.some((form) => form.startsWith("{error"))) return { "U-26": "envelope" };
  if (forms.some((form) => form.startsWith("{title"))) return { "U-26": "problem" };
  // Only a 422 shows that no field is named.
  return validated?.startsWith("{message") === true ? { "U-26": "message" } : {};
};

/** Forms of errors: of each CRM endpoint, of a donation 429, of volunteer errors by status. */
export const errorFormsSeen = defineObserver({
  id: "error-forms-seen",
  unknowns: ["U-24", "U-25", "U-26"],
  interfaces: ["crm", "donation", "volunteer"],
  aboutRefusals: true,
  watch() {
    const forms = { crm: createForms(), donation: createForms(), volunteer: createForms() };
    return {
      see(exchange) {
        const response = responseOf(exchange);
        if (response === undefined || response.status < 400 || exchange.operation === undefined) return;
        const where = `${exchange.operation} ${response.status}`;
        if (exchange.interface === "crm") {
          const form = crmFormOf(exchange);
          if (form !== undefined) forms.crm.add(form, where, exchange);
        }
        if (exchange.interface === "donation" && response.status === 429)
          forms.donation.add(
            `${formOf(exchange)}, ${headersOf(response) || "no informative header"}`,
            "",
            exchange,
          );
        if (exchange.interface === "volunteer")
          forms.volunteer.add(
            `${formOf(exchange)}, ${headersOf(response) || "no informative header"}`,
            `any ${response.status}`,
            exchange,
          );
      },
      *observations() {
        for (const [form, answers] of forms.crm.seen) {
          const first = answers.first();
          if (first !== undefined)
            yield observationOn("U-24", `${form} body: ${gathered(answers.keys())}`, first, answers.count(), {
              "U-24": crmForms([...forms.crm.seen.keys()]),
            });
        }
        for (const [form, answers] of forms.donation.seen) {
          const first = answers.first();
          if (first !== undefined)
            yield observationOn("U-25", `a 429 holds ${form}`, first, answers.count(), throttledBody(form));
        }
        const [validated] =
          [...forms.volunteer.seen].find(([, { keys }]) => keys().includes("any 422")) ?? [];
        for (const [form, answers] of forms.volunteer.seen) {
          const first = answers.first();
          const statuses = answers
            .keys()
            .map((answer) => answer.split(" ")[1])
            .toSorted()
            .join(", ");
          if (first !== undefined)
            yield observationOn(
              "U-26",
              `${statuses} hold ${form}`,
              first,
              answers.count(),
              errorBody([...forms.volunteer.seen.keys()], validated),
            );
        }
      },
    };
  },
});
