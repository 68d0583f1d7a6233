import { kinds, type OptionUses } from "../../../core/output/values.ts";
import { appUses } from "../../../inputs/environment-of.ts";
import type { Fleet, FleetDayOptions, FleetOptions } from "../fleet.ts";

const ofFleet: OptionUses<FleetOptions> = { ...appUses, fleet: "needed" };
const ofDay: OptionUses<FleetDayOptions> = { ...ofFleet, date: "optional" };

/** Kinds of options that others have under the same name. */
export const fleetKinds = { organization: kinds.text };

/** All options of each function of a fleet. Without a filter, a function shows or changes more. */
export const fleetUses: { readonly [Name in keyof Fleet]: OptionUses<Parameters<Fleet[Name]>[0]> } = {
  check: { ...ofFleet, resolve: "optional" },
  migrate: ofFleet,
  import: { ...ofFleet, store: "needed", as: "optional" },
  plan: { ...ofDay, now: "optional" },
  work: { ...ofFleet, slots: "optional", drain: "optional" },
  run: { ...ofDay, slots: "optional", noWait: "optional" },
  status: ofDay,
  drift: { ...ofDay, organization: "target", fingerprint: "target", operation: "target" },
  history: { ...ofFleet, organization: "target" },
  accept: {
    ...ofFleet,
    fingerprints: "needed",
    organization: "target",
    everywhere: "optional",
    until: "optional",
    by: "optional",
    note: "optional",
  },
  pause: { ...ofFleet, organization: "needed", reason: "optional" },
  resume: { ...ofFleet, organization: "needed" },
  // Without a token, everybody can read the pages.
  serve: { ...ofFleet, port: "optional", host: "optional", publicHost: "optional", token: "target" },
};
