import type {
  ApiDocument,
  ApiLink,
  ApiOperation,
  ApiParameter,
  ApiResponse,
} from "../../../documents/document.ts";
import { isText } from "../../../documents/json.ts";
import { template } from "../../../documents/path-template.ts";
import { asJsonText, type Versions } from "../versions.ts";
import {
  answerDirection,
  compareContent,
  compareDeprecated,
  compareHeaders,
  compareSerialized,
  headerKinds,
  requiredPrefix,
  renamedOf,
} from "./content.ts";
import { byKey, compareAnnotations, compareFlag, directionOf, type OperationContext } from "./context.ts";
import { compareSecurity } from "./security.ts";
import { compareServers } from "./servers.ts";

/** A path parameter is known by its position, others by their names. */
const parameterKeys = ({ path }: ApiOperation): ((parameter: ApiParameter) => string) => {
  const names = [...path.matchAll(/\{([^{}]+)\}/g)].map(([, name]) => name);
  return ({ in: where, name }) => (where === "path" ? `path ${names.indexOf(name)}` : `${where} ${name}`);
};

const compareParameter = (pair: Versions<ApiParameter>, what: string, context: OperationContext): void => {
  compareFlag(
    { old: pair.old.required, new: pair.new.required },
    { old: `${what}-became-optional`, new: `${what}-became-required` },
    context.shown(pair.new.at),
    "required",
    context,
  );
  compareDeprecated(pair, what, context);
  compareAnnotations(pair, context);
  compareSerialized(pair, `${what}-serialization-changed`, directionOf(context, "request"), context);
};

const shownParameter = ({ in: where, name }: ApiParameter): string => `${where} ${name}`;

const compareParameters = (pair: Versions<ApiOperation>, context: OperationContext): void => {
  const what = headerKinds[directionOf(context, "request")];
  const keys = { old: parameterKeys(pair.old), new: parameterKeys(pair.new) };
  const sided = (side: keyof typeof keys) =>
    pair[side].parameters.map((parameter) => ({ parameter, key: keys[side](parameter) }));
  const { both, gone, come } = byKey({ old: sided("old"), new: sided("new") }, ({ key }) => key);
  for (const { old, new: now } of both)
    compareParameter({ old: old.parameter, new: now.parameter }, what, context);
  const left = { gone: gone.map((one) => one.parameter), come: come.map((one) => one.parameter) };
  const renamed = renamedOf(left, context);
  if (renamed !== undefined && renamed.old.in === renamed.new.in) {
    const { old, new: now } = renamed;
    context.report(`${what}-renamed`, context.shown(old.at, "old"), `${old.name} → ${now.name}`, {
      before: old.name,
      after: now.name,
    });
    return compareParameter(renamed, what, context);
  }
  for (const one of left.come)
    context.report(`${requiredPrefix(what, one)}${what}-added`, context.shown(one.at), shownParameter(one));
  for (const one of left.gone)
    context.report(
      `${requiredPrefix(what, one)}${what}-removed`,
      context.shown(one.at, "old"),
      shownParameter(one),
    );
};

const compareRequest = (pair: Versions<ApiOperation>, context: OperationContext): void => {
  const { report, shown } = context;
  const [before, after] = [pair.old.requestBody, pair.new.requestBody];
  const direction = directionOf(context, "request");
  const prefix = (isRequired: boolean): string => (isRequired && direction === "request" ? "required-" : "");
  if (before !== undefined && after !== undefined) {
    compareFlag(
      { old: before.required, new: after.required },
      { old: `${direction}-body-became-optional`, new: `${direction}-body-became-required` },
      shown(after.at),
      "required",
      context,
    );
    compareContent({ old: before.content, new: after.content }, direction, context);
  } else if (after !== undefined)
    report(`${prefix(after.required)}${direction}-body-added`, shown(after.at), "body");
  else if (before !== undefined)
    report(`${prefix(before.required)}${direction}-body-removed`, shown(before.at, "old"), "body");
};

const linkText = ({ operationId, operationRef, parameters, requestBody, server }: ApiLink): string =>
  asJsonText([operationId, operationRef, Object.entries(parameters).toSorted(), requestBody, server?.url]);

const compareLinks = (pair: Versions<readonly ApiLink[]>, { report, shown }: OperationContext): void => {
  const { both, gone, come } = byKey(pair, ({ name }) => name);
  for (const { old, new: now } of both) {
    const [before, after] = [linkText(old), linkText(now)];
    if (before !== after) report("link-changed", shown(now.at), `${before} → ${after}`);
  }
  for (const { at, name } of come) report("link-added", shown(at), name);
  for (const { at, name } of gone) report("link-removed", shown(at, "old"), name);
};

const compareResponse = (pair: Versions<ApiResponse>, context: OperationContext): void => {
  const direction = answerDirection(context);
  compareAnnotations(pair, context);
  compareHeaders({ old: pair.old.headers, new: pair.new.headers }, direction, context);
  compareLinks({ old: pair.old.links, new: pair.new.links }, context);
  const [before, after] = [pair.old.content, pair.new.content];
  if (before.length > 0 && after.length > 0)
    return compareContent({ old: before, new: after }, direction, context);
  if (before.length !== after.length)
    context.report(
      `${direction}-body-${after.length > 0 ? "added" : "removed"}`,
      context.shown(pair.new.at),
      "body",
    );
};

const rangeOf = ({ status }: ApiResponse): string => `${status[0] ?? ""}XX`;

/** Statuses of one version that the other one has in a range of its own: `200`, and `2XX`. */
const inRanges = (
  statuses: readonly ApiResponse[],
  ranges: readonly ApiResponse[],
): ReadonlyMap<ApiResponse, ApiResponse> =>
  new Map(
    statuses.flatMap((one): [ApiResponse, ApiResponse][] => {
      const range = ranges.find(({ status }) => status === rangeOf(one));
      return range === undefined ? [] : [[one, range]];
    }),
  );

const compareResponses = (pair: Versions<ApiOperation>, context: OperationContext): void => {
  const exact = byKey({ old: pair.old.responses, new: pair.new.responses }, ({ status }) => status);
  for (const one of exact.both) compareResponse(one, context);
  const widened = inRanges(context.names ? [] : exact.gone, exact.come);
  const narrowed = inRanges(context.names ? [] : exact.come, exact.gone);
  for (const [old, now] of widened) compareResponse({ old, new: now }, context);
  for (const [now, old] of narrowed) compareResponse({ old, new: now }, context);
  const gone = exact.gone.filter((one) => !widened.has(one));
  const come = exact.come.filter((one) => !narrowed.has(one));
  const kind = (status: string, how: string): string =>
    context.isReversed
      ? `webhook-status-${how}`
      : `${status.startsWith("2") ? "success" : "error"}-status-${how}`;
  for (const { at, status } of come) context.report(kind(status, "added"), context.shown(at), status);
  for (const { at, status } of gone)
    context.report(kind(status, "removed"), context.shown(at, "old"), status);
};

const effectOf = ({ extensions }: ApiOperation): string => {
  const effect = extensions["x-effect"];
  return isText(effect) ? effect : "";
};

const isInherited = ({ servers }: ApiOperation, document: ApiDocument): boolean =>
  servers.length === document.servers.length &&
  servers.every(
    ({ at }, index) =>
      at.file === document.servers[index]?.at.file && at.pointer === document.servers[index]?.at.pointer,
  );

const compareOwnServers = (pair: Versions<ApiOperation>, context: OperationContext): void => {
  const { documents } = context;
  if (isInherited(pair.old, documents.old) && isInherited(pair.new, documents.new)) return;
  compareServers({ old: pair.old.servers, new: pair.new.servers }, context);
};

interface CallbackOperation {
  readonly key: string;
  readonly operation: ApiOperation;
}

const callbacksOf = ({ callbacks }: ApiOperation): readonly CallbackOperation[] =>
  callbacks.flatMap(({ name, expression, operations }) =>
    operations.map((operation) => ({
      key: `${name} ${template(expression)} ${operation.method}`,
      operation,
    })),
  );

const compareCallbacks = (pair: Versions<ApiOperation>, context: OperationContext): void => {
  const { both, gone, come } = byKey(
    { old: callbacksOf(pair.old), new: callbacksOf(pair.new) },
    ({ key }) => key,
  );
  for (const { old, new: now } of both)
    compareOperations(
      { old: old.operation, new: now.operation },
      { ...context, isReversed: !context.isReversed },
    );
  for (const { key, operation } of come) context.report("callback-added", context.shown(operation.at), key);
  for (const { key, operation } of gone)
    context.report("callback-removed", context.shown(operation.at, "old"), key);
};

/** Reports every difference between two versions of an operation. */
export const compareOperations = (pair: Versions<ApiOperation>, context: OperationContext): void => {
  const at = context.shown(pair.new.at);
  const [before, after] = [pair.old.statedId, pair.new.statedId];
  if (before !== undefined && after !== undefined && before !== after)
    context.report("operation-renamed", at, `${before} → ${after}`);
  if (effectOf(pair.old) !== effectOf(pair.new))
    context.report("operation-effect-changed", at, `${effectOf(pair.old)} → ${effectOf(pair.new)}`);
  compareDeprecated(pair, "operation", context);
  compareAnnotations(pair, context);
  compareSecurity(pair, context);
  compareOwnServers(pair, context);
  compareParameters(pair, context);
  compareRequest(pair, context);
  compareResponses(pair, context);
  compareCallbacks(pair, context);
};
