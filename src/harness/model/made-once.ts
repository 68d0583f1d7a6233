/**
 * Caches a value derived from an object for the object's lifetime: answers and database rows are used many times. The
 * value is shared and must not be changed.
 */
export const madeOnce = <From extends object, Made>(make: (from: From) => Made): ((from: From) => Made) => {
  const known = new WeakMap<From, Made>();
  return (from) => {
    if (!known.has(from)) known.set(from, make(from));
    // Set by the line above; Made may include undefined.
    return known.get(from) as Made;
  };
};
