import { deflateRawSync, inflateRawSync } from "node:zlib";
import { stored } from "../../core/model/stored.ts";
import type { Documentation } from "../../core/shapes/documentation.ts";
import { type Shapes, shapesFromJson } from "../../core/shapes/shapes.ts";

/** JSON in its stored form. */
export const pack = (json: unknown): Uint8Array => deflateRawSync(JSON.stringify(json));

/** Larger than any text packed here. */
const maxUnpackedBytes = 256 * 1024 * 1024;

/** @throws UsageError for anything not packed. */
export const unpackStored = (blob: Uint8Array): unknown =>
  stored("what is packed in it", () =>
    JSON.parse(inflateRawSync(blob, { maxOutputLength: maxUnpackedBytes }).toString("utf8")),
  );

/** Shapes in their stored form; call `hideNames` on them first. */
export const packShapes = (shapes: Shapes): Uint8Array => pack(shapes);

/** @throws UsageError for anything but the output of `packShapes`. */
export const unpackShapes = (blob: Uint8Array, documentation: Documentation): Shapes =>
  stored("the shapes of a run", () => shapesFromJson(unpackStored(blob), documentation));
