import { documentation } from "../../../src/builtin/documents.ts";
import { type ShapeFile, shapeFileOf } from "../../../src/core/shapes/shape-file.ts";
import { createShapes } from "../../../src/core/shapes/shapes.ts";
import type { Body } from "../../../src/core/model/exchange.ts";
import type { Settings } from "../../../src/core/model/settings.ts";
import type { ShapeNode } from "../../../src/sandbox/likeness/shape-node.ts";
import { answered, type AnswerOptions, json } from "../../monitoring/drift/support.ts";

const contacts: AnswerOptions = {
  interface: "crm",
  operation: "getContact",
  url: "https://crm.example.org/api/Contact/1",
};

/** The shape of a target that answered this JSON, to reads of contacts unless it says otherwise. */
export const shapeOf = (
  values: readonly unknown[],
  options: AnswerOptions = contacts,
  settings: Settings = {},
): ShapeFile => shapeOfBodies(values.map(json), options, settings);

/** The same for bodies of any form. */
export const shapeOfBodies = (
  bodies: readonly Body[],
  options: AnswerOptions = contacts,
  settings: Settings = {},
): ShapeFile => {
  const shapes = createShapes(documentation);
  for (const body of bodies) shapes.add(answered(body, { ...contacts, ...options }));
  shapes.hideNames();
  return shapeFileOf(shapes.entries(), { settings, version: "0.0.0" });
};

/** A location without anything below it. */
export const leaf = (location: Partial<ShapeNode["location"]> = {}): ShapeNode => ({
  pointer: "/field",
  of: 1,
  seen: 1,
  location: { of: 1, types: {}, ...location },
  items: undefined,
  fields: new Map(),
  hasMasked: false,
});
