import { option, type OptionsOf } from "../../core/output/options.ts";
import { kinds, port, wholeNumber } from "../../core/output/values.ts";
import { appOptions } from "../../inputs/app-options.ts";
import { acceptanceOptions } from "../../inputs/common-options.ts";

const ofFleet = {
  ...appOptions,
  /** The fleet file. Paths in it are relative to `cwd`, and its variables come from `env`. */
  fleet: option.needed(kinds.text, { help: "fleet file", value: "file" }),
};

/** Options of every function of a fleet. */
export interface FleetOptions extends OptionsOf<typeof ofFleet> {}

const ofDay = {
  ...ofFleet,
  /** For example `2025-01-31`; default: today in the time zone of the fleet file, which by default is the machine's with SQLite and UTC with PostgreSQL. */
  date: option.optional(kinds.text, { help: "day, as 2025-01-31 (default: today)", value: "day" }),
};

/** Options of functions for one day. */
export interface FleetDayOptions extends OptionsOf<typeof ofDay> {}

const ofRuns = {
  ...ofFleet,
  /** Concurrent organizations, 1 to 256; default: 8. */
  slots: option.usual(8, wholeNumber(1, 256), { help: "organizations at once" }),
};

/** Options of functions that execute runs. */
export interface FleetRunOptions extends OptionsOf<typeof ofRuns> {}

const organization = option.target(kinds.text, { help: "this organization alone", value: "name" });

/** All options of each function of a fleet. Without a filter, a function shows or changes more. */
export const fleetOptions = {
  check: {
    ...ofFleet,
    resolve: option.optional(kinds.truth, {
      help: "also resolve the secrets of each organization, and name those that fail",
    }),
  },
  migrate: ofFleet,
  import: {
    ...ofFleet,
    store: option.needed(kinds.text),
    as: option.optional(kinds.text, {
      help: "name of the organization, if the store has only one",
      value: "name",
    }),
  },
  plan: {
    ...ofDay,
    now: option.optional(kinds.truth, {
      help: "begin all of them now, and again those that failed before they sent anything",
    }),
  },
  work: {
    ...ofRuns,
    drain: option.optional(kinds.truth, { help: "end when no run is left, and plan nothing" }),
  },
  run: {
    ...ofRuns,
    ...ofDay,
    noWait: option.optional(kinds.truth, {
      help: "leave organizations whose requests for this hour are spent to a later call, and exit with 3",
    }),
  },
  status: ofDay,
  drift: {
    ...ofDay,
    organization,
    operation: option.target(kinds.text, { help: "only changes of this operation", value: "id" }),
    fingerprint: option.target(kinds.text, {
      help: "this change alone, with all organizations",
      value: "fingerprint",
    }),
  },
  history: { ...ofFleet, organization },
  accept: {
    ...ofFleet,
    ...acceptanceOptions,
    fingerprints: option.needed(kinds.texts),
    organization,
    everywhere: option.optional(kinds.truth, { help: "also where the change appears later" }),
  },
  pause: {
    ...ofFleet,
    organization: option.needed(kinds.text),
    reason: option.usual("paused by hand", kinds.text, {
      help: "shown beside the organization",
      value: "text",
    }),
  },
  resume: { ...ofFleet, organization: option.needed(kinds.text) },
  serve: {
    ...ofFleet,
    port: option.optional(port, { help: "port to listen on, 0 for a free one" }),
    host: option.usual("127.0.0.1", kinds.text, { help: "address to listen on", value: "address" }),
    publicHost: option.optional(kinds.text, {
      help: "host name that a proxy forwards to these pages",
      value: "name",
    }),
    // Without a token, everybody can read the pages.
    token: option.target(kinds.text),
  },
};

/** Options of one function of a fleet. */
export type OptionsOfFleet<Name extends keyof typeof fleetOptions> = OptionsOf<(typeof fleetOptions)[Name]>;
