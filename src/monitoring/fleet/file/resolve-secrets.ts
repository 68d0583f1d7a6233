import { UsageError } from "../../../core/model/usage-error.ts";
import { tokensOf } from "../../../core/formats/json-pointer.ts";
import { isObject } from "../../../core/model/json-object.ts";
import { printable } from "../../../core/output/escape.ts";
import { valueAt } from "../../../core/source/path.ts";
import { readSource } from "../../../core/source/source-document.ts";
import type { FleetInputs } from "./read-organizations.ts";
import { filled, prefixOf } from "./derived-names.ts";
import type { Command, SecretSource, Texts } from "./fleet-file.ts";
import { CommandFailed, runCommand } from "./run-command.ts";

/** Secrets were not available, but may be later. */
export class NoSecrets extends UsageError {}

/** The same for all organizations, because one source is reported once. */
const unreadable = ({ message, location }: UsageError, template: string): NoSecrets =>
  new NoSecrets(`the file of secrets cannot be read: ${message}`, {
    location,
    hint: `it is ${template}`,
  });

const mostBytes = 1_048_576;

const variableName = /^[A-Za-z_][A-Za-z0-9_]*$/;

const sopsCommand = (path: string): Command => ["sops", "decrypt", "--output-type", "json", path];

const fromEnvironment = (prefix: string, env: FleetInputs["env"]): Texts =>
  Object.fromEntries(
    Object.entries(env).flatMap(([name, value]) =>
      name.startsWith(prefix) && value !== undefined ? [[name.slice(prefix.length), value]] : [],
    ),
  );

/** The variables in an answer: texts, numbers and booleans by name. */
const variablesOf = (value: unknown, at: string, location: string): Texts => {
  const found = valueAt(value, tokensOf(at));
  if (!isObject(found))
    throw new UsageError(at === "" ? "the secrets are no map" : `there is no map at ${printable(at)}`, {
      location,
      hint: "secrets.at names where in the answer the variables are",
    });
  return Object.fromEntries(
    Object.entries(found).map(([name, one]) => {
      const isText = ["string", "number", "boolean"].includes(typeof one);
      if (isText && variableName.test(name)) return [name, String(one)];
      throw new UsageError(
        isText ? `${printable(name)} is no name of a variable` : `${printable(name)} is no text`,
        { location },
      );
    }),
  );
};

const parsedJson = (text: string, location: string): unknown => {
  try {
    return JSON.parse(text);
  } catch {
    // The parser's message quotes the text.
    throw new UsageError("the command printed no JSON", { location });
  }
};

/** Limits concurrency; further calls wait. */
const limited = (most: number) => {
  let running = 0;
  const waiting: (() => void)[] = [];
  return async <Result>(work: () => Promise<Result>): Promise<Result> => {
    if (running >= most) await new Promise<void>((resolve) => waiting.push(resolve));
    else running += 1;
    try {
      return await work();
    } finally {
      const next = waiting.shift();
      if (next === undefined) running -= 1;
      else next();
    }
  };
};

/**
 * Returns the secret variables of an organization.
 * @throws NoSecrets if their source has none; UsageError if they cannot be used. Neither shows a value.
 */
export type SecretResolver = (organization: string) => Promise<Texts>;

/** Resolves secrets on demand, and keeps none. */
export const createSecretResolver = (source: SecretSource, inputs: FleetInputs): SecretResolver => {
  const atOnce = limited(source.concurrency);
  const { location, at, timeoutMs } = source;
  return async (organization) => {
    if (source.kind === "environment") return fromEnvironment(prefixOf(source, organization), inputs.env);
    return atOnce(async () => {
      if (source.kind === "files") {
        const path = filled(source.template, organization);
        const text = await inputs.readText(path, location).catch((error: unknown) => {
          throw error instanceof UsageError ? unreadable(error, source.template) : error;
        });
        return variablesOf(readSource(text, path).value, at, path);
      }
      const parts = source.kind === "sops" ? sopsCommand(source.template) : source.template;
      const command = parts.map((part) => filled(part, organization));
      const options = { location, timeoutMs, maxBytes: mostBytes, ...inputs };
      const text = await runCommand(command, options).catch((error: unknown) => {
        throw error instanceof CommandFailed ? new NoSecrets(error.message, error) : error;
      });
      return variablesOf(parsedJson(text, location), at, location);
    });
  };
};
