import { describeLatencyClass } from "./latency-class.ts";
import type { Settings } from "../model/settings.ts";
import type { LocationEntry, ShapeEntry } from "./shape-entry.ts";
import { describeNumberClass, describeSizeClass } from "./size-class.ts";

export type Counts = Readonly<Record<string, number>>;

/** Counts for one location. `of` minus the sum of `types` is how often it was absent. */
export interface ShapeFileLocation {
  readonly of: number;
  readonly types: Counts;
  readonly texts?: Counts;
  /** By class of size: `0`, `1`, `2-3`, `4-7` and so on. */
  readonly lengths?: Counts;
  readonly sizes?: Counts;
  readonly numbers?: Counts;
  /** Documented values, as JSON. */
  readonly values?: Counts;
  /** Number of other values. */
  readonly unlisted?: number;
}

export interface ShapeFileAnswer {
  readonly interface: string;
  readonly operation: string;
  readonly status: number;
  readonly variant?: string;
  readonly answers: number;
  readonly forms?: Counts;
  readonly headers?: Counts;
  readonly rates?: Counts;
  readonly latencies?: Counts;
  /** By JSON pointer; `*` is any array item or any name of a map. */
  readonly locations: Readonly<Record<string, ShapeFileLocation>>;
}

/** The shape of a target's answers, to be committed and reviewed. Its schema: specs/shape-file.schema.yaml. */
export interface ShapeFile {
  readonly form: 1;
  /** The version that wrote it. */
  readonly tripact: string;
  readonly settings: Settings;
  readonly answers: readonly ShapeFileAnswer[];
}

const sorted = (counts: Iterable<readonly [string, number]>): Counts =>
  Object.fromEntries([...counts].filter(([, count]) => count > 0).toSorted(([a], [b]) => (a < b ? -1 : 1)));

/** A property of counts, absent if nothing was counted. */
const filled = <Name extends string>(name: Name, counts: Iterable<readonly [string, number]>) => {
  const table = sorted(counts);
  // The object has this one property or none.
  return (Object.keys(table).length === 0 ? {} : { [name]: table }) as Partial<Record<Name, Counts>>;
};

const classes = (
  counts: ReadonlyMap<number, number>,
  describe: (index: number) => string,
): readonly (readonly [string, number])[] => [...counts].map(([index, count]) => [describe(index), count]);

const locationOf = (entry: LocationEntry): ShapeFileLocation => ({
  of: entry.parents,
  types: sorted(Object.entries(entry.types)),
  ...filled("texts", Object.entries(entry.textForms)),
  ...filled("lengths", classes(entry.lengths, describeSizeClass)),
  ...filled("sizes", classes(entry.sizes, describeSizeClass)),
  ...filled("numbers", classes(entry.numbers, describeNumberClass)),
  ...(entry.documented?.values === undefined
    ? {}
    : {
        ...filled(
          "values",
          [...entry.values].map(([value, count]) => [JSON.stringify(value), count] as const),
        ),
        ...(entry.otherValues === 0 ? {} : { unlisted: entry.otherValues }),
      }),
});

type AnswerKey = Pick<ShapeEntry & { kind: "answer" }, "interface" | "operation" | "status" | "variant">;

const keyOf = ({ interface: name, operation, status, variant }: AnswerKey): string =>
  `${name} ${operation} ${status} ${variant}`;

const byText = <Item>(items: Iterable<Item>, textOf: (item: Item) => string): readonly Item[] =>
  [...items].toSorted((one, other) => (textOf(one) < textOf(other) ? -1 : 1));

/** Counted shapes as a file; deterministic for equal counts, in any order of counting. */
export const shapeFileOf = (
  entries: Iterable<ShapeEntry>,
  { settings, version }: { readonly settings: Settings; readonly version: string },
): ShapeFile => {
  const all = [...entries];
  const locations = Map.groupBy(
    all.filter((entry) => entry.kind === "location"),
    keyOf,
  );
  const answers = byText(
    all.filter((entry) => entry.kind === "answer"),
    keyOf,
  ).map((answer): ShapeFileAnswer => {
    const { interface: name, operation, status, variant } = answer;
    return {
      interface: name,
      operation,
      status,
      ...(variant === "" ? {} : { variant }),
      answers: answer.answers,
      ...filled("forms", Object.entries(answer.forms)),
      ...filled("headers", answer.headers),
      ...filled("rates", answer.rates),
      ...filled("latencies", classes(answer.latencies, describeLatencyClass)),
      locations: Object.fromEntries(
        byText(locations.get(keyOf(answer)) ?? [], ({ pointer }) => pointer).map((entry) => [
          entry.pointer,
          locationOf(entry),
        ]),
      ),
    };
  });
  const ordered = byText(Object.entries(settings), ([key]) => key);
  return { form: 1, tripact: version, settings: Object.fromEntries(ordered), answers };
};

const indented = (lines: readonly string[], depth: number): string =>
  lines.map((line) => `${" ".repeat(depth)}${line}`).join(",\n");

const property = ([name, value]: readonly [string, unknown]): string =>
  `${JSON.stringify(name)}: ${JSON.stringify(value)}`;

const answerText = ({ locations, ...answer }: ShapeFileAnswer): string => {
  const lines = Object.entries(answer).map(property);
  const inner = indented(Object.entries(locations).map(property), 8);
  const last = inner === "" ? `"locations": {}` : `"locations": {\n${inner}\n      }`;
  return `    {\n${indented([...lines, last], 6)}\n    }`;
};

/** The file's text with one location per line, so that a review shows the changes. */
export const printShapeFile = ({ answers, settings, ...head }: ShapeFile): string => {
  const body = answers.length === 0 ? "[]" : `[\n${answers.map(answerText).join(",\n")}\n  ]`;
  const chosen = indented(Object.entries(settings).map(property), 4);
  const set = chosen === "" ? "{}" : `{\n${chosen}\n  }`;
  return `{\n${indented(Object.entries(head).map(property), 2)},\n  "settings": ${set},\n  "answers": ${body}\n}\n`;
};
