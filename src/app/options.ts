/** The options of each verb. A command line reads them at its start, so this loads little. */
import type { Shard } from "../core/run/selection.ts";
import { UsageError } from "../core/model/usage-error.ts";
import type { Report } from "../core/model/report.ts";
import type { DriftReport } from "../core/model/drift.ts";
import { objectWith, option, type OptionsOf, pickOptions, reworded } from "../core/output/options.ts";
import {
  isThing,
  type Kind,
  kinds,
  kindThat,
  listOfKind,
  oneOfWords,
  seed,
  typed,
  wholeNumber,
} from "../core/output/values.ts";
import { usageFileOptions } from "../consumers/usage/usage-options.ts";
import { trackerOptions } from "../monitoring/drift/tracker-options.ts";
import { addressOptions } from "../inputs/address-options.ts";
import { appOptions } from "../inputs/app-options.ts";
import {
  acceptanceOptions,
  choiceOptions,
  configuration,
  contractChoiceOptions,
  documentOptions,
  failOn,
  faults,
  readingTargetOptions,
  requirementOptions,
  runSeed,
  servedDocumentChoiceOptions,
  trafficOptions,
} from "../inputs/common-options.ts";
import type { RecordingSource } from "../traffic/recordings/find-recordings.ts";
import { sandboxOptions } from "../sandbox/options.ts";

const anyCount = wholeNumber(1, Number.MAX_SAFE_INTEGER);

/** Part `index` of `count`, counted from 1. */
const parts = objectWith({ index: option.optional(anyCount), count: option.optional(anyCount) });

const shard: Kind<Shard> = {
  mistake(value, name) {
    const misspelt = kinds.object.mistake(value, name) === undefined ? parts.mistake(value, name) : undefined;
    if (misspelt !== undefined) return misspelt;
    const { index, count } = Object(value) as Partial<Shard>; // Missing ones are undefined.
    if (count !== undefined && wholeNumber(1, count).mistake(index, name) === undefined) return undefined;
    return new UsageError(`${String(index)}/${String(count)} is not a part I/N`, {
      option: name,
      hint: "the second of three parts is { index: 2, count: 3 }",
    });
  },
};

export const checkOptions = {
  ...appOptions,
  ...choiceOptions,
  ...requirementOptions,
  ...usageFileOptions,
  ...documentOptions,
  /** The target; default: the embedded sandbox, in this process. */
  config: option.target(configuration),
  /** Same seed, same calls; default 1. */
  seed: runSeed,
  /** Run only this part, for parallel jobs. */
  shard: option.optional(shard),
  /** Lowest severity that fails the run; default `error`. */
  failOn,
  /** Whether to try sequences of requests for as long as the budget lasts. */
  deep: option.optional(kinds.truth, {
    help: "try sequences of requests for as long as the budget lasts",
  }),
  /** Ids of faults to plant in the embedded sandbox. */
  faults,
  /**
   * The folder in which runs against live targets share their budget and keep their journals. Without it, runs share
   * nothing and write nothing to the target.
   */
  stateFolder: option.optional(kinds.text),
  /** The file that keeps interrupted runs and what earlier runs have tried. */
  store: option.optional(kinds.text),
  /** Whether to resume the interrupted run in the store. */
  resume: option.optional(kinds.truth, { help: "continue the run that a spent budget has cut short" }),
  /** A file to write the findings to, as known findings of later runs. */
  writeBaseline: option.optional(kinds.text),
  /** Whether the result holds the exchanges. `report` needs them for HAR and shows them in HTML. */
  exchanges: option.optional(kinds.truth),
};

/** What to check on which target, and the requirements on the result. */
export interface CheckOptions extends OptionsOf<typeof checkOptions> {}

export const replayOptions = {
  ...appOptions,
  ...documentOptions,
  /** Of a finding, of a change that `drift` reported, or of a problem of either, as any report shows it. */
  fingerprint: option.needed(kinds.text),
  /** The report of a check or of drift, or the path of its JSON. */
  report: option.needed(typed<string | Report | DriftReport>(kinds.textOrObject)),
  /** The target of that run; default: the embedded sandbox, in this process. */
  config: option.target(configuration),
  /** The store with the history, for a change that `drift` reported. */
  store: option.optional(kinds.text),
  /** Ids of faults to plant in the embedded sandbox. */
  faults: { ...faults, help: "plant these faults in the embedded sandbox; tripact faults lists them" },
  /**
   * The folder in which runs against live targets share their budget and keep their journals. Without it, runs share
   * nothing and write nothing to the target.
   */
  stateFolder: option.optional(kinds.text),
};

/** What to request again, and from which target. */
export interface ReplayOptions extends OptionsOf<typeof replayOptions> {}

export const restoreOptions = {
  ...appOptions,
  ...documentOptions,
  /** The configuration of the killed run, unless it was named by a document. */
  config: option.target(configuration),
  /** The folder in which runs against live targets keep their journals. */
  stateFolder: option.needed(kinds.text),
  /** Id of a record to drop from the journal instead, because you have restored it by hand. */
  forget: option.optional(kinds.text, {
    help: "drop this record from the journal instead; needs --settled-by-hand",
    value: "id",
  }),
};

/** The target, and the location of its journal. */
export interface RestoreOptions extends OptionsOf<typeof restoreOptions> {}

const isChunks = (value: unknown): boolean =>
  typeof value === "function" || (isThing(value) && Symbol.asyncIterator in Object(value));

const recording = kindThat<RecordingSource>(
  "a path, or an object with a name and its bytes",
  (value) =>
    typeof value === "string" ||
    (isThing(value) &&
      ["name", "file"].some((name) => typeof Reflect.get(Object(value), name) === "string") &&
      ["bytes", "chunks"].some((name) => isChunks(Reflect.get(Object(value), name)))),
);

const recordings = listOfKind(recording);

export const observeOptions = {
  ...appOptions,
  ...addressOptions(" in the recordings"),
  ...reworded(choiceOptions, { facts: "only the checks of these facts, for example DON-01,CRM-01" }),
  ...usageFileOptions,
  // A recording needs no credential.
  ...pickOptions(trafficOptions, "openapi", "url", "name"),
  /** HAR, VCR cassettes or NDJSON, optionally compressed. */
  recordings: option.needed(recordings),
  /** Its base addresses assign requests to interfaces; without it, paths decide. No credential is read. */
  config: option.target(configuration),
  /** A file to whose history the observed shapes are added. */
  store: option.optional(kinds.text),
};

/** The recordings and the checks that judge them. Base addresses here override those of the configuration. */
export interface ObserveOptions extends OptionsOf<typeof observeOptions> {}

export const driftOptions = {
  ...appOptions,
  ...usageFileOptions,
  ...trackerOptions,
  ...readingTargetOptions,
  /** The live target. It is never written to, whatever the configuration says. */
  config: option.target(configuration),
  /** The file with the history, to which the run is added. */
  store: option.needed(kinds.text),
  /** Name of the organization, if one store or address serves several; default: `default`. */
  organization: option.target(kinds.text, {
    help: "name of the organization, if one store or address serves several",
    value: "name",
  }),
  /** Seed of the run; default: a new one every day, so that several runs together see more records than one. */
  seed: option.optional(seed, { help: "seed of the run (default: a new one every day)" }),
  /** Number of days to keep runs; their aggregates stay. Default: forever. */
  keep: option.optional(wholeNumber(1, 9999)),
  /** A file for Prometheus metrics. The OpenTelemetry variables in `env` name a collector. */
  metrics: option.optional(kinds.text),
  /** Address of the report, for issues; default: the page of the CI run, from `env`. */
  reportUrl: option.optional(kinds.text, {
    help: "address of the report, for issues and the summary (default: the page of the CI run)",
    value: "url",
  }),
  /** Whether the checks' report holds the history of each target, for the HTML page. */
  withHistory: option.optional(kinds.truth),
  /** Whether the checks' report holds the exchanges. `report` needs them for HAR and shows them in HTML. */
  exchanges: option.optional(kinds.truth),
  /** The folder in which runs against live targets share their budget. Without it, nothing is shared. */
  stateFolder: option.optional(kinds.text),
};

/** What to read, what to compare it with, and whom to notify. */
export interface DriftOptions extends OptionsOf<typeof driftOptions> {}

/** The store of the drift runs; without it, there are no runs. */
const storeOfRuns = option.target(kinds.text);

export const acceptOptions = {
  ...appOptions,
  ...contractChoiceOptions,
  ...acceptanceOptions,
  /** The store of the drift runs; without it, there are no runs. */
  store: storeOfRuns,
  /** Fingerprints of open problems, groups of changes or single changes. Either all are accepted or none. */
  fingerprints: option.needed(kinds.texts),
  /** A folder with copies of the OpenAPI documents, into which the changes are also written. */
  intoDocuments: option.optional(kinds.text),
};

/** What to accept, why, and until when. */
export interface AcceptOptions extends OptionsOf<typeof acceptOptions> {}

/** Which runs a history lists. */
const runsOptions = {
  ...appOptions,
  ...contractChoiceOptions,
  /** The store of the drift runs; without it, there are no runs. */
  store: storeOfRuns,
  /** Only targets of this organization. */
  organization: option.target(kinds.text),
  /** Only runs since this day, for example `2027-01-31`. */
  since: option.optional(kinds.text, { help: "with --history: only runs from this day on", value: "date" }),
};

export const historyOptions = {
  ...runsOptions,
  /** Whether to add what each drifted field, up to 40, was in every run. */
  driftedFields: option.optional(kinds.truth),
};

/** The runs to list. */
export interface HistoryOptions extends OptionsOf<typeof historyOptions> {}

export const operationHistoryOptions = {
  ...runsOptions,
  /** Id of the operation. */
  operation: option.needed(kinds.text, {
    help: "with --history: only this operation, with its fields",
    value: "id",
  }),
  /** Only this field, for example `lastGiftDate` or `donor.email`; default: all. */
  field: option.optional(kinds.text, {
    help: "with --operation: what this field was in each run, for example lastGiftDate or donor.email",
    value: "path",
  }),
};

/** The operation, and optionally one of its fields. */
export interface OperationHistoryOptions extends OptionsOf<typeof operationHistoryOptions> {}

export const shapeOptions = {
  ...appOptions,
  /** The file to write. */
  file: option.needed(kinds.text),
  /** The store of the drift runs; without it, there are no runs. */
  store: storeOfRuns,
  /** Only targets of this organization; default: all. */
  organization: option.target(kinds.text),
  /** Only the targets at the addresses of this configuration; default: all. */
  config: option.target(configuration),
};

/** The target, and the file to write. */
export interface ShapeOptions extends OptionsOf<typeof shapeOptions> {}

export const diffOptions = {
  ...appOptions,
  ...usageFileOptions,
  /** The older OpenAPI document, or a folder of documents: YAML or JSON. */
  old: option.needed(kinds.text),
  /** The newer one. */
  new: option.needed(kinds.text),
  /** The side that a change must not break; default: consumers. */
  for: option.usual<"consumers" | "providers" | "both">(
    "consumers",
    oneOfWords("consumers", "providers", "both"),
    { help: "whom a change must not break", value: "audience" },
  ),
};

/** What to compare, and the side that changes must not break. */
export interface DiffOptions extends OptionsOf<typeof diffOptions> {}

const askedNames = {
  /** Names of note types; no operation lists them. */
  noteTypes: option.optional(kinds.texts),
  /** Whether to keep the options of custom fields, which are the organization's own words. */
  fieldOptions: option.optional(kinds.truth),
};

/** Names of an organization to ask for. */
interface AskedNames extends OptionsOf<typeof askedNames> {}

export const discoverOptions = {
  ...appOptions,
  /** The configuration of the target; default: the embedded sandbox, with `assumptions` and `scale`. */
  config: option.target(configuration),
  /** Maximum number of requests, 1 to 100000; default: 300. */
  budget: option.usual(300, wholeNumber(1, 100_000), { help: "maximum number of requests" }),
  /** Another seed samples other records; default: 1. */
  seed: { ...runSeed, help: "seed of the run: another seed samples other records" },
  /** A file that maps a Query/options response of a different shape. */
  optionsMapping: option.optional(kinds.text),
  /** The folder in which runs against live targets keep their shared budget; default: nothing is shared. */
  stateFolder: option.optional(kinds.text),
  /** Also asks for the organization's own names: custom fields, contact method types and note types. */
  organization: option.optional(typed<AskedNames>(objectWith(askedNames))),
  ...reworded(pickOptions(sandboxOptions, "assumptions", "scale"), {
    scale: "number of donors in the embedded sandbox",
  }),
};

/** The target whose queries to explore, and how far. */
export interface DiscoverOptions extends OptionsOf<typeof discoverOptions> {}

export const generateTypesOptions = {
  ...discoverOptions,
  /** The folder. */
  out: option.needed(kinds.text),
  /** The module of the query builder; default: `tripact/queries`. */
  importFrom: option.optional(kinds.text, {
    help: "with --discover: module of the query builder (default: tripact/queries)",
    value: "module",
  }),
};

/** The target, and where to write its types. */
export interface GenerateTypesOptions extends OptionsOf<typeof generateTypesOptions> {}

export const generateOptions = {
  ...appOptions,
  /** An OpenAPI document, a file or an address; default: those of the project's clone. */
  openapi: option.optional(kinds.text, {
    help: "generate types, schemas, validators and a page from this OpenAPI document",
    value: "file or address",
  }),
  /** With `openapi`: name of the interface; default: from the document's title. */
  name: trafficOptions.name,
  /** A folder that is new, or that holds nothing else; default: the one in the project's clone. */
  out: option.optional(kinds.text),
  /** Writes nothing, and reports what is stale. */
  check: option.optional(kinds.truth, { help: "write nothing; fail if a generated file is stale" }),
};

/** What to generate from, and where to write it. */
export interface GenerateOptions extends OptionsOf<typeof generateOptions> {}

export const doctorOptions = {
  ...appOptions,
  ...documentOptions,
  /** The configuration of the target. */
  config: option.target(configuration),
  /** The folder in which runs against live targets keep their shared budget; default: nothing is shared. */
  stateFolder: option.optional(kinds.text),
};

/** The target to examine. */
export interface DoctorOptions extends OptionsOf<typeof doctorOptions> {}

export const mergeOptions = { ...appOptions, ...requirementOptions, ...contractChoiceOptions };

/** Requirements on the merged report. */
export interface MergeOptions extends OptionsOf<typeof mergeOptions> {}

export const usageOptions = {
  ...appOptions,
  /** The tsconfig.json or jsconfig.json of the project, or its folder; default: tsconfig.json. */
  project: option.target(kinds.text, {
    help: "configuration of the project, or its folder (default: tsconfig.json)",
    value: "file",
  }),
  /** Recordings of the project's traffic; without a project, the only source. */
  recordings: option.target(recordings),
  /** Name of the consumer in reports, up to 100 characters; default: the name in package.json. */
  name: option.optional(kinds.text, {
    help: "what reports call the consumer (default: the name in package.json)",
    value: "name",
  }),
  /** The project's previous usage file: its recorded use is kept if no recordings are given. */
  earlier: option.optional(kinds.text),
  /** The configuration whose interfaces the project may use; default: the built-in ones. */
  config: option.target(configuration),
  /** The OpenAPI document of the interface that the project may use, in place of a configuration: a file or an address. */
  openapi: option.optional(kinds.text, {
    help: "the interface of this OpenAPI document; reads no configuration",
    value: "file or address",
  }),
  /** With `openapi`: name of the interface; default: from the document's title. */
  interface: option.optional(kinds.text, {
    help: "with --openapi: name of the interface (default: from the title)",
    value: "name",
  }),
};

/** The project, recordings of its traffic, and the interfaces that it uses. */
export interface UsageOptions extends OptionsOf<typeof usageOptions> {}

export const servedDocumentOptions = { ...appOptions, ...servedDocumentChoiceOptions };

/** How a document is served: the name of its interface, its records, and answers to what it leaves open. */
export interface ReadServedDocumentOptions extends OptionsOf<typeof servedDocumentOptions> {}
