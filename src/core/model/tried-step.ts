/** How often one step of a check followed another. */
export interface TriedStep {
  readonly check: string;
  readonly before: string;
  readonly step: string;
  readonly times: number;
}
