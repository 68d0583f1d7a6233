import { createHash } from "node:crypto";
import type { DriftKind } from "../../core/model/drift.ts";
import type { InterfaceName } from "../../core/model/interface-name.ts";

/** The subject of a change. */
export interface Subject {
  readonly interface: InterfaceName;
  /** `*` for the whole interface. */
  readonly operation: string;
  readonly status?: number;
  readonly pointer: string;
  readonly kind: DriftKind;
  /** The new state, if the kind does not imply it: a type, a form, a header name, `200 > 404`. */
  readonly detail: string;
}

/** Unique key of a subject; names of fields and headers contain no line break. */
export const subjectKey = ({ interface: name, operation, status, kind, pointer, detail }: Subject): string =>
  `${name}\n${operation}\n${status ?? ""}\n${kind}\n${pointer}\n${detail}`;

/** Twelve hex digits, the same in every run, for every organization and address. */
export const driftFingerprint = (subject: Subject): string =>
  createHash("sha256")
    .update(`drift\n${subjectKey(subject)}`)
    .digest("hex")
    .slice(0, 12);
