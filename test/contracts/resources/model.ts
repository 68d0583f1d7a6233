/** A property of a generated record. */
export interface PropertyModel {
  readonly kind: "text" | "integer" | "boolean" | "choice" | "object" | "list" | "moment";
  readonly required?: true;
  /** No two records have the same. */
  readonly unique?: true;
  /** The server shows asterisks in its place. */
  readonly masked?: true;
  /** The server keeps it in small letters. */
  readonly canonical?: true;
  readonly default?: unknown;
}

export interface ListModel {
  readonly envelope: "plain" | "data" | "items" | "page";
  readonly hasTotal: boolean;
  readonly paging: "none" | "offset" | "page" | "cursor" | "link";
  readonly newestFirst: boolean;
  /** Properties that a query parameter of the same name filters by. */
  readonly filters: readonly string[];
  readonly sorts: boolean;
}

/** What a server and its document may choose for the records of one kind. */
export interface ResourceModel {
  readonly name: string;
  readonly parent?: string;
  readonly idName: string;
  readonly idKind: "integer" | "uuid" | "text";
  readonly properties: Readonly<Record<string, PropertyModel>>;
  /** Whether the document has an example of a new record, which can be created once if a property is unique. */
  readonly hasExample?: boolean;
  readonly createStatus: 200 | 201;
  readonly createAnswers: "record" | "wrapped" | "id" | "location";
  readonly isWrapped: boolean;
  readonly update?: "merge-patch" | "json";
  readonly replace?: true;
  readonly changeAnswers: "record" | "nothing";
  readonly remove?: { readonly status: 200 | 204; readonly keeps: boolean; readonly twice: 204 | 404 };
  readonly list?: ListModel;
  readonly etags: "none" | "weak" | "strong";
  /** Whether a change may name the state that it changes. */
  readonly hasConditions: boolean;
  /** Whether what is not set is shown as null. */
  readonly showsNull: boolean;
  /** Whether a counter changes with each read. */
  readonly moves: boolean;
}

export const pluralOf = ({ name }: Pick<ResourceModel, "name">): string => `${name}s`;

const capital = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1);

/** The resources above one, the outermost first. */
export const aboveOf = (
  models: readonly ResourceModel[],
  { parent }: ResourceModel,
): readonly ResourceModel[] => {
  const found = models.find(({ name }) => name === parent);
  return found === undefined ? [] : [...aboveOf(models, found), found];
};

const parameterOf = ({ name, idKind }: ResourceModel) => ({
  name: `${name}Id`,
  in: "path",
  required: true,
  schema:
    idKind === "integer"
      ? { type: "integer", minimum: 1 }
      : { type: "string", ...(idKind === "uuid" ? { format: "uuid" } : { minLength: 1 }) },
});

const choices = ["red", "green", "blue"];

const schemaOf = ({ kind, default: preset }: PropertyModel, isNullable: boolean): object => {
  const also = preset === undefined ? {} : { default: preset };
  const type = (name: string): string | readonly string[] => (isNullable ? [name, "null"] : name);
  switch (kind) {
    case "text":
      return { type: type("string"), minLength: 1, maxLength: 200, ...also };
    case "moment":
      return { type: type("string"), format: "date-time", ...also };
    case "integer":
      return { type: type("integer"), minimum: 0, maximum: 1_000_000, ...also };
    case "boolean":
      return { type: type("boolean"), ...also };
    case "choice":
      return { type: type("string"), enum: isNullable ? [...choices, null] : choices, ...also };
    case "list":
      return { type: type("array"), items: { type: "string", minLength: 1 }, ...also };
    case "object":
      return {
        type: type("object"),
        properties: { street: { type: ["string", "null"] }, zip: { type: ["string", "null"] } },
        ...also,
      };
  }
};

/** Schemas of the record as it is shown, of a new one, of a whole one, and of a change. */
export const schemasOf = (model: ResourceModel) => {
  const entries = Object.entries(model.properties);
  const required = entries.filter(([, one]) => one.required === true).map(([name]) => name);
  const shown = Object.fromEntries(
    entries.map(([name, one]) => [name, schemaOf(one, one.required !== true && model.showsNull)]),
  );
  const written = Object.fromEntries(entries.map(([name, one]) => [name, schemaOf(one, false)]));
  const changed = Object.fromEntries(
    entries.map(([name, one]) => [
      name,
      schemaOf(one, one.required !== true && model.update === "merge-patch" && one.default === undefined),
    ]),
  );
  const id = model.idKind === "integer" ? { type: "integer" } : { type: "string" };
  return {
    shown: {
      type: "object",
      required: [model.idName, ...required],
      properties: {
        [model.idName]: id,
        ...shown,
        ...(model.moves ? { hits: { type: "integer" } } : {}),
      },
    },
    written: { type: "object", required, properties: written },
    changed: { type: "object", minProperties: 1, properties: changed },
  };
};

const json = (schema: object, mediaType = "application/json") => ({ content: { [mediaType]: { schema } } });
const said = (description: string, more: object = {}) => ({ description, ...more });

const query = (name: string, schema: object) => ({ name, in: "query", schema });

const pagingParameters = ({ paging }: ListModel): readonly object[] => {
  const limit = query("limit", { type: "integer", minimum: 1, maximum: 100, default: 20 });
  const pages: Readonly<Record<ListModel["paging"], readonly object[]>> = {
    none: [],
    offset: [limit, query("offset", { type: "integer", minimum: 0, default: 0 })],
    page: [
      query("per_page", { type: "integer", minimum: 1, maximum: 100, default: 20 }),
      query("page", { type: "integer", minimum: 1, default: 1 }),
    ],
    cursor: [limit, query("cursor", { type: "string" })],
    link: [limit, query("cursor", { type: "string" })],
  };
  return pages[paging];
};

const listSchema = ({ envelope, hasTotal, paging }: ListModel, shown: object): object => {
  const items = { type: "array", items: shown };
  const more = {
    ...(hasTotal ? { total: { type: "integer" } } : {}),
    ...(paging === "cursor" ? { next: { type: ["string", "null"] } } : {}),
  };
  if (envelope === "plain") return items;
  if (envelope === "page")
    return {
      type: "object",
      properties: { page: { type: "object", properties: { records: items, ...more } } },
    };
  return { type: "object", required: [envelope], properties: { [envelope]: items, ...more } };
};

const problems = (...statuses: readonly number[]) =>
  Object.fromEntries(statuses.map((status) => [String(status), said("refused", json({ type: "object" }))]));

const pathsOf = (models: readonly ResourceModel[], model: ResourceModel) => {
  const above = aboveOf(models, model);
  const { shown, written, changed } = schemasOf(model);
  const Name = capital(model.name);
  const collection = `${above.map((one) => `/${pluralOf(one)}/{${one.name}Id}`).join("")}/${pluralOf(model)}`;
  const wrapped = { type: "object", required: ["data"], properties: { data: shown } };
  const one = model.isWrapped ? wrapped : shown;
  const created = {
    record: json(shown),
    wrapped: json(wrapped),
    id: json({ type: "object", required: [model.idName], properties: { [model.idName]: {} } }),
    location: {},
  }[model.createAnswers];
  const conditions = model.hasConditions
    ? [{ name: "If-Match", in: "header", schema: { type: "string" } }]
    : [];
  const change = {
    parameters: conditions,
    responses: {
      ...(model.changeAnswers === "record"
        ? { "200": said("changed", json(one)) }
        : { "204": said("changed") }),
      ...problems(400, 404, 409, 412),
    },
  };
  const { list, remove } = model;
  return {
    [collection]: {
      parameters: above.map(parameterOf),
      post: {
        operationId: `create${Name}`,
        requestBody: {
          required: true,
          content: {
            "application/json": {
              schema: written,
              ...(model.hasExample === true ? { example: exampleOf(model) } : {}),
            },
          },
        },
        responses: { [String(model.createStatus)]: said("created", created), ...problems(400, 404, 409) },
      },
      ...(list === undefined
        ? {}
        : {
            get: {
              operationId: `list${Name}s`,
              parameters: [
                ...pagingParameters(list),
                ...list.filters.map((name) =>
                  query(
                    name,
                    schemaOf(
                      { ...model.properties[name], kind: model.properties[name]?.kind ?? "text" },
                      false,
                    ),
                  ),
                ),
                ...(list.sorts ? [query("sort", { type: "string", enum: ["name", "-name"] })] : []),
              ],
              responses: { "200": said("a list", json(listSchema(list, shown))), ...problems(400, 404) },
            },
          }),
    },
    [`${collection}/{${model.name}Id}`]: {
      parameters: [...above, model].map(parameterOf),
      get: {
        operationId: `get${Name}`,
        responses: { "200": said("it", json(one)), "304": said("as before"), ...problems(400, 404) },
      },
      ...(model.update === undefined
        ? {}
        : {
            patch: {
              operationId: `update${Name}`,
              requestBody: {
                required: true,
                ...json(
                  changed,
                  model.update === "json" ? "application/json" : "application/merge-patch+json",
                ),
              },
              ...change,
            },
          }),
      ...(model.replace === undefined
        ? {}
        : {
            put: {
              operationId: `replace${Name}`,
              requestBody: { required: true, ...json(written) },
              ...change,
            },
          }),
      ...(remove === undefined
        ? {}
        : {
            delete: {
              operationId: `delete${Name}`,
              responses: {
                [String(remove.status)]: said("gone"),
                "204": said("gone"),
                ...problems(400, 404),
              },
            },
          }),
    },
  };
};

export const documentOf = (models: readonly ResourceModel[]) => ({
  openapi: "3.1.0",
  info: { title: "Shop", version: "1" },
  paths: Object.assign({}, ...models.map((model) => pathsOf(models, model))) as Readonly<
    Record<string, object>
  >, // Paths by address.
});

/** An example of each property. */
export const exampleOf = ({ properties }: ResourceModel): Readonly<Record<string, unknown>> =>
  Object.fromEntries(
    Object.entries(properties).map(([name, { kind }]) => [
      name,
      {
        text: "Anna Example",
        moment: "2026-01-02T03:04:05Z",
        integer: 7,
        boolean: false,
        choice: "green",
        object: { street: "Main 1", zip: "1010" },
        list: ["one", "two"],
      }[kind],
    ]),
  );

const where = ({ envelope }: ListModel, name: string): string =>
  envelope === "page" ? `/page/${name}` : `/${name}`;

/** What an owner declares. */
export const declarationOf = (models: readonly ResourceModel[]) =>
  Object.fromEntries(
    models.map((model) => {
      const Name = capital(model.name);
      const named = (wanted: "unique" | "canonical"): readonly string[] =>
        Object.entries(model.properties).flatMap(([name, one]) => (one[wanted] === true ? [name] : []));
      const { list, remove } = model;
      const items = { plain: "", data: "/data", items: "/items", page: "/page/records" }[
        list?.envelope ?? "plain"
      ];
      return [
        model.name,
        {
          create: {
            operation: `create${Name}`,
            body: exampleOf(model),
            ...(model.createAnswers === "location"
              ? {}
              : { newId: `${model.createAnswers === "wrapped" ? "/data" : ""}/${model.idName}` }),
          },
          read: `get${Name}`,
          ...(list === undefined
            ? {}
            : {
                list: {
                  operation: `list${Name}s`,
                  items,
                  ...(list.hasTotal && list.envelope !== "plain" ? { total: where(list, "total") } : {}),
                  ...(list.paging === "cursor" && list.envelope !== "plain"
                    ? { next: where(list, "next") }
                    : {}),
                },
              }),
          ...(model.update === undefined ? {} : { update: `update${Name}` }),
          ...(model.replace === undefined ? {} : { replace: `replace${Name}` }),
          ...(remove === undefined
            ? {}
            : {
                delete: {
                  operation: `delete${Name}`,
                  // oxlint-disable-next-line unicorn/no-thenable -- the word of the declaration
                  then: remove.keeps ? "kept" : "gone",
                },
              }),
          ...(model.parent === undefined ? {} : { parent: model.parent }),
          unique: named("unique"),
          canonical: named("canonical"),
          moves: model.moves ? ["hits"] : [],
        },
      ];
    }),
  );
