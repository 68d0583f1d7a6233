/** The package has no types of its own: JSON Schemas by name. */
declare module "har-schema" {
  const schemas: Readonly<Record<string, object>>;
  export default schemas;
}
