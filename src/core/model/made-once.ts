interface Known<Key, Made> {
  has(key: Key): boolean;
  get(key: Key): Made | undefined;
  set(key: Key, made: Made): unknown;
}

const cached =
  <Key, Made>(known: Known<Key, Made>, make: (key: Key) => Made): ((key: Key) => Made) =>
  (key) => {
    if (!known.has(key)) known.set(key, make(key));
    // Set by the line above; Made may include undefined.
    return known.get(key) as Made;
  };

/** Makes one value for each key, for keys of which there are few. The value is shared and must not be changed. */
export const madeFor = <Key, Made>(make: (key: Key) => Made): ((key: Key) => Made) => cached(new Map(), make);

/** The same for an object's lifetime: answers and database rows are used many times. */
export const madeOnce = <From extends object, Made>(make: (from: From) => Made): ((from: From) => Made) =>
  cached(new WeakMap(), make);

/** For texts that recur in every record; limited, because keys that are data are unlimited in number and length. */
export const madeForText = <Made>(make: (text: string) => Made): ((text: string) => Made) => {
  const known = new Map<string, Made>();
  const made = cached(known, make);
  return (text) => {
    if (text.length > 64) return make(text);
    if (known.size >= 10_000) known.clear();
    return made(text);
  };
};
