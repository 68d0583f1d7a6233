import type { ApiDocument, ApiOperation, SecurityAlternative } from "../../../documents/document.ts";
import { asJsonText, type Versions } from "../versions.ts";
import { byKey, type OperationContext } from "./context.ts";

type Schemes = ApiDocument["securitySchemes"];

/** What a scheme is, without its name and its scopes. */
const schemeText = (schemes: Schemes, name: string): string => {
  const scheme = schemes.get(name);
  if (scheme === undefined) return name;
  const { type, scheme: way, in: where, parameterName, openIdConnectUrl, flows } = scheme;
  // A header's name has no case.
  const key = where === "header" ? parameterName?.toLowerCase() : parameterName;
  const grants = [...flows].map(([flow, { urls }]) => [flow, Object.entries(urls).toSorted()]);
  return asJsonText([type, way, where, key, openIdConnectUrl, grants.toSorted()]);
};

const withScopes = (schemes: Schemes, { schemes: all }: SecurityAlternative): string =>
  asJsonText(all.map(({ name, scopes }) => [schemeText(schemes, name), scopes]).toSorted());

const kinds = (schemes: Schemes, { schemes: all }: SecurityAlternative): string =>
  asJsonText(all.map(({ name }) => schemeText(schemes, name)).toSorted());

const names = ({ schemes }: SecurityAlternative): string => asJsonText(schemes.map(({ name }) => name));

const shownNames = ({ schemes }: SecurityAlternative): string =>
  schemes.length === 0 ? "no credential" : schemes.map(({ name }) => name).join(" and ");

/** Whether nobody is asked for anything. */
const isOpen = (security: readonly SecurityAlternative[]): boolean =>
  security.every(({ schemes }) => schemes.length === 0);

const compareScopes = (
  pair: Versions<SecurityAlternative>,
  at: string,
  { report }: OperationContext,
): void => {
  const all = ({ schemes }: SecurityAlternative): ReadonlySet<string> =>
    new Set(schemes.flatMap(({ scopes }) => scopes));
  const [before, after] = [all(pair.old), all(pair.new)];
  for (const scope of after) if (!before.has(scope)) report("security-scope-added", at, scope);
  for (const scope of before) if (!after.has(scope)) report("security-scope-removed", at, scope);
};

/** Alternatives of the same schemes by name, of which one is another scheme now: said once, where it is defined. */
const compareSchemes = (pair: Versions<SecurityAlternative>, context: OperationContext): void => {
  const { documents, report, shown } = context;
  for (const { name } of pair.new.schemes) {
    const scheme = documents.new.securitySchemes.get(name);
    const [before, after] = [
      schemeText(documents.old.securitySchemes, name),
      schemeText(documents.new.securitySchemes, name),
    ];
    if (before !== after)
      report("security-scheme-changed", shown(scheme?.at ?? documents.new.at), `${before} → ${after}`);
  }
};

/** Compares the ways to be let in, as sets of schemes with scopes. */
export const compareSecurity = (pair: Versions<ApiOperation>, context: OperationContext): void => {
  const { documents, report } = context;
  const at = context.shown(pair.new.securityAt);
  const [before, after] = [pair.old.security, pair.new.security];
  if (isOpen(before) && isOpen(after)) return;
  if (isOpen(before) && !after.some(({ schemes }) => schemes.length === 0))
    return report("security-imposed", at, "authentication");
  if (isOpen(after) && !before.some(({ schemes }) => schemes.length === 0))
    return report("security-lifted", at, "authentication");
  type Sided = SecurityAlternative & { readonly side: keyof Versions<unknown> };
  const sided = (side: Sided["side"], all: readonly SecurityAlternative[]): readonly Sided[] =>
    (all.length === 0 ? [{ schemes: [] }] : all).map((one) => ({ ...one, side }));
  const inFull = byKey({ old: sided("old", before), new: sided("new", after) }, (one) =>
    withScopes(documents[one.side].securitySchemes, one),
  );
  const bySchemes = byKey({ old: inFull.gone, new: inFull.come }, (one) =>
    kinds(documents[one.side].securitySchemes, one),
  );
  for (const one of bySchemes.both) compareScopes(one, at, context);
  const byName = byKey({ old: bySchemes.gone, new: bySchemes.come }, names);
  for (const one of byName.both) {
    compareSchemes(one, context);
    compareScopes(one, at, context);
  }
  for (const one of byName.come) report("security-added", at, shownNames(one));
  for (const one of byName.gone) report("security-removed", at, shownNames(one));
};

/** Compares what schemes offer, whether an operation asks for it or not. */
export const compareOfferedScopes = ({ documents, report, shown }: OperationContext): void => {
  const scopesOf = (document: ApiDocument, name: string): ReadonlySet<string> =>
    new Set([...(document.securitySchemes.get(name)?.flows.values() ?? [])].flatMap(({ scopes }) => scopes));
  for (const [name, { at }] of documents.new.securitySchemes) {
    if (!documents.old.securitySchemes.has(name)) continue;
    const [before, after] = [scopesOf(documents.old, name), scopesOf(documents.new, name)];
    for (const scope of after) if (!before.has(scope)) report("offered-scope-added", shown(at), scope);
    for (const scope of before) if (!after.has(scope)) report("offered-scope-removed", shown(at), scope);
  }
};
