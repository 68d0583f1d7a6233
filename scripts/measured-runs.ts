/** A run whose table is committed to reports/ and shown on the documentation site. */
interface MeasuredRun {
  readonly what: string;
  readonly command: string;
}

/** By file name, in display order. */
export const measuredRuns: Readonly<Record<string, MeasuredRun>> = {
  "fault-matrix": {
    what: "Planted faults that are found and blamed on their fact",
    command: "npm run faults",
  },
  "foreign-servers": {
    what: "Servers that others have written, checked by their documents",
    command: "npm run foreign -- check",
  },
  "random-targets": { what: "Alarms about random conformant targets", command: "npm run targets" },
  bench: { what: "Speed, beside limits and other tools", command: "npm run bench" },
  "budget-curve": { what: "Planted faults found against requests allowed", command: "npm run curve" },
  "budget-hindsight": {
    what: "What hindsight would find with few requests",
    command: "npm run curve -- --hindsight",
  },
  requests: { what: "Requests of each check", command: "npm run requests" },
  month: { what: "A month of runs under the default budget", command: "npm run month" },
  "month-with-writes": {
    what: "The same with writes on",
    command: "npm run month -- --writes",
  },
  discovery: { what: "Discovery on combinations of query interfaces", command: "npm run discovery" },
  sequences: { what: "Defects in time, in combination and in text", command: "npm run sequences" },
  fleet: { what: "What a fleet costs", command: "npm run fleet:capacity" },
  packages: { what: "Installations by Node and package manager", command: "npm run package:matrix" },
};
