import { createHash, timingSafeEqual } from "node:crypto";
import { type Context, Hono } from "hono";
import { Damaged } from "../../../core/model/stored.ts";
import { isDay } from "../../../core/model/day.ts";
import { printable } from "../../../core/output/escape.ts";
import { loadPageAssets } from "../../../report/html/assets.ts";
import type { Markup } from "../../../report/markup.ts";
import { prometheusText } from "../../../report/metrics/prometheus.ts";
import type { Database } from "../../../core/store/database.ts";
import type { FleetFile } from "../file/fleet-file.ts";
import { fleetMetrics } from "./fleet-metrics.ts";
import { changeData } from "./data/change.ts";
import { operationData, operationNames } from "./data/operation.ts";
import { organizationData } from "./data/organization.ts";
import { organizationList } from "./data/organization-list.ts";
import { shownDay, tonight } from "./data/tonight.ts";
import { workData } from "./data/work.ts";
import {
  changePage,
  missingPage,
  operationPage,
  operationsPage,
  organizationPage,
  organizationsPage,
  tonightPage,
  workPage,
} from "./views.ts";

const ownStyle = `
.cards { display: flex; flex-wrap: wrap; gap: .5rem 2rem; margin: 0 0 1.5rem; padding: 0; list-style: none; }
.cards b { display: block; font-size: 1.6rem; font-variant-numeric: tabular-nums; color: var(--tint, var(--text)); }
main h2 { margin-top: 2rem; }
.number { font-variant-numeric: tabular-nums; white-space: nowrap; }
@media (min-width: 46rem) { .number { text-align: right; } }
dl { display: grid; grid-template-columns: max-content 1fr; gap: .25rem 1rem; margin: 0 0 1.5rem; }
dt { color: var(--dim); } dd { margin: 0; overflow-wrap: anywhere; }
nav a[aria-current="page"] { background: var(--raised); font-weight: 600; }
@media (max-width: 40rem) { dl { grid-template-columns: 1fr; gap: 0 1rem; } dd { margin-bottom: .5rem; } }
`;

/** The style sheet of the pages. */
const dashboardStyle = (): string => `${loadPageAssets().style}\n${ownStyle}`;

export interface DashboardOptions {
  readonly database: Database;
  /** When a change counts as a release, when a day's runs are due, and how many may fail. */
  readonly fleet: Pick<FleetFile, "breadth" | "schedule" | "tolerate">;
  /** Milliseconds since the epoch. */
  readonly now: () => number;
  /** Whether a request's host is this server's own: another name may point here in a DNS rebinding attack. */
  readonly isOwnHost: (hostHeader: string) => boolean;
  /** If absent, everybody who reaches the server may read. */
  readonly token?: string;
}

const headers = {
  "content-security-policy":
    "default-src 'none'; style-src 'self'; img-src data:; form-action 'self'; base-uri 'none'; frame-ancestors 'none'",
  "cache-control": "no-store",
  "referrer-policy": "no-referrer",
  "x-content-type-options": "nosniff",
} as const;

const digest = (text: string): Buffer => createHash("sha256").update(text).digest();

const presents = (header: string | undefined, token: string): boolean =>
  timingSafeEqual(digest(header ?? ""), digest(`Bearer ${token}`));

/** Paths that Kubernetes and load balancers request without a credential. */
const probes: ReadonlySet<string> = new Set(["/healthz", "/readyz"]);

const refusalOf = (context: Context, { isOwnHost, token }: DashboardOptions): Response | undefined => {
  const { method, path } = context.req;
  const host = context.req.header("host") ?? "";
  if (method !== "GET" && method !== "HEAD")
    return context.text("This page is read only.\n", 405, { allow: "GET, HEAD" });
  if (probes.has(path)) return undefined;
  if (!isOwnHost(host))
    return context.text(
      `This server does not answer to the host ${printable(host) || "without a name"}. Start it with --public-host NAME.\n`,
      421,
    );
  if (token !== undefined && !presents(context.req.header("authorization"), token))
    return context.text("Send the token: Authorization: Bearer …\n", 401, { "www-authenticate": "Bearer" });
  return undefined;
};

/** Messages of a database may name addresses and roles, so nobody gets to see them; what is damaged is tripact's own. */
const failureOf = (error: unknown): { readonly text: string; readonly status: 500 | 503 } =>
  error instanceof Damaged
    ? { text: `This page cannot be made: ${error.message}.`, status: 500 }
    : { text: "The database does not answer.", status: 503 };

/** No name has the character U+0000, and not every database can be asked for it. */
const asksForNothing = ({ req }: Context): boolean => req.url.includes("%00");

const addPages = (app: Hono, { database, now, fleet }: DashboardOptions): void => {
  const found = (context: Context, page: Markup | undefined, what: string) =>
    page === undefined ? context.html(missingPage(what), 404) : context.html(page);
  app.get("/", async (context) => {
    const day = context.req.query("day") ?? (await shownDay(database, fleet, now()));
    if (!isDay(day)) return context.html(missingPage("That is no day: write it as in ?day=2025-01-31."), 404);
    return context.html(tonightPage(await tonight(database, fleet, day, now()), fleet.breadth));
  });
  app.get("/changes/:fingerprint{[0-9a-f]{12}}", async (context) => {
    const data = await changeData(database, context.req.param("fingerprint"));
    return found(context, data && changePage(data), "No organization has such a change.");
  });
  app.get("/organizations", async (context) =>
    context.html(organizationsPage(await organizationList(database, context.req.query("search") ?? ""))),
  );
  app.get("/organizations/:name", async (context) => {
    const data = await organizationData(database, context.req.param("name"));
    return found(context, data && organizationPage(data), "There is no such organization.");
  });
  app.get("/operations", async (context) => context.html(operationsPage(await operationNames(database))));
  app.get("/operations/:interface/:operation", async (context) => {
    const data = await operationData(
      database,
      context.req.param("interface"),
      context.req.param("operation"),
    );
    return found(context, data && operationPage(data), "No run has asked such an operation.");
  });
  app.get("/work", async (context) =>
    context.html(workPage(await workData(database, await shownDay(database, fleet, now()), now()))),
  );
};

/** Serves a fleet's pages, metrics and probes. Read-only. */
export const createDashboardApp = (options: DashboardOptions): Hono => {
  const { database, fleet, now } = options;
  const style = dashboardStyle();
  const app = new Hono();
  app.use(async (context, next) => {
    const refusal = refusalOf(context, options);
    if (refusal !== undefined) context.res = refusal;
    else if (asksForNothing(context)) context.res = await context.notFound();
    else await next();
    for (const [name, value] of Object.entries(headers)) context.res.headers.set(name, value);
  });
  addPages(app, options);
  app.get("/assets/dashboard.css", (context) =>
    context.body(style, 200, { "content-type": "text/css; charset=utf-8" }),
  );
  app.get("/metrics", async (context) =>
    context.body(prometheusText(await fleetMetrics(database, fleet, now())), 200, {
      "content-type": "text/plain; version=0.0.4; charset=utf-8",
    }),
  );
  app.get("/healthz", (context) => context.text("ok\n"));
  app.get("/readyz", async (context) => {
    await database.rows("SELECT 1 AS ready");
    return context.text("ready\n");
  });
  app.notFound((context) => context.html(missingPage("There is no such page."), 404));
  app.onError((error, context) => {
    const { text, status } = failureOf(error);
    return context.text(`${text}\n`, status, headers);
  });
  return app;
};
