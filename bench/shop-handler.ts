/**
 * `node bench/shop-handler.ts PORT TOKEN`: the shop's interface as a team would write it by hand, with Hono and the SQL
 * of a sandbox that serves its document.
 */
import { DatabaseSync } from "node:sqlite";
import { serve } from "@hono/node-server";
import { Hono } from "hono";

const [, , port, token] = process.argv;

const database = new DatabaseSync(":memory:");
database.exec(`
  create table document_record (
    sequence integer primary key autoincrement, interface text not null, kind text not null, scope text not null,
    key text not null, body text not null, unique (interface, kind, scope, key)
  ) strict;
  create index document_record_in_order on document_record (interface, kind, scope, sequence);
  create table document_counter (
    interface text not null, kind text not null, used integer not null, primary key (interface, kind)
  ) strict;`);

const of = "interface = ? and kind = ? and scope = ?";
const place = ["shop", "/orders/{}", ""] as const;
const next = database.prepare(
  `insert into document_counter (interface, kind, used) values (?, ?, 1)
   on conflict (interface, kind) do update set used = used + 1 returning used`,
);
const find = database.prepare(`select body from document_record where ${of} and key = ?`);
const add = database.prepare(
  "insert into document_record (interface, kind, scope, key, body) values (?, ?, ?, ?, ?)",
);
const page = database.prepare(
  `select body from document_record where ${of} order by sequence limit ? offset ?`,
);
const count = database.prepare(`select count(*) as total from document_record where ${of}`);

const whole = (text: string | undefined, usual: number): number | undefined => {
  if (text === undefined) return usual;
  return /^\d{1,9}$/.test(text) ? Number(text) : undefined;
};

interface Sent {
  readonly product?: unknown;
  readonly count?: unknown;
}

const app = new Hono();
app.use(async (context, proceed) => {
  if (context.req.header("authorization") !== `Bearer ${token ?? ""}`)
    return context.json({ message: "no" }, 401);
  return proceed();
});
app.get("/orders", (context) => {
  const limit = whole(context.req.query("limit"), 20);
  const offset = whole(context.req.query("offset"), 0);
  if (limit === undefined || limit < 1 || limit > 100 || offset === undefined)
    return context.json({ message: "limit or offset is wrong" }, 400);
  const items = page.all(...place, limit, offset).map(({ body }): unknown => JSON.parse(String(body)));
  return context.json({ items, total: count.get(...place)?.["total"] });
});
app.post("/orders", async (context) => {
  const { product, count: wanted = 1, ...others }: Sent = await context.req.json();
  const isRight =
    typeof product === "string" && product !== "" && Number.isInteger(wanted) && Number(wanted) >= 1;
  if (!isRight || Object.keys(others).length > 0) return context.json({ message: "the order is wrong" }, 400);
  database.exec("begin immediate");
  const id = Number(next.get("shop", "/orders/{}")?.["used"]);
  const order = { id, product, count: wanted, state: "open", createdAt: new Date().toISOString() };
  add.run(...place, String(id), JSON.stringify(order));
  database.exec("commit");
  return context.json(order, 201, { location: `/orders/${id}` });
});
app.get("/orders/:orderId", (context) => {
  const id = whole(context.req.param("orderId"), 0);
  if (id === undefined) return context.json({ message: "orderId is wrong" }, 400);
  const found = find.get(...place, String(id));
  return found === undefined
    ? context.json({ message: "There is no such order." }, 404)
    : context.json(JSON.parse(String(found["body"])) as object);
});

serve({ fetch: app.fetch, port: Number(port), hostname: "127.0.0.1" });
