/** A line of a text file. */
export interface FilePlace {
  /** With `/` between folders. */
  readonly file: string;
  /** From 1. */
  readonly line: number;
}
