import type { Command } from "commander";
import { addCommand, addGroup, type Dispatch } from "./add-command.ts";
import {
  fleetAcceptCommand,
  fleetCheckCommand,
  fleetCommand,
  fleetDriftCommand,
  fleetHistoryCommand,
  fleetImportCommand,
  fleetMigrateCommand,
  fleetPauseCommand,
  fleetPlanCommand,
  fleetResumeCommand,
  fleetRunCommand,
  fleetServeCommand,
  fleetStatusCommand,
  fleetWorkCommand,
} from "./definitions/fleet.ts";

/** Adds `tripact fleet` and its commands. */
export const addFleet = (program: Command, dispatch: Dispatch): void => {
  const fleet = addGroup(program, fleetCommand);
  addCommand(
    fleet,
    dispatch,
    fleetCheckCommand,
    async () => (await import("./commands/fleet/check.ts")).checkFleet,
  );
  addCommand(
    fleet,
    dispatch,
    fleetMigrateCommand,
    async () => (await import("./commands/fleet/migrate.ts")).migrateFleet,
  );
  addCommand(
    fleet,
    dispatch,
    fleetImportCommand,
    async () => (await import("./commands/fleet/import.ts")).importFleet,
  );
  addCommand(
    fleet,
    dispatch,
    fleetRunCommand,
    async () => (await import("./commands/fleet/run.ts")).runFleet,
  );
  addCommand(
    fleet,
    dispatch,
    fleetPlanCommand,
    async () => (await import("./commands/fleet/plan.ts")).planFleet,
  );
  addCommand(
    fleet,
    dispatch,
    fleetWorkCommand,
    async () => (await import("./commands/fleet/work.ts")).workFleet,
  );
  addCommand(
    fleet,
    dispatch,
    fleetStatusCommand,
    async () => (await import("./commands/fleet/status.ts")).fleetStatus,
  );
  addCommand(
    fleet,
    dispatch,
    fleetServeCommand,
    async () => (await import("./commands/fleet/serve.ts")).serveFleet,
  );
  addCommand(
    fleet,
    dispatch,
    fleetDriftCommand,
    async () => (await import("./commands/fleet/drift.ts")).fleetDrift,
  );
  addCommand(
    fleet,
    dispatch,
    fleetHistoryCommand,
    async () => (await import("./commands/fleet/history.ts")).fleetHistory,
  );
  addCommand(
    fleet,
    dispatch,
    fleetAcceptCommand,
    async () => (await import("./commands/fleet/accept.ts")).acceptFleetDrift,
  );
  addCommand(
    fleet,
    dispatch,
    fleetPauseCommand,
    async () => (await import("./commands/fleet/pause.ts")).pauseOrganization,
  );
  addCommand(
    fleet,
    dispatch,
    fleetResumeCommand,
    async () => (await import("./commands/fleet/pause.ts")).resumeOrganization,
  );
};
