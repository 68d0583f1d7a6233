import type { operations } from "../contract/crm.ts";

type Status = keyof operations["addEventContact"]["responses"] & number;

const final: readonly Status[] = [200, 409];

export const isFinal = (status: Status): boolean => final.includes(status);

type Conflict = operations["issueToken"]["responses"][409];

export const conflictOf = (conflict: Conflict): unknown => conflict.content;
