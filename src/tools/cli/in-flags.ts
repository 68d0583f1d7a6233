import type { UsageError } from "../../harness/model/usage-error.ts";

/** Options of the library whose flags have other names. */
const otherNames: Readonly<Record<string, string>> = {
  checks: "check",
  facts: "fact",
  faults: "fault",
  interfaces: "interface",
  recordings: "recording",
  usages: "usage",
  assumptions: "set",
  extend: "yes",
  providers: "provider",
};

/** `--min-facts` of `minFacts`. */
export const flagOf = (option: string): string =>
  `--${otherNames[option] ?? option.replaceAll(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`)}`;

/** A text of the library, which quotes its options in backticks, as the command line says it. */
const inFlags = (text: string): string =>
  text.replaceAll(/`([a-z]\w*)`/gi, (_, option) => flagOf(String(option)));

const otherFolder = "another folder with XDG_STATE_HOME";

/** What is shown of an error. */
export interface ShownError {
  readonly place: string | undefined;
  readonly message: string;
  readonly hint: string | undefined;
}

/** An error as the command line reports it: `facts` of the library is `--fact` here. */
export const shownError = (
  { option, location, message, hint }: UsageError,
  args: readonly string[],
): ShownError => {
  const flag = option === undefined ? [] : [flagOf(option)];
  const named = [...flag, ...(location === undefined ? [] : [location])].join(" ");
  // Whoever names no store has the one in the state folder.
  const isNamed = args.some((one) => one.startsWith("--store"));
  const fix =
    hint === undefined || isNamed ? hint : hint.replace(/another file with [`-]*store`?/, otherFolder);
  return {
    place: named === "" ? undefined : named,
    message: inFlags(message),
    hint: fix === undefined ? undefined : inFlags(fix),
  };
};
