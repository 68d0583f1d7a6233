import { createHash } from "node:crypto";
import type { DriftKind } from "../model/drift.ts";
import type { InterfaceName } from "../model/interface-name.ts";

/** What a change is about. */
export interface Subject {
  readonly interface: InterfaceName;
  /** `*` for the whole interface. */
  readonly operation: string;
  readonly status?: number;
  readonly pointer: string;
  readonly kind: DriftKind;
  /** What is new, where a kind alone does not say it: a type, a form, a header's name, `200 > 404`. */
  readonly detail: string;
}

/** The key of a subject, unlike that of any other one; names of fields and headers hold no line break. */
export const subjectKey = ({ interface: name, operation, status, kind, pointer, detail }: Subject): string =>
  `${name}\n${operation}\n${status ?? ""}\n${kind}\n${pointer}\n${detail}`;

/** Twelve hex digits, the same in every run, for every organization and address. */
export const driftFingerprint = (subject: Subject): string =>
  createHash("sha256")
    .update(`drift\n${subjectKey(subject)}`)
    .digest("hex")
    .slice(0, 12);
