import type { TextClass } from "../../core/shapes/text-class.ts";
import { createRandom } from "../../serving/random.ts";
import { invent, inventText } from "./invent.ts";
import type { ShapeNode } from "./shape-node.ts";
import { traitForm, isTextTrait, type Trait, traitOf } from "./trait.ts";

const hour = 3_600_000;

const readMoment = (value: unknown): Date | undefined => {
  const date = typeof value === "string" && /^\d{4}-\d\d-\d\d/.test(value) ? new Date(value) : undefined;
  return date === undefined || Number.isNaN(date.getTime()) ? undefined : date;
};

type Respell = (instant: Date) => string;

/** The same moment in other forms. */
const instants: Readonly<Partial<Record<TextClass, Respell>>> = {
  date: (instant) => instant.toISOString().slice(0, 10),
  "us-date": (instant) =>
    `${instant.getUTCMonth() + 1}/${instant.getUTCDate()}/${instant.toISOString().slice(0, 4)}`,
  "utc-date-time": (instant) => instant.toISOString(),
  "local-date-time": (instant) => instant.toISOString().slice(0, 19),
  "http-date": (instant) => instant.toUTCString(),
  "offset-date-time": (instant) =>
    `${new Date(instant.getTime() - 5 * hour).toISOString().slice(0, 19)}-05:00`,
};

const amountOf = (value: unknown): number | undefined => {
  const isNumeric = typeof value === "string" && /^-?\d+(?:\.\d+)?$/.test(value);
  return typeof value === "number" || isNumeric ? Number(value) : undefined;
};

/** In a fixed locale: the same on every machine. */
const grouped = (amount: number): string => amount.toLocaleString("en-US", { minimumFractionDigits: 2 });

const amounts: Readonly<Partial<Record<TextClass, (amount: number) => string>>> = {
  decimal: String,
  "grouped-number": grouped,
  money: (amount) => (amount < 0 ? `-$${grouped(-amount)}` : `$${grouped(amount)}`),
};

const asText = (value: unknown, form: TextClass): string | undefined => {
  const instant = readMoment(value);
  const amount = amountOf(value);
  if (instant !== undefined) return instants[form]?.(instant);
  if (amount !== undefined) return amounts[form]?.(amount);
  return form === "boolean-text" && typeof value === "boolean" ? String(value) : undefined;
};

const asNumber = (value: unknown, isWhole: boolean): number | undefined => {
  const amount = amountOf(value);
  if (amount === undefined) return undefined;
  if (isWhole) return Math.trunc(amount);
  return Number.isInteger(amount) ? amount + 0.5 : amount;
};

const same = (value: unknown, trait: Trait): unknown => {
  if (isTextTrait(trait)) return asText(value, traitForm(trait) ?? "text");
  if (trait === "integer" || trait === "number") return asNumber(value, trait === "integer");
  return undefined;
};

/** A value with another trait: the same information if possible, otherwise invented. */
export const convert = (
  value: unknown,
  trait: Trait,
  { node, seed, name }: { readonly node: ShapeNode; readonly seed: number; readonly name: string },
): unknown => {
  const kept = same(value, trait);
  if (kept !== undefined && traitOf(kept) === trait) return kept;
  const form = trait === "string unlisted" ? "text" : traitForm(trait);
  if (form !== undefined && typeof value === "string" && value !== "")
    return inventText(form, createRandom(seed, `invented ${name}`), value.length);
  return invent(node, trait, seed, name);
};
