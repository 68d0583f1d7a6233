import type { Call } from "../../core/model/exchange.ts";
import { schemaOf } from "./input.ts";
import type { Api, Callable } from "./api.ts";
import { validatorKeys } from "./api.ts";
import { noValue } from "./make-value.ts";
import { parameterValue } from "./recipes.ts";
import { type KnownRecord, plainId, shownId, valueIn } from "./run-records.ts";
import { placesIn } from "./templates.ts";
import { simpleText } from "./written.ts";

/** Values for the parameters of a path. */
export interface PathTarget {
  readonly path: NonNullable<Call["path"]>;
  readonly record?: KnownRecord;
}

const pathOf = ({ operation }: Callable, record: KnownRecord): PathTarget => ({
  path: Object.fromEntries(
    placesIn(operation.path).map(({ name }, index) => [
      name,
      shownId(record, name, valueIn(record, name, index)),
    ]),
  ),
  record,
});

/** Records that an operation's path may name, the run's own first. */
export const recordTargets = (api: Api, callable: Callable): readonly PathTarget[] => {
  const last = placesIn(callable.operation.path).at(-1);
  if (last === undefined) return [{ path: {} }];
  return api.records.recordsOf(last.template).map((record) => pathOf(callable, record));
};

/** A target by what the document and the configuration state, and by names that answers have shown. */
export const statedTarget = (api: Api, callable: Callable): PathTarget | undefined => {
  const { operation, id } = callable;
  const path: Record<string, string> = {};
  for (const { name } of placesIn(operation.path)) {
    const parameter = operation.parameters.find((one) => one.in === "path" && one.name === name);
    const stated = Object.hasOwn(api.records.stated, name) ? api.records.stated[name] : undefined;
    const { keywords } = api.reading.view(parameter && schemaOf(parameter));
    const hasStatedValue =
      (parameter?.examples.length ?? 0) > 0 ||
      ["const", "enum", "example", "examples", "default"].some((keyword) => keywords[keyword] !== undefined);
    const [seen] = api.records.valuesNamed(name);
    const value =
      stated ?? (hasStatedValue && parameter !== undefined ? parameterValue(api, id, parameter, 1) : seen);
    if (value === undefined || value === noValue) return undefined;
    path[name] = parameter === undefined ? String(value) : simpleText(parameter, value);
  }
  return { path };
};

/** 32 bits hold it, and no record has it. */
const unknownNumber = 2_147_483_600;

const unknownIds = (number: number): readonly (string | number)[] => [
  unknownNumber + (number % 40),
  4_294_967_297 + number,
  `5e1f7e57-dead-4bad-8bad-${String(number).padStart(12, "0")}`,
  `tripact-unknown-${number}`,
  `tripactunknown${number}`,
  `TR${number}`,
];

/** A text that is one segment of a path only if it is read with care. */
const intricateId = (number: number): string => `tripact ${number}/ä%`;

/** Paths that name no record: the last parameter has a value that fits its schema and that nobody uses. */
export const unknownTargets = (
  api: Api,
  callable: Callable,
  like: PathTarget | undefined,
): readonly PathTarget[] => {
  const { operation, id } = callable;
  const places = placesIn(operation.path);
  const last = places.at(-1);
  const parameter = operation.parameters.find((one) => one.in === "path" && one.name === last?.name);
  const hasParents = places.slice(0, -1).every(({ name }) => like?.path[name] !== undefined);
  if (last === undefined || !hasParents) return [];
  const { keywords } = api.reading.view(parameter && schemaOf(parameter));
  if (keywords["enum"] !== undefined || keywords["const"] !== undefined) return [];
  const key = validatorKeys.parameter(id, "path", last.name);
  const fits = (one: unknown): boolean => api.fits(key, one);
  const number = api.records.next();
  const values = [...unknownIds(number).filter(fits).slice(0, 2), ...[intricateId(number)].filter(fits)];
  return values.map((value) => {
    const path = { ...like?.path, [last.name]: String(value) };
    api.records.invent(
      last.template,
      places.map(({ name }) => plainId(path[name])),
    );
    return { path };
  });
};
