const problems = (...statuses: readonly number[]) =>
  Object.fromEntries(
    statuses.map((status) => [
      String(status),
      {
        description: "refused",
        content: { "application/problem+json": { schema: { $ref: "#/components/schemas/Problem" } } },
      },
    ]),
  );

const json = (name: string) => ({ "application/json": { schema: { $ref: `#/components/schemas/${name}` } } });

const properties = {
  name: { type: "string", minLength: 1, maxLength: 40 },
  kind: { type: "string", enum: ["book", "toy"] },
  count: { type: "integer", format: "int32", minimum: 1, maximum: 99 },
  price: { type: ["number", "null"], minimum: 0 },
  due: { type: "string", format: "date-time" },
  code: { type: "string", pattern: "^[A-Z]{3}$" },
  tags: { type: "array", items: { type: "string", maxLength: 20 }, maxItems: 5, uniqueItems: true },
  gift: { type: "boolean" },
  address: {
    type: "object",
    required: ["street"],
    properties: { street: { type: "string", maxLength: 60 }, floor: { type: "integer", format: "int32" } },
  },
  payment: {
    oneOf: [{ $ref: "#/components/schemas/Card" }, { $ref: "#/components/schemas/Cash" }],
    discriminator: {
      propertyName: "by",
      mapping: { card: "#/components/schemas/Card", cash: "#/components/schemas/Cash" },
    },
  },
  secret: { type: "string", maxLength: 40, writeOnly: true },
};

const id = {
  name: "id",
  in: "path",
  required: true,
  schema: { type: "string", format: "uuid" },
};

/** A document with most of what the checks of a document are about. */
export const shopDocument = {
  openapi: "3.1.0",
  info: { title: "The Shop!", version: "1.0.0" },
  security: [{ bearerAuth: [] }, { key: [] }],
  paths: {
    "/health": {
      get: {
        operationId: "health",
        security: [],
        responses: {
          "200": {
            description: "up",
            content: {
              "application/json": {
                schema: { type: "object", required: ["up"], properties: { up: { type: "boolean" } } },
              },
            },
          },
        },
      },
    },
    "/orders": {
      get: {
        operationId: "listOrders",
        parameters: [
          { name: "limit", in: "query", schema: { type: "integer", minimum: 1, maximum: 100 } },
          { name: "kind", in: "query", schema: { type: "array", items: properties.kind } },
          { name: "since", in: "query", schema: { type: "string", format: "date" } },
        ],
        responses: {
          "200": {
            description: "orders",
            headers: { "X-Total-Count": { required: true, schema: { type: "integer" } } },
            content: {
              "application/json": {
                schema: { type: "array", items: { $ref: "#/components/schemas/Order" } },
              },
            },
          },
          ...problems(400, 401),
        },
      },
      post: {
        operationId: "createOrder",
        requestBody: { required: true, content: json("NewOrder") },
        responses: {
          "201": {
            description: "created",
            headers: { Location: { required: true, schema: { type: "string" } } },
            content: json("Order"),
          },
          ...problems(400, 401, 415),
        },
      },
    },
    "/orders/{id}": {
      parameters: [id],
      get: {
        operationId: "getOrder",
        responses: { "200": { description: "order", content: json("Order") }, ...problems(400, 401, 404) },
      },
      put: {
        operationId: "replaceOrder",
        requestBody: { required: true, content: json("NewOrder") },
        responses: {
          "200": { description: "order", content: json("Order") },
          ...problems(400, 401, 404, 415),
        },
      },
      patch: {
        operationId: "changeOrder",
        requestBody: { required: true, content: json("OrderPatch") },
        responses: {
          "200": { description: "order", content: json("Order") },
          ...problems(400, 401, 404, 415),
        },
      },
      delete: {
        operationId: "deleteOrder",
        responses: { "204": { description: "deleted" }, ...problems(400, 401, 404) },
      },
    },
    "/maintenance": {
      post: {
        operationId: "setMaintenance",
        requestBody: {
          content: {
            "application/json": { schema: { type: "object", properties: { on: { type: "boolean" } } } },
          },
        },
        responses: { "204": { description: "on" }, ...problems(401) },
      },
    },
    "/settings": {
      put: {
        operationId: "replaceSettings",
        requestBody: { content: { "application/json": { schema: { type: "object" } } } },
        responses: { "204": { description: "replaced" }, ...problems(401) },
      },
    },
    "/orders/bulk-delete": {
      post: {
        operationId: "deleteOrders",
        requestBody: {
          content: {
            "application/json": { schema: { type: "array", items: { type: "string", format: "uuid" } } },
          },
        },
        responses: { "204": { description: "deleted" }, ...problems(401) },
      },
    },
  },
  components: {
    securitySchemes: {
      bearerAuth: { type: "http", scheme: "bearer" },
      key: { type: "apiKey", in: "header", name: "X-Key" },
    },
    schemas: {
      Problem: {
        type: "object",
        required: ["title", "status"],
        properties: { title: { type: "string" }, status: { type: "integer" } },
      },
      Card: {
        type: "object",
        required: ["by", "number"],
        properties: { by: { type: "string", enum: ["card"] }, number: { type: "string", maxLength: 20 } },
      },
      Cash: {
        type: "object",
        required: ["by"],
        properties: { by: { type: "string", enum: ["cash"] }, coins: { type: "boolean" } },
      },
      NewOrder: {
        type: "object",
        additionalProperties: false,
        required: ["name", "kind", "count"],
        properties,
      },
      OrderPatch: { type: "object", additionalProperties: false, properties },
      Order: {
        type: "object",
        required: ["id", "name", "kind", "count"],
        properties: { id: { type: "string", format: "uuid", readOnly: true }, ...properties },
      },
    },
  },
};
