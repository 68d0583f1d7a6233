import { defineCommand, type OptionsOf } from "../definition.ts";
import { acceptanceOptions } from "./shared-options.ts";

const fleetOption = { flags: "--fleet <file>", text: "fleet file", default: "fleet.yaml" } as const;
const organizationOption = { flags: "--organization <name>", text: "this organization alone" } as const;
const dateOption = { flags: "--date <day>", text: "day, as 2025-01-31 (default: today)" } as const;

export const fleetCommand = defineCommand({
  name: "fleet",
  summary: "check many organizations on one schedule",
  description:
    "Checks many organizations for drift, each within its own budget: on SQLite in one process, or on PostgreSQL with " +
    "workers on many machines. A fleet file lists them.",
});

export const fleetCheckCommand = defineCommand({
  name: "check",
  summary: "check the fleet file",
  description:
    "Reads the fleet file, the list of organizations and the configuration of each, and sends nothing. Secrets are not " +
    "resolved without --resolve.",
  options: [
    fleetOption,
    { flags: "--resolve", text: "also resolve the secrets of each organization, and name those that fail" },
  ],
});

export const fleetMigrateCommand = defineCommand({
  name: "migrate",
  summary: "create the tables, or bring them up to date",
  description:
    "Creates the tables of the database, or brings them up to date. Safe while others do the same.",
  options: [fleetOption],
});

export const fleetImportCommand = defineCommand({
  name: "import",
  summary: "take over the store of tripact drift",
  description:
    "Takes over the history of every organization in a store of tripact drift, with what was accepted. What the fleet " +
    "has already stays as it is, so the same store may be imported again.",
  options: [
    fleetOption,
    { flags: "--store <file>", text: "the store (default: in the user's state folder)" },
    { flags: "--as <name>", text: "name of the organization, where the store has one alone" },
  ],
});

export const fleetRunCommand = defineCommand({
  name: "run",
  summary: "check every organization once, in this process",
  description:
    "Checks every organization that has no run of the day yet, several at once, and lists what changed. What an " +
    "interrupted run left is checked by the next one.",
  options: [
    fleetOption,
    dateOption,
    { flags: "--slots <number>", text: "organizations at once", default: "8" },
  ],
});

export const fleetPlanCommand = defineCommand({
  name: "plan",
  summary: "put in the runs of a day",
  description:
    "Puts in the runs of a day that have not ended, for workers on PostgreSQL: each organization at its own minute of " +
    "the window. What is planned already is not planned again.",
  options: [fleetOption, dateOption, { flags: "--now", text: "let all of them begin at once" }],
});

export const fleetWorkCommand = defineCommand({
  name: "work",
  summary: "make the planned runs, beside other workers",
  description:
    "Makes the planned runs, beside any number of other workers, and plans every day by the schedule of the fleet file. " +
    "With --drain it ends when no run is left, with 0 although runs failed: they were made, and are not made again. " +
    "tripact fleet status exits with 3 where too many failed.",
  options: [
    fleetOption,
    { flags: "--slots <number>", text: "organizations at once", default: "8" },
    { flags: "--drain", text: "end when no run is left, and plan nothing" },
  ],
});

export const fleetStatusCommand = defineCommand({
  name: "status",
  summary: "show how far a day's runs are",
  description: "Shows how many runs of a day are done, failed and waiting, and why runs failed.",
  options: [fleetOption, dateOption],
});

export const fleetDriftCommand = defineCommand({
  name: "drift",
  summary: "list what changed, and how widely",
  description:
    "Lists every open change once, with the organizations that show it. Exits with 1 where one is breaking, with 3 where " +
    "more runs of the day failed than the fleet file tolerates.",
  options: [
    fleetOption,
    dateOption,
    organizationOption,
    { flags: "--operation <id>", text: "changes of this operation alone" },
    { flags: "--fingerprint <fingerprint>", text: "this change alone, with all organizations" },
  ],
});

export const fleetHistoryCommand = defineCommand({
  name: "history",
  summary: "list the runs of organizations",
  description: "Lists all runs of each organization, and what each operation did in them.",
  options: [fleetOption, organizationOption],
});

export const fleetAcceptCommand = defineCommand({
  name: "accept",
  summary: "accept changes that are meant",
  description:
    "Accepts changes wherever they are open now: from then on they are usual there, and going back is drift.",
  operands: [{ name: "<fingerprint...>", text: "fingerprints that tripact fleet drift has listed" }],
  options: [
    fleetOption,
    organizationOption,
    { flags: "--everywhere", text: "also where the change appears later" },
    ...acceptanceOptions,
  ],
});

export const fleetPauseCommand = defineCommand({
  name: "pause",
  summary: "leave an organization alone",
  description: "Leaves an organization alone until it is resumed.",
  operands: [{ name: "<organization>", text: "its name" }],
  options: [
    fleetOption,
    { flags: "--reason <text>", text: "shown wherever the organization is", default: "paused by hand" },
  ],
});

export const fleetResumeCommand = defineCommand({
  name: "resume",
  summary: "check a paused organization again",
  description: "Checks an organization again that was paused, by hand or after failed runs.",
  operands: [{ name: "<organization>", text: "its name" }],
  options: [fleetOption],
});

export const fleetServeCommand = defineCommand({
  name: "serve",
  summary: "serve the pages of the fleet",
  description:
    "Serves what a person reads in the morning (tonight's runs, changes, organizations, operations, work), with /metrics " +
    "for Prometheus, /healthz and /readyz. Reads and never writes; shows no value of a record and no secret.",
  options: [
    fleetOption,
    { flags: "--port <number>", text: "port to listen on, 0 for a free one", default: "4174" },
    { flags: "--host <address>", text: "address to listen on", default: "127.0.0.1" },
    { flags: "--public-host <name>", text: "a name by which a proxy leads here" },
    { flags: "--token-from <variable>", text: "environment variable with the token that every reader sends" },
  ],
});

export type FleetOptions = OptionsOf<typeof fleetMigrateCommand>;
export type FleetCheckOptions = OptionsOf<typeof fleetCheckCommand>;
export type FleetImportOptions = OptionsOf<typeof fleetImportCommand>;
export type FleetPlanOptions = OptionsOf<typeof fleetPlanCommand>;
export type FleetWorkOptions = OptionsOf<typeof fleetWorkCommand>;
export type FleetRunOptions = OptionsOf<typeof fleetRunCommand>;
export type FleetStatusOptions = OptionsOf<typeof fleetStatusCommand>;
export type FleetDriftOptions = OptionsOf<typeof fleetDriftCommand>;
export type FleetHistoryOptions = OptionsOf<typeof fleetHistoryCommand>;
export type FleetAcceptOptions = OptionsOf<typeof fleetAcceptCommand>;
export type FleetServeOptions = OptionsOf<typeof fleetServeCommand>;
export type FleetPauseOptions = OptionsOf<typeof fleetPauseCommand>;
