/** An option of a command. Its flags decide the type of its value: text where a `<value>` follows, else a switch. */
export interface OptionDefinition {
  /** As Commander takes them: `--seed <number>`, `--dry-run`. */
  readonly flags: `--${string}`;
  readonly text: string;
  readonly default?: string;
  /** All values that it may have. */
  readonly choices?: readonly string[];
  /** Whether it may be given more than once; its values are a list then. */
  readonly many?: true;
}

export interface OperandDefinition {
  /** As Commander takes them: `<file>`, `[files...]`. */
  readonly name: `<${string}>` | `[${string}]`;
  readonly text: string;
}

/** A command as data: what its help says and what it takes. */
export interface CommandDefinition {
  readonly name: string;
  readonly summary: string;
  readonly description?: string;
  readonly hidden?: true;
  readonly operands?: readonly OperandDefinition[];
  readonly options?: readonly OptionDefinition[];
}

/** Options that every command takes. */
export interface CommonOptions {
  readonly json?: boolean;
  readonly color: boolean;
  readonly quiet?: boolean;
}

type CamelCase<Words extends string> = Words extends `${infer Word}-${infer Rest}`
  ? `${Word}${Capitalize<CamelCase<Rest>>}`
  : Words;

type NameOf<Flags extends string> = Flags extends `--${infer Name} <${string}>`
  ? CamelCase<Name>
  : Flags extends `--${infer Name}`
    ? CamelCase<Name>
    : never;

type ValueOf<One extends OptionDefinition> = One extends { readonly many: true }
  ? readonly string[]
  : One extends { readonly choices: readonly (infer Choice)[] }
    ? Choice
    : One["flags"] extends `${string} <${string}>`
      ? string
      : boolean;

type WithDefault<All extends readonly OptionDefinition[]> = Extract<
  All[number],
  { readonly default: string }
>;

type Values<All extends readonly OptionDefinition[]> = {
  readonly [One in WithDefault<All> as NameOf<One["flags"]>]: ValueOf<One>;
} & {
  readonly [One in Exclude<All[number], WithDefault<All>> as NameOf<One["flags"]>]?: ValueOf<One>;
};

/** The options of a command as it is handed them, with those that all commands take. */
export type OptionsOf<One extends CommandDefinition> = CommonOptions &
  (One extends { readonly options: infer All extends readonly OptionDefinition[] } ? Values<All> : unknown);

/** Keeps the flags of a definition as literals, from which the types are made. */
export const defineCommand = <const One extends CommandDefinition>(definition: One): One => definition;
