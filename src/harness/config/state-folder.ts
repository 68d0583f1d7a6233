import { homedir, userInfo } from "node:os";
import { isAbsolute, join } from "node:path";
import { UsageError } from "../model/usage-error.ts";

type Environment = Readonly<Record<string, string | undefined>>;

/** Of a user that the system does not know. */
const orNothing = (folder: () => string): string => {
  try {
    return folder();
  } catch {
    return "";
  }
};

/** What $HOME says, else what the system knows of the user; never a path that begins in the working directory. */
const homeFolder = ({ HOME = "" }: Environment): string => {
  const home = [HOME, homedir(), orNothing(() => userInfo().homedir)].find(isAbsolute);
  if (home !== undefined) return home;
  throw new UsageError("this user has no home folder", {
    location: "HOME",
    hint: "set HOME or XDG_STATE_HOME to an absolute path",
  });
};

/**
 * The folder where runs leave what later runs need: `tripact` under $XDG_STATE_HOME, else under
 * `.local/state` of the user's home.
 * @throws UsageError when no home folder is known.
 */
export const stateFolder = (env: Environment): string => {
  const state = env["XDG_STATE_HOME"];
  // The XDG base directory specification: a relative path is to be ignored.
  if (state !== undefined && isAbsolute(state)) return join(state, "tripact");
  return join(homeFolder(env), ".local", "state", "tripact");
};

/**
 * Where runs against live targets keep what all runs of this user on this machine share, whatever store they use: the
 * locks, the hour, the journals of writes, the refresh token.
 */
export const liveFolder = (env: Environment): string => join(stateFolder(env), "live");

/** Where the store is unless `--store` names a file. */
export const defaultStore = (env: Environment): string => join(stateFolder(env), "store.sqlite");
