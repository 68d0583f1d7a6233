/**
 * Makes of a row what it means, and only once of each: rows that the database remembers come again with every request.
 * What is made is shared and must not be changed.
 */
export const madeOnce = <Row extends object, Made>(make: (row: Row) => Made): ((row: Row) => Made) => {
  const known = new WeakMap<Row, Made>();
  return (row) => {
    const found = known.get(row);
    if (found !== undefined) return found;
    const made = make(row);
    known.set(row, made);
    return made;
  };
};
