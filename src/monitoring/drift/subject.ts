import { createHash } from "node:crypto";
import type { DriftKind } from "../../core/model/drift.ts";
import type { InterfaceName } from "../../core/model/interface-name.ts";
import { type BodyForm, bodyForms } from "../../core/shapes/error-form.ts";
import { type JsonType, jsonTypes } from "../../core/shapes/shape-entry.ts";
import { type TextClass, textClasses } from "../../core/shapes/text-class.ts";

/** Kinds that imply the new state. */
const plainKinds = [
  "operation-removed",
  "field-added",
  "field-removed",
  "presence-dropped",
  "null-appeared",
] as const satisfies readonly DriftKind[];

/** Answers are as slow or as fast as never before. */
export const directions = ["slower", "faster"] as const;

/** A kind of change with the new state. */
export type Feature =
  | { readonly kind: (typeof plainKinds)[number] }
  | { readonly kind: "type-changed"; readonly type: JsonType }
  /** Of a whole body. */
  | { readonly kind: "type-changed" | "error-form-changed"; readonly form: BodyForm }
  | { readonly kind: "format-changed"; readonly text: TextClass }
  /** As text: a documented value, or any other. */
  | { readonly kind: "value-added"; readonly value: string }
  | { readonly kind: "status-changed"; readonly from: number; readonly to: number }
  | { readonly kind: "header-appeared"; readonly header: string }
  /** `x-ratelimit-limit: 5000` (core/shapes/rate-figures.ts). */
  | { readonly kind: "rate-changed"; readonly figure: string }
  | { readonly kind: "latency-changed"; readonly direction: (typeof directions)[number] };

export interface Place {
  readonly interface: InterfaceName;
  /** `*` for the whole interface. */
  readonly operation: string;
  readonly status?: number;
  readonly pointer: string;
}

/** The subject of a change. */
export type Subject = Place & Feature;

/** A subject of one kind. */
export type SubjectOf<Kind extends DriftKind> = Subject & { readonly kind: Kind };

/** The new state as text, part of a subject's identity; empty if the kind implies it. */
export const detailOf = (feature: Feature): string => {
  switch (feature.kind) {
    case "type-changed":
      return "form" in feature ? feature.form : feature.type;
    case "error-form-changed":
      return feature.form;
    case "format-changed":
      return feature.text;
    case "value-added":
      return feature.value;
    case "status-changed":
      return `${feature.from} > ${feature.to}`;
    case "header-appeared":
      return feature.header;
    case "rate-changed":
      return feature.figure;
    case "latency-changed":
      return feature.direction;
    default:
      return "";
  }
};

const oneOf = <Value extends string>(values: readonly Value[], text: string): Value | undefined =>
  values.find((value) => value === text);

const changedType = (detail: string): Feature | undefined => {
  const [type, form] = [oneOf(jsonTypes, detail), oneOf(bodyForms, detail)];
  if (type !== undefined) return { kind: "type-changed", type };
  return form && { kind: "type-changed", form };
};

const changedStatus = (detail: string): Feature | undefined => {
  const [, from, to] = /^(\d+) > (\d+)$/.exec(detail) ?? [];
  return to === undefined ? undefined : { kind: "status-changed", from: Number(from), to: Number(to) };
};

/** Reads what `detailOf` wrote; undefined for anything else. */
export const featureFrom = (kind: DriftKind, detail: string): Feature | undefined => {
  switch (kind) {
    case "type-changed":
      return changedType(detail);
    case "error-form-changed": {
      const form = oneOf(bodyForms, detail);
      return form && { kind, form };
    }
    case "format-changed": {
      const text = oneOf(textClasses, detail);
      return text && { kind, text };
    }
    case "value-added":
      return { kind, value: detail };
    case "status-changed":
      return changedStatus(detail);
    case "header-appeared":
      return { kind, header: detail };
    case "rate-changed":
      return { kind, figure: detail };
    case "latency-changed": {
      const direction = oneOf(directions, detail);
      return direction && { kind, direction };
    }
    default:
      return detail === "" ? { kind } : undefined;
  }
};

/** Unique key of a subject; names of fields and headers contain no line break. */
export const subjectKey = (subject: Subject): string => {
  const { interface: name, operation, status, kind, pointer } = subject;
  return `${name}\n${operation}\n${status ?? ""}\n${kind}\n${pointer}\n${detailOf(subject)}`;
};

/** Twelve hex digits, the same in every run, for every organization and address. */
export const driftFingerprint = (subject: Subject): string =>
  createHash("sha256")
    .update(`drift\n${subjectKey(subject)}`)
    .digest("hex")
    .slice(0, 12);
