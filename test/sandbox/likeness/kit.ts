import { documentation } from "../../../src/builtin/documents.ts";
import { type ShapeFile, shapeFileOf } from "../../../src/core/shapes/shape-file.ts";
import { createShapes } from "../../../src/core/shapes/shapes.ts";
import type { Settings } from "../../../src/core/model/settings.ts";
import type { ShapeNode } from "../../../src/sandbox/likeness/shape-node.ts";
import { answered, type AnswerOptions, json } from "../../monitoring/drift/support.ts";

const contacts: AnswerOptions = {
  interface: "crm",
  operation: "getContact",
  url: "https://crm.example.org/api/Contact/1",
};

/** The shape of a target that answered these bodies, to reads of contacts unless it says otherwise. */
export const shapeOf = (
  bodies: readonly unknown[],
  options: AnswerOptions = contacts,
  settings: Settings = {},
): ShapeFile => {
  const shapes = createShapes(documentation);
  for (const body of bodies) shapes.add(answered(json(body), { ...contacts, ...options }));
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
