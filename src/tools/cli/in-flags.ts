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

const flagOf = (option: string): string =>
  `--${otherNames[option] ?? option.replaceAll(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`)}`;

/** A text of the library, which quotes its options in backticks, as the command line says it. */
const inFlags = (text: string): string =>
  text.replaceAll(/`([a-z]\w*)`/gi, (_, option) => flagOf(String(option)));

/** An error as the command line reports it: `facts` of the library is `--fact` here. */
export const shownError = ({
  option,
  location,
  message,
  hint,
}: UsageError): {
  readonly place: string | undefined;
  readonly message: string;
  readonly hint: string | undefined;
} => {
  const flag = option === undefined ? [] : [flagOf(option)];
  const named = [...flag, ...(location === undefined ? [] : [location])].join(" ");
  return {
    place: named === "" ? undefined : named,
    message: inFlags(message),
    hint: hint === undefined ? undefined : inFlags(hint),
  };
};
