/**
 * Makes of an object what it means, and only once of each, for as long as the object is there: several look at one
 * answer, and rows that a database remembers come again with every request. What is made is shared and must not be
 * changed.
 */
export const madeOnce = <From extends object, Made>(make: (from: From) => Made): ((from: From) => Made) => {
  const known = new WeakMap<From, Made>();
  return (from) => {
    const found = known.get(from);
    if (found !== undefined) return found;
    const made = make(from);
    known.set(from, made);
    return made;
  };
};
