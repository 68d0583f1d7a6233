import { codeOf } from "./error-code.ts";
import { UsageError } from "./usage-error.ts";

const reasons: Readonly<Record<string, string>> = {
  ENOENT: "there is no such file",
  EISDIR: "it is a folder, not a file",
  EACCES: "no permission to read it",
  EPERM: "no permission to read it",
  ENOTDIR: "a part of the path is not a folder",
  ELOOP: "its links go round in a circle",
  ENAMETOOLONG: "the name is too long",
  ENXIO: "it is no file that can be read",
  ETIMEDOUT: "nothing arrived in the pipe for 30 s",
};

export interface UnreadableFile {
  /** The option of the library that names the file, if one does. */
  readonly option?: string | undefined;
  /** What stands for the file in messages. */
  readonly location: string;
  readonly hint?: string | undefined;
  /** What to do about a folder; the hint by default, or to name a file in it. */
  readonly folderHint?: string | undefined;
}

/**
 * Why a file that was to be read could not be: a UsageError with the system's reason in words. An error that is not
 * the system's, such as an interruption, comes back as it is, since it is nobody's wrong use.
 */
export const unreadableFile = (
  error: unknown,
  { option, location, hint, folderHint = hint ?? "name a file in it" }: UnreadableFile,
): unknown => {
  const code = codeOf(error);
  if (code === "" || code === "ABORT_ERR") return error;
  const fix = code === "EISDIR" ? folderHint : hint;
  return new UsageError(reasons[code] ?? `cannot be read (${code})`, { option, location, hint: fix });
};
