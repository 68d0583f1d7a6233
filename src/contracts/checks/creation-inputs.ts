import { isObject } from "../../core/model/json-object.ts";
import type { Api, Callable } from "./api.ts";
import { type Input, isJsonType, writableTypes } from "./input.ts";
import { type OwnTexts, type RenewingWay, withOwnTexts } from "./own-texts.ts";
import { type Base, inputBy } from "./recipes.ts";

/** An operation that creates records, with a body that the owner has declared. */
export interface Creating {
  readonly callable: Callable;
  readonly body?: unknown;
  /** Properties of which no two records have the same value. */
  readonly unique?: readonly string[];
  /** Whether everything optional is wanted, if that was accepted. */
  readonly isFull?: boolean;
}

/** An input that may create another record; `way` names how it was made, for the next time. */
export interface CreationInput {
  readonly way: "in full" | "made" | RenewingWay | "as stated";
  readonly input: Input;
}

/** An input of a creation with texts that no record has yet. @param except a property that stays as it is */
export const renewedInput = (api: Api, callable: Callable, input: Input, own: OwnTexts): Input => {
  const { mediaType = "", value } = input.body ?? {};
  return isJsonType(mediaType) && isObject(value)
    ? {
        ...input,
        body: { mediaType, value: withOwnTexts(api, callable, mediaType, value, own, api.records.next()) },
      }
    : input;
};

/** The same, if it takes that to create another record, as far as the run knows. */
export const distinctInput = (api: Api, callable: Callable, input: Input, except?: string): Input => {
  const way = api.records.creationWayOf(callable.id);
  return way === "one text" || way === "all texts"
    ? renewedInput(api, callable, input, { way, ...(except === undefined ? {} : { except }) })
    : input;
};

/** Whether a body holds a value that a record could show. */
const saysSomething = (value: unknown): boolean =>
  isObject(value) ? Object.values(value).some(saysSomething) : value !== undefined && !Array.isArray(value);

/** The accepted input that others are made like: the least that says something. */
const baseOf = (api: Api, { id }: Callable): Base | undefined => {
  const { accepted, fullest } = api.records;
  const least = accepted.get(id);
  return least?.input.body !== undefined && !saysSomething(least.input.body.value)
    ? (fullest.get(id) ?? least)
    : least;
};

/** An input with everything optional, unless one was refused. */
const fullInput = (api: Api, callable: Callable): Input | undefined => {
  const base = api.records.refusedInFull.has(callable.id) ? undefined : api.records.fullest.get(callable.id);
  const made = base && inputBy(api, callable, base.recipe, api.records.next());
  return made && distinctInput(api, callable, made);
};

function* waysOf(api: Api, creating: Creating): Generator<CreationInput> {
  const { callable, body: stated, unique = [], isFull = false } = creating;
  const full = isFull && !isObject(stated) ? fullInput(api, callable) : undefined;
  if (full !== undefined) yield { way: "in full", input: full };
  const base = baseOf(api, callable);
  const parameters = base?.input.parameters ?? new Map<string, unknown>();
  const isStated = isObject(stated);
  const made = isStated ? undefined : base && inputBy(api, callable, base.recipe, api.records.next());
  if (made !== undefined) yield { way: "made", input: made };
  const mediaType = isStated
    ? (writableTypes(callable.operation)[0] ?? "application/json")
    : base?.input.body?.mediaType;
  const value = isStated ? stated : base?.input.body?.value;
  if (mediaType === undefined || !isObject(value)) return;
  if (isJsonType(mediaType))
    for (const way of ["one text", "all texts"] as const)
      yield {
        way,
        input: {
          parameters,
          body: {
            mediaType,
            value: withOwnTexts(api, callable, mediaType, value, { way, unique }, api.records.next()),
          },
        },
      };
  // Texts of its own may name what is not there.
  if (isStated) yield { way: "as stated", input: { parameters, body: { mediaType, value } } };
}

/** Inputs that may create another record, the one first whose like has done so; none if none is known to be accepted. */
export const creationInputs = (api: Api, creating: Creating): readonly CreationInput[] => {
  const texts = new Set<string>();
  const all = [...waysOf(api, creating)].filter(({ input }) => {
    const text = JSON.stringify([input.body?.value, [...input.parameters]]);
    return input.body === undefined || (!texts.has(text) && texts.add(text));
  });
  const last = api.records.creationWayOf(creating.callable.id);
  const rank = ({ way }: CreationInput): number => (way === "in full" ? 2 : Number(way === last));
  return all.toSorted((one, other) => rank(other) - rank(one));
};
