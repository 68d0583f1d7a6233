import ts from "typescript";

const propertiesOf = (text: string, list: string): ts.NodeArray<ts.ObjectLiteralElementLike> => {
  const source = ts.createSourceFile("family.ts", text, ts.ScriptTarget.Latest, true);
  const found = source.statements
    .filter(ts.isVariableStatement)
    .flatMap(({ declarationList: { declarations } }) => declarations)
    .find((one) => one.name.getText() === list)?.initializer;
  if (found === undefined || !ts.isObjectLiteralExpression(found))
    throw new Error(`the file has no object called ${list}`);
  return found.properties;
};

/**
 * The file of a family's examples with a row for a check, unformatted: at the end, or instead of the row it has.
 * @param list `passive` or `active`
 * @param row the examples, as an expression
 */
export const withRow = (text: string, list: string, id: string, row: string): string => {
  const properties = propertiesOf(text, list);
  const known = properties.find(
    ({ name }) => name !== undefined && ts.isStringLiteral(name) && name.text === id,
  );
  const [start, end] = known === undefined ? [properties.end, properties.end] : [known.getStart(), known.end];
  const comma = known === undefined && properties.length > 0 && !properties.hasTrailingComma ? "," : "";
  return `${text.slice(0, start)}${comma}${JSON.stringify(id)}: ${row}${known === undefined ? "," : ""}${text.slice(end)}`;
};
