/** Options that several verbs have. Whatever a command line needs at its start is here, so this loads little. */
import { interfaceNames } from "../builtin/interface-name.ts";
import { type FailOn, failingSeverities } from "../core/model/verdict.ts";
import { option, type OptionsOf, pickOptions, reworded } from "../core/output/options.ts";
import { kinds, oneOfWords, seed, typed, wholeNumber } from "../core/output/values.ts";
import { checkChoices, factChoices, faultChoices, interfaceChoices } from "./choices.ts";
import type { Config } from "./open-config.ts";

/** A configuration: a path, its content, or one that was opened. */
export const configuration = typed<Config>(kinds.textOrObject);

export const choiceOptions = {
  /** Only these interfaces; default: all. */
  interfaces: option.optional(kinds.texts, {
    help: `only these interfaces: ${interfaceNames.join(",")}`,
    flag: "interface",
    value: "names",
    commas: true,
    complete: interfaceChoices,
  }),
  /** Only the checks of these facts, for example `DON-03`. */
  facts: option.optional(kinds.texts, {
    help: "only the checks of these facts, for example DON-03,CRM-27",
    flag: "fact",
    commas: true,
    complete: factChoices,
  }),
  /** Only these checks, by id. */
  checks: option.optional(kinds.texts, {
    help: "only these checks",
    flag: "check",
    commas: true,
    complete: checkChoices,
  }),
};

/** Selects the checks of a run. Case does not matter. */
export interface ChoiceOptions extends OptionsOf<typeof choiceOptions> {}

export const requirementOptions = {
  /** Minimum number of facts. */
  minFacts: option.optional(wholeNumber(1, 100_000), { help: "exit with 3 if fewer facts were judged" }),
  /** These facts, by id. */
  require: option.optional(kinds.texts, {
    help: "exit with 3 unless these facts were judged",
    commas: true,
    complete: factChoices,
  }),
};

/** What a run must judge to be valid. */
export interface RequirementOptions extends OptionsOf<typeof requirementOptions> {}

/** What names the target of a run, of whom some can only be read. */
const readDocument = {
  /** The OpenAPI document: a file or an address. */
  openapi: option.optional(kinds.text, {
    help: "check the server of this OpenAPI document; reads no configuration",
    value: "file or address",
  }),
  /** Base address of the server; default: the document's first server, if that is an address. */
  url: option.optional(kinds.text, {
    help: "with --openapi: base address of the server (default: the document's first server)",
    value: "address",
  }),
  /** Name of the interface, with which the ids of its facts begin; default: from the document's title. */
  name: option.optional(kinds.text, {
    help: "with --openapi: name of the interface, which begins its facts (default: from the title)",
    value: "name",
  }),
  /** Credentials: `SCHEME=VALUE`, or a value alone if the document has one security scheme. */
  auth: option.optional(kinds.texts, {
    help: "with --openapi: a credential, as SCHEME=VALUE or, with one scheme, alone",
    value: "credential",
  }),
  /** Headers that every request carries: `Name: value`. */
  headers: option.optional(kinds.texts, {
    help: "with --openapi: a header of every request",
    flag: "header",
    value: "Name: value",
  }),
  /** A file that says what the records are, in the form of `resources` in a configuration. */
  resources: option.optional(kinds.text, {
    help: "with --openapi: what the records are, as `resources` in a configuration",
    value: "file",
  }),
  /** Requests of the run in all. */
  maxRequests: option.optional(wholeNumber(1, 1_000_000), {
    help: "with --openapi: requests of the run in all",
  }),
  /** Operations that are never called, by id or path; `*` stands for any text. */
  exclude: option.optional(kinds.texts, {
    help: "with --openapi: operations never to call, by id or path; * is any text",
    value: "pattern",
  }),
};

export const readingTargetOptions = reworded(readDocument, {
  openapi: "watch the server of this OpenAPI document; reads no configuration",
});

/** A live target that is only read: by its OpenAPI document, in place of a configuration. */
export interface ReadingTargetOptions extends OptionsOf<typeof readingTargetOptions> {}

export const documentOptions = {
  ...readDocument,
  /** Whether records may be created and changed; default: on this machine only. */
  writes: option.optional(kinds.truth, {
    help: "with --openapi: create and change records (default: on this machine only)",
  }),
  /** Operations on more than one record that may be called all the same. */
  include: option.optional(kinds.texts, {
    help: "with --openapi: operations on more than one record to call all the same",
    value: "pattern",
  }),
};

/** A target by its OpenAPI document, in place of a configuration. */
export interface DocumentOptions extends OptionsOf<typeof documentOptions> {}

const itsName = "with --openapi: name of the interface (default: from the title)";

export const trafficOptions = reworded(pickOptions(readDocument, "openapi", "url", "name", "auth"), {
  name: itsName,
});

/** Whose traffic it is: that of an OpenAPI document, in place of a configuration. */
export interface TrafficOptions extends OptionsOf<typeof trafficOptions> {}

export const contractChoiceOptions = {
  /** Default: the built-in contract. */
  config: option.target(configuration),
  ...reworded(pickOptions(readDocument, "openapi", "name", "resources"), {
    openapi: "those of this OpenAPI document; reads no configuration",
    name: itsName,
  }),
};

/** What interfaces promise, for those who ask no server: by a configuration, or by a document. */
export interface ContractChoice extends OptionsOf<typeof contractChoiceOptions> {}

export const servedDocumentChoiceOptions = {
  ...pickOptions(readDocument, "name", "resources"),
  /** Answers to what a document leaves open: `{ put: "creates" }`. */
  choices: option.optional(typed<Readonly<Record<string, string>>>(kinds.object)),
};

/** How a document is served. */
export interface ServedDocumentChoice extends OptionsOf<typeof servedDocumentChoiceOptions> {}

/** Ids of faults to plant in the embedded sandbox. */
export const faults = option.optional(kinds.texts, {
  help: "plant these faults in the embedded sandbox (tripact faults lists them); reads no configuration and no baseline",
  flag: "fault",
  commas: true,
  complete: faultChoices,
});

export const runSeed = option.usual(1, seed, { help: "seed of the run: same seed, same calls" });

export const failOn = option.usual<FailOn>("error", oneOfWords(...failingSeverities), {
  help: "lowest severity of a finding that fails the run",
  value: "severity",
});

/** Why a change is accepted, and until when. */
export const acceptanceOptions = {
  /** A day, `2025-02-01`: the first run on or after it reports the change again. Absent for a permanent acceptance. */
  until: option.optional(kinds.text, {
    help: "accept for now: the first run on this day or later reports it again, for example 2027-01-31",
    value: "date",
  }),
  /** Why. */
  note: option.optional(kinds.text, { help: "why, kept in the store", value: "text" }),
  /** Who accepted it. */
  by: option.optional(kinds.text, { help: "who, kept in the store", value: "name" }),
};
