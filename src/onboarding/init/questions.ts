/** Asks the user. Answers are undefined if the user cancels. */
export interface Questions {
  /** A line of text; empty if nothing is entered. */
  text(question: string): Promise<string | undefined>;
  /** A credential, which is not echoed; `variable` is the environment variable for it. */
  secret(question: string, variable: string): Promise<string | undefined>;
  confirm(question: string): Promise<boolean | undefined>;
}
