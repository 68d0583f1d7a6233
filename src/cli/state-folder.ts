import { homedir } from "node:os";
import { isAbsolute, join } from "node:path";

/**
 * The folder where runs leave what later runs need: `tripact` under $XDG_STATE_HOME, else under
 * `.local/state` of the user's home.
 */
export const stateFolder = (env: Readonly<Record<string, string | undefined>>): string => {
  const state = env["XDG_STATE_HOME"];
  // The XDG base directory specification: a relative path is to be ignored.
  if (state !== undefined && isAbsolute(state)) return join(state, "tripact");
  return join(env["HOME"] ?? homedir(), ".local", "state", "tripact");
};

/**
 * Where runs against live targets keep what all runs of this user on this machine share, whatever store they use: the
 * locks, the hour, the journals of writes, the refresh token.
 */
export const liveFolder = (env: Readonly<Record<string, string | undefined>>): string =>
  join(stateFolder(env), "live");

/** Where the store is unless `--store` names a file. */
export const defaultStore = (env: Readonly<Record<string, string | undefined>>): string =>
  join(stateFolder(env), "store.sqlite");
