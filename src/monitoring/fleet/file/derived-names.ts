import { printable } from "../../../core/output/escape.ts";
import { isObject } from "../../../core/model/json-object.ts";
import type { FileProblem } from "../../../core/model/file-rules.ts";
import { valueAt } from "../../../core/source/path.ts";
import type { SecretTemplate } from "./fleet-file.ts";

/** The keys of `secrets` in a fleet file, of which exactly one states the source of the secrets. */
export const secretKinds = ["environment", "files", "sops", "command"] as const;

/** The `secrets` template for all organizations; default: environment variables. */
export const secretTemplateOf = (secrets: unknown): SecretTemplate => {
  const given = isObject(secrets) ? secrets : {};
  const kind = secretKinds.find((one) => given[one] !== undefined);
  // The schema guarantees these forms.
  return kind === undefined
    ? { kind: "environment", template: "{ORGANIZATION}_" }
    : ({ kind, template: given[kind] } as SecretTemplate);
};

/** Whether `secrets` have a form to derive names from; the schema reports any other. */
const isTemplate = ({ kind, template }: { readonly kind: string; readonly template: unknown }): boolean =>
  kind === "command"
    ? Array.isArray(template) && template.every((part) => typeof part === "string")
    : typeof template === "string";

/** `{organization}` is the name, `{ORGANIZATION}` the name in the form of an environment variable. */
export const filled = (template: string, organization: string): string =>
  template
    .replaceAll("{organization}", organization)
    .replaceAll("{ORGANIZATION}", organization.toUpperCase().replace(/[^A-Z0-9]+/g, "_"));

/** Prefix of an organization's environment variables; empty if its secrets come from elsewhere. */
export const prefixOf = (secrets: SecretTemplate, organization: string): string =>
  secrets.kind === "environment" ? filled(secrets.template, organization) : "";

/** The path of an organization's page in the dashboard. */
export const organizationPath = (organization: string): string =>
  `/organizations/${encodeURIComponent(organization)}`;

const nouns: Readonly<Record<SecretTemplate["kind"], string>> = {
  environment: "prefix of environment variables",
  files: "file of secrets",
  sops: "file of secrets",
  command: "command for secrets",
};

/** A name derived from an organization's. */
interface DerivedName {
  readonly noun: string;
  readonly text: string;
  /** Must be unique; in lowercase, because some file systems ignore case. */
  readonly key: string;
}

/** Every name derived from an organization's, except those that all share on purpose. */
export const derivedNames = (
  { kind, template }: SecretTemplate,
  organization: string,
): readonly DerivedName[] => {
  const whole = typeof template === "string" ? template : JSON.stringify(template);
  const text = filled(whole, organization);
  const isFile = kind === "files" || kind === "sops";
  const page = organizationPath(organization);
  return [
    { noun: "name", text: organization, key: organization },
    { noun: "page", text: page, key: page },
    ...(/\{organization\}/i.test(whole)
      ? [{ noun: nouns[kind], text, key: isFile ? text.toLowerCase() : text }]
      : []),
  ];
};

/** An organization's name, and its path. */
interface Named {
  readonly path: readonly string[];
  readonly name: string;
}

/** Organizations whose variable prefix begins with another's: `NORTH_` also matches `NORTH_CRM_`. */
const nestedPrefixProblems = (all: readonly Named[], secrets: SecretTemplate): readonly FileProblem[] => {
  if (!derivedNames(secrets, "").some(({ noun }) => noun === nouns.environment)) return [];
  // In this order, names with a common prefix are adjacent.
  const sorted = all
    .map((one) => ({ ...one, prefix: prefixOf(secrets, one.name) }))
    .toSorted((one, other) => (one.prefix < other.prefix ? -1 : 1));
  return sorted.flatMap(({ path, name, prefix }, index): readonly FileProblem[] => {
    const outer = sorted[index - 1];
    if (outer === undefined || outer.prefix === prefix || !prefix.startsWith(outer.prefix)) return [];
    const [of, begins] = [printable(outer.name), printable(outer.prefix)];
    return [
      {
        path,
        part: "value",
        message: `${of} would take the variables of ${printable(name)}: ${printable(prefix)} begins with ${begins}`,
        hint: 'for example secrets: { environment: "{ORGANIZATION}__" }, and two underscores in the variables',
      },
    ];
  });
};

/** Organizations whose derived names collide with another's. */
export const derivedNameProblems = (value: unknown): readonly FileProblem[] => {
  const list = valueAt(value, ["organizations"]);
  const secrets = secretTemplateOf(valueAt(value, ["secrets"]));
  if (!isTemplate(secrets)) return [];
  const all = (Array.isArray(list) ? list : []).flatMap((_, index): readonly Named[] => {
    const path = ["organizations", String(index), "name"];
    const name = valueAt(value, path);
    // The schema reports every other name; half of a character has no page.
    return typeof name === "string" && name.isWellFormed() ? [{ path, name }] : [];
  });
  return [...sameNameProblems(all, secrets), ...nestedPrefixProblems(all, secrets)];
};

const sameNameProblems = (all: readonly Named[], secrets: SecretTemplate): readonly FileProblem[] => {
  const holders = new Map<string, string>();
  return all.flatMap(({ path, name }): readonly FileProblem[] => {
    const held = derivedNames(secrets, name).flatMap((derived) => {
      const key = `${derived.noun} ${derived.key}`;
      const holder = holders.get(key);
      if (holder === undefined) holders.set(key, name);
      return holder === undefined ? [] : [{ ...derived, holder }];
    });
    const [first] = held;
    if (first === undefined) return [];
    const { noun, text, holder } = first;
    if (noun === "name") return [{ path, part: "value", message: "another organization has the same name" }];
    return [
      {
        path,
        part: "value",
        message: `${printable(holder)} and ${printable(name)} have the same ${noun}, ${printable(text)}`,
        hint: "rename one of them: they must differ in more than capitals, spaces and punctuation",
      },
    ];
  });
};
