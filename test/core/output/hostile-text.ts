/** What a terminal or an editor could take for more than text; newlines are looked for as forged lines. */
const unprintable = /[\p{Cc}\p{Cf}\p{Zl}\p{Zp}\p{Cs}]/u;

/** The commands that GitHub Actions and Azure Pipelines act upon when a line of a log holds them. */
export const isCiCommand = (line: string): boolean =>
  /^\s*::[^:]*::|^\s*::[^\s:]+\s/.test(line) || /##(?:\w*)\[[^\]]+\]/.test(line);

/** What is wrong with a text that a person or a CI system is shown; empty where nothing is. */
export const dangersIn = (text: string): readonly string[] =>
  text
    .split("\n")
    .filter((line) => unprintable.test(line) || isCiCommand(line))
    .map((line) => JSON.stringify(line));

/** Names that somebody else chooses, each with one way to be more than a name. */
export const hostileNames: Readonly<Record<string, string>> = {
  "a terminal's escape": "a\u001b[2J\u001b]0;owned\u0007b",
  "a C1 control": "a\u009b31mb",
  "a forged line": "a\n✓ conformant: all passed\nb",
  "a carriage return": "a\r✓ conformant",
  "a command to GitHub": "::error title=owned::pwned",
  "a command on a line of its own": "a\n::set-output name=x::y",
  "a command behind a space": "a ::add-mask::b",
  "a command to Azure": "##vso[task.setvariable variable=x]y",
  "a group": "a##[group]b",
  "text from right to left": "a\u202egnp.exe\u202cb",
  "a line separator": "a\u2028::error::b",
  "a paragraph separator": "a\u2029b",
  "half a character": "a\ud800b",
  "an invisible mark": "a\ufeff\u200bb",
};
