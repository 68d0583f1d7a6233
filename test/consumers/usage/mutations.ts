import { childPointer, tokensOf } from "../../../src/core/formats/json-pointer.ts";
import { isObject, type JsonObject } from "../../../src/core/model/json-object.ts";
import { merged } from "./documents.ts";

/** A document with one change. */
export interface Mutation {
  /** What was changed, of which kind and where. */
  readonly name: string;
  /** Pointer to the property, model or operation that was changed. */
  readonly at: string;
  /** The family that is measured: response fields removed or renamed, types changed, nulls added; the others. */
  readonly family: "removed" | "renamed" | "retyped" | "nulled" | "other";
  readonly root: JsonObject;
}

/** A merge patch that puts a value where a pointer leads. */
const patchAt = (pointer: string, value: unknown): unknown =>
  tokensOf(pointer).reduceRight<unknown>((inner, token) => ({ [token]: inner }), value);

const objectAt = (root: unknown, pointer: string): JsonObject => {
  const value = tokensOf(pointer).reduce<unknown>(
    (inner, token) => (isObject(inner) ? inner[token] : undefined),
    root,
  );
  return isObject(value) ? value : {};
};

const listAt = (owner: JsonObject, key: string): readonly unknown[] => {
  const value = owner[key];
  return Array.isArray(value) ? value : [];
};

type Edit = readonly [name: string, family: Mutation["family"], patch: unknown];

const other = (name: string, patch: unknown): Edit => [name, "other", patch];

/** Changes by their names, each put in its place. */
const others = (
  put: (value: unknown) => unknown,
  values: Readonly<Record<string, unknown>>,
): readonly Edit[] => Object.entries(values).map(([name, value]) => other(name, put(value)));

/** A merge patch that takes away what an object holds. */
const cleared = (object: JsonObject): JsonObject =>
  Object.fromEntries(Object.keys(object).map((key) => [key, null]));

const text = { type: "string" };
const csv = { "text/csv": { schema: text } };

/** Every change of a parameter, by how it is put in its place; `undefined` takes it away. */
const parameterEdits = (
  parameter: JsonObject,
  put: (changed: JsonObject | undefined) => unknown,
): readonly Edit[] => {
  const changed = (patch: unknown): unknown => {
    const value = merged(parameter, patch);
    return put(isObject(value) ? value : {});
  };
  const { type } = objectAt(parameter, "/schema");
  return [
    other("parameter-removed", put(undefined)),
    other("parameter-renamed", changed({ name: `${String(parameter["name"])}Anew` })),
    ...(type === "boolean"
      ? []
      : [other("parameter-type-changed", changed({ schema: { type: "boolean", $ref: null } }))]),
    other(
      "parameter-type-changed to other text or number",
      changed({ schema: { type: type === "string" ? "integer" : "string", $ref: null } }),
    ),
    ...others(changed, {
      "parameter-null-allowed": { schema: { type: [type ?? "integer", "null"], $ref: null } },
      "parameter-deprecated": { deprecated: true },
      "parameter-serialization-changed": { explode: false },
      ...(parameter["in"] === "query" && { "parameter-became-required": { required: true } }),
    }),
  ];
};

/** Every change of one property of a model. */
const propertyEdits = (model: JsonObject, modelAt: string, name: string): readonly Edit[] => {
  const at = childPointer(modelAt, "properties", name);
  const schema = objectAt(model, childPointer("", "properties", name));
  const required = listAt(model, "required");
  const without = required.filter((one) => one !== name);
  const put = (value: unknown): unknown => patchAt(at, value);
  const anew = (value: JsonObject): unknown => merged(patchAt(at, cleared(schema)), put(value));
  const gone = (more: JsonObject): unknown =>
    patchAt(modelAt, {
      properties: { [name]: null, ...more },
      ...(required.length > 0 && { required: without }),
    });
  const values = listAt(schema, "enum");
  const { type } = schema;
  const isText = type === "string" && values.length === 0;
  return [
    ["property-removed", "removed", gone({})],
    [
      "property-renamed",
      "renamed",
      patchAt(modelAt, {
        properties: { [name]: null, [`${name}Anew`]: schema },
        ...(required.includes(name) && { required: [...without, `${name}Anew`] }),
      }),
    ],
    ["type-changed", "retyped", anew({ type: type === "boolean" ? "string" : "boolean" })],
    [
      "type-changed to number",
      "retyped",
      anew({ type: type === "integer" || type === "number" ? "string" : "number" }),
    ],
    [
      "type-changed to object",
      "retyped",
      anew({ type: "object", properties: { value: { type: "string" } } }),
    ],
    ...(Array.isArray(type) && type.includes("null")
      ? [other("null-refused", put({ type: type.filter((one) => one !== "null") }))]
      : [
          [
            "null-allowed",
            "nulled",
            typeof type === "string" && values.length === 0
              ? put({ type: [type, "null"] })
              : anew({ anyOf: [schema, { type: "null" }] }),
          ] as const,
        ]),
    required.includes(name)
      ? other("property-became-optional", patchAt(modelAt, { required: without }))
      : other("property-became-required", patchAt(modelAt, { required: [...required, name] })),
    other("deprecated", put({ deprecated: true })),
    other("alternative-added", anew({ oneOf: [schema, { type: "array", items: { type: "integer" } }] })),
    ...(values.length > 0
      ? [
          other("enum-value-added", put({ enum: [...values, "Another"] })),
          ...values.map((value) =>
            other(
              `enum-value-removed ${String(value)}`,
              put({ enum: values.filter((one) => one !== value) }),
            ),
          ),
          ...others(put, {
            "enum-lifted": { enum: null },
            "constant-imposed": { enum: null, const: values[0] },
          }),
        ]
      : []),
    ...others(put, {
      ...(isText && {
        "enum-imposed": { enum: ["one", "two"] },
        "format-imposed": { format: "uuid" },
        "pattern-imposed": { pattern: "^a" },
        "min-length-tightened": { minLength: 3 },
        "max-length-tightened": { maxLength: 3 },
        "default-changed": { default: "a" },
        "type-widened": { type: ["string", "integer"] },
        "constant-imposed": { const: "one" },
      }),
      ...(type === "integer" && {
        "minimum-tightened": { minimum: 1 },
        "maximum-tightened": { maximum: 9 },
        "multiple-of-imposed": { multipleOf: 2 },
        "type-widened to number": { type: "number" },
        "type-widened to text": { type: ["integer", "string"] },
      }),
      ...(type === "array" && {
        "min-items-tightened": { minItems: 1 },
        "repeated-items-refused": { uniqueItems: true },
      }),
    }),
    ...(isObject(schema["additionalProperties"]) && Object.keys(schema["additionalProperties"]).length > 0
      ? [
          [
            "type-changed of values",
            "retyped",
            put({
              additionalProperties: merged(cleared(objectAt(schema, "/additionalProperties")), {
                type: "number",
              }),
            }),
          ] as const,
          [
            "type-changed of items of values",
            "retyped",
            put({ additionalProperties: { items: { type: "integer" } } }),
          ] as const,
        ]
      : []),
    ...(type === "array" && Object.keys(objectAt(schema, "/items")).length === 0
      ? [other("type-narrowed of items", put({ items: text }))]
      : []),
    ...(type === "array"
      ? [
          [
            "type-changed of items",
            "retyped",
            put({ items: merged(cleared(objectAt(schema, "/items")), { type: "boolean" }) }),
          ] as const,
        ]
      : []),
  ];
};

const modelEdits = (model: JsonObject, at: string, name: string): readonly Edit[] => [
  other("property-added", patchAt(at, { properties: { brandNew: { type: "string" } } })),
  other(
    "required-property-added",
    patchAt(at, {
      properties: { brandNew: { type: "string" } },
      required: [...listAt(model, "required"), "brandNew"],
    }),
  ),
  other(
    model["additionalProperties"] === undefined ? "objects-opened" : "objects-closed",
    patchAt(at, { additionalProperties: model["additionalProperties"] === undefined ? {} : false }),
  ),
  other("min-properties-tightened", patchAt(at, { minProperties: 1 })),
  other("null-allowed of the model", patchAt(at, { type: ["object", "null"] })),
  other("model-added", patchAt("/components/schemas", { [`${name}Anew`]: model })),
];

/** The schema of another body, in the place of whatever a patch finds there. */
const swapped: JsonObject = {
  $ref: null,
  allOf: null,
  type: "object",
  required: ["another"],
  properties: { another: { type: "string" } },
};

const listed = (media: unknown): JsonObject => {
  const schema = objectAt(media, "/schema");
  return { ...cleared(schema), type: "array", items: schema };
};

const operationEdits = (operation: JsonObject, at: string): readonly Edit[] => {
  const put = (value: unknown): unknown => patchAt(at, value);
  const parameters = listAt(operation, "parameters");
  const withExtra = (required: boolean): JsonObject => ({
    parameters: [...parameters, { name: "Extra", in: "query", required, schema: text }],
  });
  const response = {
    description: "Another answer.",
    content: {
      "application/json": { schema: { type: "object", properties: { extra: text } } },
    },
  };
  const body = objectAt(operation, "/requestBody");
  const content = objectAt(body, "/content");
  const statuses = Object.keys(objectAt(operation, "/responses"));
  const success = statuses.find((one) => one.startsWith("2")) ?? "200";
  const hasBody = Object.keys(body).length > 0;
  const answer = childPointer("/responses", success);
  const media = objectAt(operation, `${answer}/content`);
  const putContent = (content: unknown): unknown => patchAt(`${at}${answer}`, { content });
  return [
    other("operation-removed", patchAt(at, null)),
    ...others(put, {
      "operation-renamed": { operationId: `${String(operation["operationId"])}Anew` },
      "operation-deprecated": { deprecated: true },
      "operation-effect-changed": { "x-effect": operation["x-effect"] === "read" ? "write" : "read" },
      "security-removed": { security: [{ another: [] }] },
      "parameter-added": withExtra(false),
      "required-parameter-added": withExtra(true),
    }),
    ...parameters.flatMap((parameter, index) =>
      isObject(parameter) && parameter["$ref"] === undefined
        ? parameterEdits(parameter, (changed) =>
            put({ parameters: parameters.flatMap((one, at) => (at === index ? (changed ?? []) : [one])) }),
          )
        : [],
    ),
    ...(hasBody
      ? [
          ...others((requestBody) => put({ requestBody }), {
            "request-body-removed": null,
            [`request-body-became-${body["required"] === true ? "optional" : "required"}`]: {
              required: body["required"] !== true,
            },
            "request-media-type-added": { content: csv },
          }),
          ...Object.keys(content).flatMap((type) =>
            others((changed) => put({ requestBody: { content: changed } }), {
              "request-body-swapped": { [type]: { schema: swapped } },
              "request-media-type-removed": { [type]: null, ...csv },
            }),
          ),
        ]
      : others((requestBody) => put({ requestBody }), {
          "request-body-added": { content: { "application/json": { schema: text } } },
          "required-request-body-added": {
            required: true,
            content: { "application/json": { schema: text } },
          },
        })),
    ...others((responses) => put({ responses }), {
      "error-status-added": { "418": response },
      "success-status-added": { "203": response },
      "success-status-added without a body": { "204": { description: "Nothing." } },
      "success-status-removed": { [success]: null },
    }),
    ...statuses
      .filter((one) => one.startsWith("4"))
      .slice(0, 2)
      .map((status) => other("error-status-removed", put({ responses: { [status]: null } }))),
    ...statuses
      .filter((one) => one === "404" || one === "409")
      .map((status) =>
        other(
          "error-body-swapped",
          put({
            responses: {
              [status]: { $ref: null, description: "", content: { "application/json": { schema: swapped } } },
            },
          }),
        ),
      ),
    ...(Object.keys(media).length > 0
      ? [
          ...others(putContent, { "response-body-removed": null, "response-media-type-added": csv }),
          ...Object.keys(media).flatMap((type) =>
            others(putContent, {
              "response-body-swapped": { [type]: { schema: swapped } },
              "response-body-listed": { [type]: { schema: listed(media[type]) } },
              "response-media-type-removed": { [type]: null, ...csv },
            }),
          ),
        ]
      : []),
    other("response-header-added", patchAt(`${at}${answer}`, { headers: { "X-Anew": { schema: text } } })),
  ];
};

const methods = new Set(["get", "put", "post", "delete", "patch"]);

/** Every change of a document that there is a place for. */
export const mutationsOf = function* (root: JsonObject): Generator<Mutation> {
  const from = (location: string, at: string, edits: readonly Edit[]): Mutation[] =>
    edits.flatMap(([name, family, patch]) => {
      const changed = merged(root, patch);
      return isObject(changed) ? [{ name: `${name} at ${location}`, at, family, root: changed }] : [];
    });
  const schemas = objectAt(root, "/components/schemas");
  for (const [name, model] of Object.entries(schemas)) {
    if (!isObject(model)) continue;
    const at = childPointer("/components/schemas", name);
    if (isObject(model["properties"])) {
      for (const property of Object.keys(model["properties"]))
        yield* from(
          `${name}.${property}`,
          childPointer(at, "properties", property),
          propertyEdits(model, at, property),
        );
      yield* from(name, at, modelEdits(model, at, name));
    } else if (model["type"] === "string")
      yield* from(name, at, [
        ["type-changed", "retyped", patchAt(at, { type: "boolean", format: null })],
        ["null-allowed", "nulled", patchAt(at, { type: ["string", "null"] })],
      ]);
  }
  for (const [name, parameter] of Object.entries(objectAt(root, "/components/parameters"))) {
    if (!isObject(parameter)) continue;
    const at = childPointer("/components/parameters", name);
    const put = (changed: JsonObject | undefined): unknown =>
      changed === undefined
        ? patchAt(at, { required: false, name: "Unheard" })
        : patchAt(at, {
            ...cleared(parameter),
            ...changed,
          });
    yield* from(name, at, parameterEdits(parameter, put));
  }
  for (const [path, item] of Object.entries(objectAt(root, "/paths")))
    if (isObject(item))
      yield* from(path, childPointer("/paths", path), [
        other("path-changed", patchAt("/paths", { [path]: null, [`/anew${path}`]: item })),
      ]);
  for (const [path, item] of Object.entries(objectAt(root, "/paths")))
    if (isObject(item))
      for (const [method, operation] of Object.entries(item))
        if (methods.has(method) && isObject(operation))
          yield* from(
            `${method} ${path}`,
            childPointer("/paths", path, method),
            operationEdits(operation, childPointer("/paths", path, method)),
          );
  yield* from("the document", "/servers", [
    other("server-added", { servers: [{ url: "https://anew.example.org" }] }),
  ]);
};
