/** A line of a text file. */
export interface FilePlace {
  /** With `/` between folders. */
  readonly file: string;
  /** From 1. */
  readonly line: number;
  /** Whether the file comes with tripact, not with the repository that is judged. */
  readonly isPackaged?: true;
}
