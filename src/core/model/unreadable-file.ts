import { codeOf } from "./error-code.ts";
import { UsageError } from "./usage-error.ts";

const reasons: Readonly<Record<string, string>> = {
  ENOENT: "file not found",
  EISDIR: "it is a folder, not a file",
  EACCES: "no permission to read it",
  EPERM: "no permission to read it",
  ENOTDIR: "a part of the path is not a folder",
  ELOOP: "its links form a loop",
  ENAMETOOLONG: "the name is too long",
  ENXIO: "it is not a readable file",
  ETIMEDOUT: "nothing arrived in the pipe for 30 s",
};

const tryAgain = "try again";

/** The fix by the reason; for all other reasons it is the command's. */
const fixes: Readonly<Record<string, string>> = {
  EMFILE: tryAgain,
  ENFILE: tryAgain,
  ENOMEM: tryAgain,
  EACCES: "make it readable, or name another file",
  EPERM: "make it readable, or name another file",
  ETIMEDOUT: "write to the pipe, or name a file",
};

export interface UnreadableFile {
  /** The library option that names the file, if any. */
  readonly option?: string | undefined;
  /** The file's name in messages. */
  readonly location: string;
  readonly hint?: string | undefined;
  /** Hint if the path is a folder; default: the given hint, or to name a file in it. */
  readonly folderHint?: string | undefined;
}

/** A UsageError with the system's reason in words; other errors, such as an interruption, unchanged. */
export const unreadableFile = (
  error: unknown,
  { option, location, hint, folderHint = hint ?? "name a file in it" }: UnreadableFile,
): unknown => {
  const code = codeOf(error);
  if (code === "" || code === "ABORT_ERR") return error;
  const usual = code === "ENOENT" ? "check the path" : "name another file";
  const fix = code === "EISDIR" ? folderHint : (fixes[code] ?? hint ?? usual);
  return new UsageError(reasons[code] ?? `cannot be read (${code})`, { option, location, hint: fix });
};
