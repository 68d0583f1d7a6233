/** Entries of an array that are judged: what is wrong with the first thousand is wrong with the array. */
const mostEntries = 1000;

/**
 * The functions that lean code calls. A complaint of a nested validator is told its place by the one that called it, and
 * nested complaints are not copied: a page of many broken records would take for ever.
 */
export const leanHelpers = `const complain = (errors, error) => {
  if (errors === null) return [error];
  errors.push(error);
  return errors;
};

const adopt = (errors, nested, place) => {
  if (place !== "") for (const error of nested) error.instancePath = place + error.instancePath;
  if (errors === null) return nested;
  for (const error of nested) errors.push(error);
  return errors;
};`;

/** One statement of Ajv's and what it becomes. */
type Rewriting = readonly [statement: RegExp, replacement: string | ((...groups: string[]) => string)];

const signature: Rewriting = [
  /^function (\w+)\(data, \{instancePath="", parentData, parentDataProperty, rootData=data\}=\{\}\)\{$/gm,
  "function $1(data){",
];

const call: Rewriting = [
  /^if\(!\(([\w.]+)\((.+?), \{instancePath(?::instancePath\+(.+?))?,parentData(?::.+?)?,parentDataProperty(?::.+?)?,rootData\}\)\)\)\{\nvErrors = vErrors === null \? \1\.errors : vErrors\.concat\(\1\.errors\);$/gm,
  (_all, validator, value, place = '""') =>
    `if(!(${validator}(${value}))){\nvErrors = adopt(vErrors, ${validator}.errors, ${place});`,
];

const complaint: Rewriting = [
  /^const (err\d+) = (\{[^]*?\});\nif\(vErrors === null\)\{\nvErrors = \[\1\];\n\}\nelse \{\nvErrors\.push\(\1\);\n\}$/gm,
  "vErrors = complain(vErrors, $2);",
];

const placeOfComplaint: Rewriting = [
  /\{instancePath(?::instancePath\+(.+?))?,schemaPath:/g,
  (_all, place = '""') => `{instancePath:${place},schemaPath:`,
];

const integer: Rewriting = [
  /\(\(typeof ([\w.]+) == "number"\) && \(!\(\1 % 1\) && !isNaN\(\1\)\)\) && \(isFinite\(\1\)\)/g,
  "Number.isInteger($1)",
];

const finite: Rewriting = [/\(typeof ([\w.]+) == "number"\) && \(isFinite\(\1\)\)/g, "Number.isFinite($1)"];

/** Lengths that loops run to; those that are compared with a bound stand in conditions. */
const length: Rewriting = [
  /^(const len\d+|let i\d+) = ([\w.]+)\.length;$/gm,
  `$1 = Math.min($2.length, ${mostEntries});`,
];

const rewritings: readonly Rewriting[] = [
  signature,
  call,
  complaint,
  placeOfComplaint,
  integer,
  finite,
  length,
];

const rewrite = (code: string, [statement, replacement]: Rewriting): string =>
  // The two overloads of replaceAll are one to the engine.
  typeof replacement === "string"
    ? code.replaceAll(statement, replacement)
    : code.replaceAll(statement, replacement);

/** What each rewriting should have left nothing of; another version of Ajv may write it in another way. */
const leftOvers =
  /instancePath\b(?!:)|\binstancePath:instancePath|\brootData\b|vErrors\.(?!length\b)|\bdynamicAnchors\b/;

const withoutTexts = (code: string): string => code.replaceAll(/"(?:[^"\\]|\\.)*"/g, '""');

/** Ajv names every schema; most are named by nothing else. */
const withoutIdleSchemas = (code: string): string => {
  const uses = new Map<string, number>();
  for (const [name] of code.matchAll(/\bschema\d+\b/g)) uses.set(name, (uses.get(name) ?? 0) + 1);
  return code.replaceAll(/^const (schema\d+) = .*;\n/gm, (line, name: string) =>
    uses.get(name) === 1 ? "" : line,
  );
};

/**
 * Ajv's code with the same verdicts and the same complaints in the same order, but that a valid value costs no more
 * than the looks at it: Ajv makes an object and writes the place of a value before it calls the value's validator,
 * and here the place is put before the complaints when there are any. Loops end at the thousandth entry of an array.
 * The code calls the functions of `leanHelpers`.
 * @throws Error when Ajv's code has a form that is not known here.
 */
export const leanCode = (code: string): string => {
  const lean = withoutIdleSchemas(rewritings.reduce(rewrite, code));
  const left = leftOvers.exec(withoutTexts(lean));
  if (left !== null)
    throw new Error(`Ajv's code has changed: ${left[0]} is left in the generated validators`);
  return lean;
};
