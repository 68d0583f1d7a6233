import { dirname, isAbsolute, join } from "node:path";
import { allTogether, UsageError } from "../../../core/model/usage-error.ts";
import { fileProblems } from "../../../core/config/read-checked-file.ts";
import { isObject } from "../../../core/model/json-object.ts";
import { prefixOf } from "./derived-names.ts";
import type { FleetFile, Limits, ListedItem, Organization, SecretTemplate, Texts } from "./fleet-file.ts";
import { loadFleetRules } from "./fleet-rules.ts";
import { runCommand } from "./run-command.ts";

/** What the fleet takes from the process. */
export interface FleetInputs {
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly signal: AbortSignal;
  /** @throws UsageError with `location` if it cannot be read */
  readText(path: string, location: string): Promise<string>;
}

const mostOrganizations = 100_000;
const mostBytes = 64 * 1_048_576;

/** `labels.region` in a CSV header puts a text into `labels`. Only values below `safety` are numbers. */
const nested = (record: Readonly<Record<string, string>>): unknown => {
  // A column may have the name of what every object inherits.
  const value = new Map<string, unknown>();
  for (const [column, text] of Object.entries(record)) {
    if (text === "") continue;
    const [group = "", ...rest] = column.split(".");
    const key = rest.join(".");
    if (key === "") value.set(group, text);
    else {
      const known = value.get(group);
      const inner = isObject(known) ? known : {};
      const isNumber = group === "safety" && /^\d{1,15}$/.test(text);
      value.set(group, { ...inner, [key]: isNumber ? Number(text) : text });
    }
  }
  return Object.fromEntries(value);
};

const csvItems = async (text: string, file: string, location: string): Promise<readonly ListedItem[]> => {
  const { parse, CsvError } = await import("csv-parse/sync");
  try {
    const rows: readonly {
      readonly record: Readonly<Record<string, string>>;
      readonly info: { lines: number };
    }[] = parse(text, { bom: true, columns: true, info: true, skip_empty_lines: true, trim: true });
    return rows.map(({ record, info }) => ({ value: nested(record), location: `${file}:${info.lines}` }));
  } catch (error) {
    if (!(error instanceof CsvError)) throw error;
    const { lines } = error;
    // The parser's own message quotes the line.
    throw new UsageError(`not valid CSV: ${error.code.toLowerCase().replaceAll("_", " ")}`, {
      location: typeof lines === "number" ? `${file}:${lines}` : file,
      hint: `it is named in ${location}`,
    });
  }
};

const ndjsonItems = (text: string, location: string): readonly ListedItem[] =>
  text
    .split("\n")
    .map((line, index): readonly [string, string] => [
      line.trim(),
      `${location}: line ${index + 1} of its output`,
    ])
    .filter(([line]) => line !== "")
    .map(([line, at]) => {
      try {
        return { value: JSON.parse(line), location: at };
      } catch {
        throw new UsageError("is not JSON", { location: at, hint: "print one organization on each line" });
      }
    });

const itemsOf = async (fleet: FleetFile, inputs: FleetInputs): Promise<readonly ListedItem[]> => {
  const source = fleet.organizations;
  if (source.kind === "list") return source.items;
  if (source.kind === "file") {
    const { path, location } = source.file;
    return csvItems(await inputs.readText(path, location), path, location);
  }
  const { command, timeoutMs, location } = source;
  const text = await runCommand(command, { location, timeoutMs, maxBytes: mostBytes, ...inputs });
  return ndjsonItems(text, location);
};

/** Validates every item with the schema, as if the fleet file listed it. */
const itemProblems = (
  items: readonly ListedItem[],
  { kind, template }: SecretTemplate,
): readonly UsageError[] => {
  const value = {
    defaults: { config: "-" },
    secrets: { [kind]: template },
    organizations: items.map((item) => item.value),
  };
  return fileProblems(value, loadFleetRules()).map(({ path, message, hint }) => {
    const [, index = ""] = path;
    return new UsageError(
      message.replace(`organizations.${index}.`, "").replace(`organizations.${index} `, "it "),
      {
        location: items[Number(index)]?.location,
        hint,
      },
    );
  });
};

/** An item that matches the schema. */
interface Listed {
  readonly name: string;
  readonly account?: string;
  readonly config?: string;
  readonly labels?: Texts;
  readonly variables?: Texts;
  readonly safety?: Limits;
}

const organizationOf = (
  { file, defaults, secrets }: FleetFile,
  { value, location }: ListedItem,
): Organization => {
  const {
    name,
    account = defaults.account,
    config,
    labels = {},
    variables = {},
    safety = {},
  } = value as Listed; // Validated by itemProblems.
  return {
    name,
    location,
    prefix: prefixOf(secrets, name),
    labels,
    account,
    config:
      config === undefined
        ? defaults.config
        : { path: isAbsolute(config) ? config : join(dirname(file), config), location },
    variables: { ...defaults.variables, ...variables },
    safety: { ...defaults.safety, ...safety },
  };
};

/**
 * The organizations of a fleet, from the list, file or command in the fleet file.
 * @throws UsageError with all errors, each with its line.
 */
export const readOrganizations = async (
  fleet: FleetFile,
  inputs: FleetInputs,
): Promise<readonly Organization[]> => {
  const items = await itemsOf(fleet, inputs);
  const { organizations } = fleet;
  const location = organizations.kind === "file" ? organizations.file.location : organizations.location;
  if (items.length === 0) throw new UsageError("there is no organization", { location });
  if (items.length > mostOrganizations)
    throw new UsageError(`there are more than ${mostOrganizations} organizations`, { location });
  const problems = fleet.organizations.kind === "list" ? [] : itemProblems(items, fleet.secrets);
  if (problems.length > 0) throw allTogether(problems);
  return items.map((item) => organizationOf(fleet, item));
};
