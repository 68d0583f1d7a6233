import { createServer, type IncomingMessage } from "node:http";
import type { AddressInfo } from "node:net";
import { Ajv2020 } from "ajv/dist/2020.js";
import addFormats from "ajv-formats";
import { isObject } from "../../src/core/model/json-object.ts";
import { shopDocument } from "./shop-document.ts";

/** A request as a handler gets it. */
export interface ShopRequest {
  readonly method: string;
  /** Without the query, decoded by segments. */
  readonly path: readonly string[];
  readonly query: URLSearchParams;
  readonly headers: IncomingMessage["headers"];
  readonly mediaType: string;
  readonly text: string;
  readonly json: unknown;
}

export interface ShopAnswer {
  readonly status: number;
  readonly body?: unknown;
  readonly headers?: Readonly<Record<string, string>>;
  /** Default `application/json`. */
  readonly mediaType?: string;
}

type Order = Readonly<Record<string, unknown>>;

/** What a server does otherwise than its document says. */
export interface ShopFault {
  /** Before anything is checked. */
  readonly instead?: (request: ShopRequest) => ShopAnswer | undefined;
  /** After a right answer is known. */
  readonly spoil?: (answer: ShopAnswer, request: ShopRequest) => ShopAnswer;
  /** Whether a defect of the input is overlooked. */
  readonly overlooks?: (defect: string) => boolean;
}

export interface Shop {
  readonly url: string;
  readonly orders: ReadonlyMap<string, Order>;
  readonly requests: readonly string[];
  close(): Promise<void>;
}

const { components } = shopDocument;

const validators = (() => {
  const ajv = new Ajv2020({ strict: false, allErrors: true });
  // Its types are those of CommonJS.
  (addFormats as unknown as (one: Ajv2020) => void)(ajv);
  const refs = { $defs: components.schemas };
  const text = JSON.stringify(refs).replaceAll("#/components/schemas/", "#/$defs/");
  const compile = (name: string) => ajv.compile({ ...(JSON.parse(text) as object), $ref: `#/$defs/${name}` });
  return { Order: compile("NewOrder"), Patch: compile("OrderPatch") };
})();

const problem = (status: number, detail: string): ShopAnswer => ({
  status,
  body: { title: "refused", status, detail },
  mediaType: "application/problem+json",
});

const uuid = /^[0-9a-f]{8}-(?:[0-9a-f]{4}-){3}[0-9a-f]{12}$/i;

const shown = (order: Order): Order => {
  const { secret: _, ...rest } = order;
  return rest;
};

const isDate = (text: string): boolean =>
  /^\d{4}-\d\d-\d\d$/.test(text) && new Date(`${text}T00:00:00Z`).toISOString().startsWith(text);

const queryDefects = (query: URLSearchParams): readonly string[] => {
  const limit = query.get("limit");
  const kinds = query.getAll("kind");
  return [
    ...(limit !== null && !(/^\d+$/.test(limit) && Number(limit) >= 1 && Number(limit) <= 100)
      ? ["limit"]
      : []),
    ...(kinds.some((kind) => !["book", "toy"].includes(kind)) ? ["kind"] : []),
    ...(query.get("since") !== null && !isDate(query.get("since") ?? "") ? ["since"] : []),
  ];
};

/** A conformant server of `shopDocument`, with at most one fault. */
export const startShop = async (fault: ShopFault = {}): Promise<Shop> => {
  const orders = new Map<string, Order>();
  const requests: string[] = [];
  let last = 0;
  const isOverlooked = (defect: string): boolean => fault.overlooks?.(defect) === true;
  const nextId = (): string => `00000000-0000-4000-8000-${String((last += 1)).padStart(12, "0")}`;
  orders.set(nextId(), { name: "first", kind: "book", count: 1, secret: "s" });

  const bodyRefusal = (
    request: ShopRequest,
    validate: (typeof validators)["Order"],
  ): ShopAnswer | undefined => {
    const { mediaType, text, json } = request;
    if (text === "" && mediaType === "") return isOverlooked("no body") ? undefined : problem(400, "no body");
    if (mediaType !== "application/json")
      return isOverlooked("media type") ? undefined : problem(415, "media type");
    if (json === undefined) return isOverlooked("malformed") ? undefined : problem(400, "malformed");
    if (validate(json)) return undefined;
    const defects = (validate.errors ?? []).map(
      ({ instancePath, keyword, params }) =>
        `${instancePath}${typeof params["missingProperty"] === "string" ? `/${params["missingProperty"]}` : ""} ${keyword}`,
    );
    return defects.every(isOverlooked) ? undefined : problem(400, defects.join("; "));
  };

  const collection = (request: ShopRequest): ShopAnswer => {
    const { method, query, json } = request;
    if (method === "GET") {
      const wrong = queryDefects(query).filter((one) => !isOverlooked(one));
      if (wrong.length > 0) return problem(400, wrong.join());
      const kinds = query.getAll("kind");
      const all = [...orders].filter(([, { kind }]) => kinds.length === 0 || kinds.includes(String(kind)));
      return {
        status: 200,
        headers: { "x-total-count": String(all.length) },
        body: all.map(([id, order]) => ({ id, ...shown(order) })),
      };
    }
    if (method !== "POST") return problem(405, "method");
    const refusal = bodyRefusal(request, validators.Order);
    if (refusal !== undefined) return refusal;
    const id = nextId();
    orders.set(id, isObject(json) ? json : {});
    return {
      status: 201,
      headers: { location: `/orders/${id}` },
      body: { id, ...shown(orders.get(id) ?? {}) },
    };
  };

  const item = (request: ShopRequest, id: string): ShopAnswer => {
    const { method, json } = request;
    if (!["GET", "HEAD", "PUT", "PATCH", "DELETE"].includes(method)) return problem(405, "method");
    if (!uuid.test(id))
      return isOverlooked("id")
        ? { status: 200, body: { id: nextId(), name: "x", kind: "toy", count: 1 } }
        : problem(400, "id");
    const order = orders.get(id);
    if (order === undefined) return problem(404, "order");
    if (method === "DELETE") {
      orders.delete(id);
      return { status: 204 };
    }
    if (method === "PUT" || method === "PATCH") {
      const refusal = bodyRefusal(request, method === "PUT" ? validators.Order : validators.Patch);
      if (refusal !== undefined) return refusal;
      orders.set(id, { ...(method === "PATCH" ? order : {}), ...(isObject(json) ? json : {}) });
    }
    return { status: 200, body: { id, ...shown(orders.get(id) ?? {}) } };
  };

  const answer = (request: ShopRequest): ShopAnswer => {
    const instead = fault.instead?.(request);
    if (instead !== undefined) return instead;
    const [first, id, more] = request.path;
    if (first === "openapi.json") return { status: 200, body: shopDocument };
    if (first === "health") return { status: 200, body: { up: true } };
    const { authorization } = request.headers;
    if (authorization !== "Bearer shop-secret" && request.headers["x-key"] !== "shop-key")
      return problem(401, "credential");
    if (first === "maintenance" || first === "settings") return { status: 204 };
    if (first !== "orders" || more !== undefined) return problem(404, "path");
    if (request.method === "OPTIONS") return { status: 204 };
    return id === undefined ? collection(request) : item(request, id);
  };

  const server = createServer((incoming, outgoing) => {
    const chunks: Buffer[] = [];
    incoming.on("data", (chunk: Buffer) => chunks.push(chunk));
    incoming.on("end", () => {
      const url = new URL(incoming.url ?? "/", "http://shop");
      const text = Buffer.concat(chunks).toString();
      const { method = "GET" } = incoming;
      let json: unknown;
      try {
        json = text === "" ? undefined : JSON.parse(text);
      } catch {
        // Refused below.
      }
      if (url.pathname !== "/openapi.json") requests.push(`${method} ${url.pathname}${url.search}`);
      const request: ShopRequest = {
        method,
        path: url.pathname
          .split("/")
          .slice(1)
          .map((part) => decodeURIComponent(part)),
        query: url.searchParams,
        headers: incoming.headers,
        mediaType: (incoming.headers["content-type"] ?? "").split(";")[0] ?? "",
        text,
        json,
      };
      const right = answer(request);
      const {
        status,
        body,
        headers,
        mediaType = "application/json",
      } = fault.spoil?.(right, request) ?? right;
      outgoing.writeHead(status, {
        ...(body === undefined ? {} : { "content-type": mediaType }),
        ...headers,
      });
      outgoing.end(
        body === undefined
          ? undefined
          : mediaType.includes("json") && typeof body !== "string"
            ? JSON.stringify(body)
            : String(body),
      );
    });
  });
  await new Promise<void>((resolve) => {
    server.listen(0, "127.0.0.1", resolve);
  });
  // A TCP server that listens has one.
  const { port } = server.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${port}`,
    orders,
    requests,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
};
