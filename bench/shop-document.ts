const order = {
  type: "object",
  required: ["id", "product", "count", "state", "createdAt"],
  properties: {
    id: { type: "integer" },
    product: { type: "string" },
    count: { type: "integer", minimum: 1, default: 1 },
    state: { type: "string", enum: ["open", "paid"], default: "open" },
    createdAt: { type: "string", format: "date-time" },
  },
};

const json = (schema: object) => ({ "application/json": { schema } });
const answer = (schema: object) => ({ description: "an answer", content: json(schema) });
const refused = answer({
  type: "object",
  required: ["message"],
  properties: { message: { type: "string" } },
});
const integer = { type: "integer", minimum: 0 };
const orderModel = { $ref: "#/components/schemas/Order" };

/** A small interface that a sandbox, a mock server and a handler written by hand serve alike. */
export const shopDocument = {
  openapi: "3.0.3",
  info: { title: "Shop", version: "1" },
  security: [{ bearerAuth: [] }],
  paths: {
    "/orders": {
      get: {
        parameters: [
          { name: "limit", in: "query", schema: { type: "integer", minimum: 1, maximum: 100 } },
          { name: "offset", in: "query", schema: integer },
        ],
        responses: {
          "200": answer({
            type: "object",
            required: ["items", "total"],
            properties: { items: { type: "array", items: orderModel }, total: { type: "integer" } },
          }),
          "400": refused,
          "401": refused,
        },
      },
      post: {
        requestBody: {
          required: true,
          content: json({
            type: "object",
            required: ["product"],
            additionalProperties: false,
            properties: { product: { type: "string", minLength: 1 }, count: { type: "integer", minimum: 1 } },
          }),
        },
        responses: { "201": answer(orderModel), "400": refused, "401": refused },
      },
    },
    "/orders/{orderId}": {
      parameters: [{ name: "orderId", in: "path", required: true, schema: integer }],
      get: { responses: { "200": answer(orderModel), "400": refused, "401": refused, "404": refused } },
    },
  },
  components: {
    securitySchemes: { bearerAuth: { type: "http", scheme: "bearer" } },
    schemas: { Order: order },
  },
};
