import { suggestionHint } from "./suggest.ts";
import { printable } from "./escape.ts";
import { allTogether, UsageError } from "../model/usage-error.ts";
import { type Kind, kinds, type KindSchema, type ValueOfKind } from "./values.ts";

/**
 * How an option may be given. A `target` says what is looked at: a function without it looks at something else, so an
 * explicit undefined, such as an unset variable, is a mistake.
 */
type OptionUse = "needed" | "optional" | "target";

/** A word that completes the command line, and its meaning. */
export type WordChoice = readonly [word: string, meaning: string];

/** How people and programs give an option. */
interface OptionText {
  /** On the command line, where other options go by their flags. */
  readonly help?: string;
  /** Its flag without dashes, unless it derives from the name. */
  readonly flag?: string;
  /** Placeholder of its value in help. */
  readonly value?: string;
  /** Whether a word of the command line may name several, separated by commas. */
  readonly commas?: true;
  complete?(): Promise<readonly WordChoice[]>;
}

/** An option of a function. */
export interface Option<Value = unknown, Use extends OptionUse = OptionUse> extends OptionText {
  readonly use: Use;
  readonly kind: Kind<Value>;
}

/** An option with a value when it is not given. */
export interface UsualOption<Value> extends Option<Value, "optional"> {
  readonly usual: Value;
}

/** All options of a function by name, from which their type, their check and their description derive. */
export type OptionTable = Readonly<Record<string, Option>>;

const as =
  <const Use extends OptionUse>(use: Use) =>
  <Value>(kind: Kind<Value>, text: OptionText = {}): Option<Value, Use> => ({ use, kind, ...text });

export const option = {
  needed: as("needed"),
  optional: as("optional"),
  target: as("target"),
  usual: <Value>(usual: Value, kind: Kind<Value>, text: OptionText = {}): UsualOption<Value> => ({
    ...option.optional(kind, text),
    usual,
  }),
};

/** Some options of a table, with their docstrings. */
export const pickOptions = <Table extends OptionTable, const Name extends keyof Table & string>(
  table: Table,
  ...names: readonly Name[]
): Pick<Table, Name> =>
  // One entry for each name.
  Object.fromEntries(names.map((name) => [name, table[name]])) as Pick<Table, Name>;

/** The same options with other help. */
export const reworded = <Table extends OptionTable>(
  table: Table,
  help: { readonly [Name in keyof Table]?: string },
): Table => ({
  ...table,
  ...Object.fromEntries(Object.entries(help).map(([name, text]) => [name, { ...table[name], help: text }])),
});

/** Mapped by the table's own keys, so that each property keeps its docstring. */
type Given<Table, Name extends keyof Table> = {
  readonly [Each in Name]: Table[Each] extends { readonly kind: infer One } ? ValueOfKind<One> : never;
};

type NeededIn<Table> = {
  [Name in keyof Table]: Table[Name] extends { readonly use: "needed" } ? Name : never;
}[keyof Table];

/** The options that a table describes. */
export type OptionsOf<Table> = Given<Table, NeededIn<Table>> &
  Partial<Given<Table, Exclude<keyof Table, NeededIn<Table>>>>;

const unknownOption = (name: string, known: readonly string[]): UsageError =>
  new UsageError("there is no such option", {
    option: printable(name),
    hint: suggestionHint(name, known) ?? `known: ${known.join(", ")}`,
  });

const misused = (name: string, { use }: Option, options: object): UsageError | undefined => {
  if (use === "optional" || Reflect.get(options, name) !== undefined) return undefined;
  if (use === "needed") return new UsageError("is missing", { option: name });
  return Object.hasOwn(options, name)
    ? new UsageError("is undefined", { option: name, hint: "give it a value, or omit it" })
    : undefined;
};

/**
 * Checks the options of a function: callers without types may pass anything.
 * @throws UsageError that names every unknown, missing and undefined option, and every one of another kind
 */
export const assertOptions = (options: unknown, table: OptionTable): void => {
  const mistake = kinds.object.mistake(options, "options");
  if (mistake !== undefined) throw mistake;
  const given = Object(options) as object; // Checked above.
  const known = Object.keys(table);
  const rows = Object.entries(table);
  const errors = [
    ...Object.keys(given).flatMap((name) => (known.includes(name) ? [] : unknownOption(name, known))),
    ...rows.flatMap(([name, one]) => misused(name, one, given) ?? []),
    ...rows.flatMap(([name, { kind }]) => {
      const value: unknown = Reflect.get(given, name);
      return value === undefined ? [] : (kind.mistake(value, name) ?? []);
    }),
  ];
  if (errors.length > 0) throw allTogether(errors);
};

/** JSON Schema of an object with these options. */
export const schemaOfOptions = (table: OptionTable): KindSchema & { readonly type: "object" } => {
  const rows = Object.entries(table);
  return {
    type: "object",
    properties: Object.fromEntries(
      rows.map(([name, one]) => [
        name,
        {
          ...one.kind.schema,
          ...(one.help === undefined ? {} : { description: one.help }),
          ...("usual" in one ? { default: one.usual } : {}),
        },
      ]),
    ),
    required: rows.filter(([, { use }]) => use === "needed").map(([name]) => name),
  };
};

const missingProperty = (option: string): UsageError => new UsageError("is missing", { option });

/** An object with these properties alone. */
export const objectWith = <const Table extends OptionTable>(table: Table): Kind<OptionsOf<Table>> => ({
  schema: schemaOfOptions(table),
  mistake(value, option) {
    const mistake = kinds.object.mistake(value, option);
    if (mistake !== undefined) return mistake;
    const known = Object.keys(table);
    const inner = new Map(Object.entries(Object(value) as object)); // Checked above.
    const named = (name: string): string => `${option}.${printable(name)}`;
    const unknown = [...inner.keys()].find((name) => !known.includes(name));
    if (unknown !== undefined)
      return new UsageError("there is no such property", {
        option: named(unknown),
        hint: suggestionHint(unknown, known),
      });
    for (const [name, { use, kind }] of Object.entries(table)) {
      const one = inner.get(name);
      const wrong =
        one === undefined
          ? use === "needed"
            ? missingProperty(named(name))
            : undefined
          : kind.mistake(one, named(name));
      if (wrong !== undefined) return wrong;
    }
    return undefined;
  },
});
