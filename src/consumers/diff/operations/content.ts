import { isObject } from "../../../core/model/json-object.ts";
import type { ApiEncoding, ApiHeader, ApiMedia } from "../../../documents/document.ts";
import type { Schema } from "../../../documents/schemas/schema.ts";
import type { DataDirection } from "../change.ts";
import { asJsonText, type Versions } from "../versions.ts";
import { byKey, compareFlag, directionOf, type OperationContext } from "./context.ts";

const charset = /;charset=([^;]*)/;

/** The media type of a text in any charset. */
const inAnyCharset = ({ mediaType }: ApiMedia): string => mediaType.replace(charset, "");

/** The charset that a media type states; JSON is always in UTF-8 (RFC 8259), so that a charset says nothing. */
const charsetOf = ({ mediaType }: ApiMedia): string | undefined =>
  /[/+]json(?:;|$)/.test(mediaType) ? undefined : charset.exec(mediaType)?.[1]?.replaceAll('"', "");

/** The content type that the specification gives a part without one. */
const usualContentType = (schema: Schema | undefined): string => {
  const type = isObject(schema) ? schema["type"] : undefined;
  if (type === "object" || type === "array") return "application/json";
  if (type !== "string") return "";
  return isObject(schema) && (schema["format"] === "binary" || schema["format"] === "byte")
    ? "application/octet-stream"
    : "text/plain";
};

const encodingText = (encoding: ApiEncoding | undefined, schema: Schema | undefined): string => {
  const style = encoding?.style ?? "form";
  return asJsonText([
    encoding?.contentType ?? usualContentType(schema),
    style,
    encoding?.explode ?? style === "form",
    encoding?.allowReserved ?? false,
  ]);
};

const propertyOf = ({ schema }: ApiMedia, name: string): Schema | undefined => {
  const properties = isObject(schema) ? schema["properties"] : undefined;
  const found = isObject(properties) && Object.hasOwn(properties, name) ? properties[name] : undefined;
  return isObject(found) || typeof found === "boolean" ? found : undefined;
};

const compareEncodings = (
  pair: Versions<ApiMedia>,
  direction: DataDirection,
  context: OperationContext,
): void => {
  for (const name of new Set([...pair.old.encoding.keys(), ...pair.new.encoding.keys()])) {
    const [before, after] = [pair.old.encoding.get(name), pair.new.encoding.get(name)];
    const [old, now] = [
      encodingText(before, propertyOf(pair.old, name)),
      encodingText(after, propertyOf(pair.new, name)),
    ];
    const at = context.shown((after ?? before)?.at ?? pair.new.at);
    if (old !== now) context.report(`${direction}-encoding-changed`, at, `${name}: ${old} → ${now}`);
    compareHeaders({ old: before?.headers ?? [], new: after?.headers ?? [] }, direction, context);
  }
};

const compareMedia = (
  pair: Versions<ApiMedia>,
  direction: DataDirection,
  context: OperationContext,
): void => {
  const at = context.shown(pair.new.at);
  context.schemas({ old: pair.old.schema, new: pair.new.schema }, `${at}/schema`, direction);
  context.schemas({ old: pair.old.itemSchema, new: pair.new.itemSchema }, `${at}/itemSchema`, direction);
  compareEncodings(pair, direction, context);
};

const compareCharsets = (
  pair: Versions<ApiMedia>,
  direction: DataDirection,
  { report, shown }: OperationContext,
): void => {
  const [before, after] = [charsetOf(pair.old), charsetOf(pair.new)];
  if (before === after) return;
  const how = before === undefined ? "imposed" : after === undefined ? "lifted" : "changed";
  report(`${direction}-charset-${how}`, shown(pair.new.at), `${before ?? "any"} → ${after ?? "any"}`);
};

/** Compares bodies by their media types. */
export const compareContent = (
  pair: Versions<readonly ApiMedia[]>,
  direction: DataDirection,
  context: OperationContext,
): void => {
  const exact = byKey(pair, ({ mediaType }) => mediaType);
  const others = context.names
    ? { both: [], gone: exact.gone, come: exact.come }
    : byKey({ old: exact.gone, new: exact.come }, inAnyCharset);
  for (const one of [...exact.both, ...others.both]) compareMedia(one, direction, context);
  for (const one of others.both) compareCharsets(one, direction, context);
  const { gone, come } = others;
  for (const { at, mediaType } of come)
    context.report(`${direction}-media-type-added`, context.shown(at), mediaType);
  for (const { at, mediaType } of gone)
    context.report(`${direction}-media-type-removed`, context.shown(at), mediaType);
};

type Serialized = Pick<ApiHeader, "schema" | "content" | "style" | "explode" | "at"> & {
  readonly allowReserved?: boolean;
  readonly allowEmptyValue?: boolean;
};

const serialization = (one: Serialized): string =>
  one.content === undefined
    ? asJsonText([one.style, one.explode, one.allowReserved ?? false, one.allowEmptyValue ?? false])
    : asJsonText([inAnyCharset(one.content), charsetOf(one.content)]);

/** Compares how a value is written, and its schema, whether a style or a media type says how. */
export const compareSerialized = (
  pair: Versions<Serialized>,
  kind: string,
  direction: DataDirection,
  context: OperationContext,
): void => {
  const at = context.shown(pair.new.at);
  const [before, after] = [serialization(pair.old), serialization(pair.new)];
  if (before !== after) context.report(kind, at, `${before} → ${after}`);
  const schemaOf = ({ schema, content }: Serialized): Schema | undefined =>
    content ? content.schema : schema;
  context.schemas({ old: schemaOf(pair.old), new: schemaOf(pair.new) }, `${at}/schema`, direction);
  if (pair.old.content !== undefined && pair.new.content !== undefined)
    compareEncodings({ old: pair.old.content, new: pair.new.content }, direction, context);
};

/** Kinds of what is sent beside a body, by its direction. */
export const headerKinds = { request: "parameter", response: "response-header" } as const;

/** One entry that took the place of another, with the same schema. */
export const renamedOf = <Value extends Serialized & Pick<ApiHeader, "name" | "required">>(
  { gone, come }: { readonly gone: readonly Value[]; readonly come: readonly Value[] },
  { fingerprint }: OperationContext,
): Versions<Value> | undefined => {
  const [[old, ...others], [now, ...more]] = [gone, come];
  if (old === undefined || now === undefined || others.length > 0 || more.length > 0) return undefined;
  const isSame =
    old.required === now.required &&
    serialization(old) === serialization(now) &&
    fingerprint("old", old.schema ?? old.content?.schema) ===
      fingerprint("new", now.schema ?? now.content?.schema);
  return isSame ? { old, new: now } : undefined;
};

/** A required parameter has kinds of its own, since it stops every call; a header has not. */
export const requiredPrefix = (what: string, { required }: Pick<ApiHeader, "required">): string =>
  what === "parameter" && required ? "required-" : "";

/** Compares the headers of a response or of a part. */
export const compareHeaders = (
  pair: Versions<readonly ApiHeader[]>,
  direction: DataDirection,
  context: OperationContext,
): void => {
  const what = headerKinds[direction];
  const found = byKey(pair, ({ name }) => name);
  for (const one of found.both) {
    const at = context.shown(one.new.at);
    compareFlag(
      { old: one.old.required, new: one.new.required },
      { old: `${what}-became-optional`, new: `${what}-became-required` },
      at,
      one.new.name,
      context,
    );
    compareDeprecated(one, what, context);
    compareSerialized(one, `${what}-serialization-changed`, direction, context);
  }
  const renamed = renamedOf(found, context);
  if (renamed !== undefined) {
    const { old, new: now } = renamed;
    context.report(`${what}-renamed`, context.shown(old.at, "old"), `${old.name} → ${now.name}`, {
      before: old.name,
      after: now.name,
    });
    return compareSerialized(renamed, `${what}-serialization-changed`, direction, context);
  }
  for (const one of found.come)
    context.report(`${requiredPrefix(what, one)}${what}-added`, context.shown(one.at), one.name);
  for (const one of found.gone)
    context.report(`${requiredPrefix(what, one)}${what}-removed`, context.shown(one.at), one.name);
};

/** Marks of what goes out of use. */
export const compareDeprecated = (
  pair: Versions<Pick<ApiHeader, "deprecated" | "at">>,
  what: string,
  context: OperationContext,
): void =>
  compareFlag(
    { old: pair.old.deprecated, new: pair.new.deprecated },
    { old: `${what}-no-longer-deprecated`, new: `${what}-deprecated` },
    context.shown(pair.new.at),
    "deprecated",
    context,
  );

/** The direction of headers that the called side sends. */
export const answerDirection = (context: OperationContext): DataDirection => directionOf(context, "response");
