/** Words that mean something else than a text. */
const special = /^(?:true|false|null|yes|no|on|off|[yn])$/i;

/** A key as YAML; quoted unless it is a word. */
export const yamlKey = (key: string): string =>
  /^[A-Za-z_][\w-]*$/.test(key) && !special.test(key) ? key : JSON.stringify(key);

const isPlain = (text: string): boolean =>
  /^(?:[A-Za-z][\w.-]*|https?:[^\s#,[\]{}]*[^\s#,[\]{}:])$/.test(text) && !special.test(text);

/** Within braces, the brace of a variable would end the text. */
const inner = (value: unknown): string => {
  if (Array.isArray(value)) return `[${value.map(inner).join(", ")}]`;
  if (typeof value === "object" && value !== null) {
    const pairs = Object.entries(value).map(([name, one]) => `${yamlKey(name)}: ${inner(one)}`);
    return pairs.length === 0 ? "{}" : `{ ${pairs.join(", ")} }`;
  }
  return typeof value === "string" && isPlain(value) ? value : JSON.stringify(value);
};

/** A value of JSON as YAML, on one line; texts are quoted unless they are plain. */
export const yamlText = (value: unknown): string =>
  typeof value === "string" && /^\$\{\w+\}$/.test(value) ? value : inner(value);
