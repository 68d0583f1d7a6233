import { type Finding, whereOf } from "../../core/model/finding.ts";
import type { IncomingMessage, ServerResponse } from "node:http";
import { printJson } from "../../core/output/escape.ts";
import type { TrafficCounts } from "./traffic-counts.ts";
import { policySource } from "../../core/model/texts.ts";

/** A finding for the status page. */
const shownFinding = (finding: Finding) => {
  const { fact, severity, message, fingerprint } = finding;
  return { fact, severity, where: whereOf(finding), message, fingerprint };
};

/** Content of the page, without values of records. */
interface ProxyStatus {
  readonly targets: Readonly<Record<string, string>>;
  readonly traffic: TrafficCounts;
  readonly judged: number;
  /** Most recent last. */
  readonly findings: readonly Finding[];
}

const style = `
:root { color-scheme: light dark; font: 15px/1.5 system-ui, sans-serif; }
body { max-width: 62rem; margin: 2rem auto; padding: 0 1rem; }
h1 { font-size: 1.3rem; } h2 { font-size: 1rem; margin-top: 2rem; }
table { border-collapse: collapse; width: 100%; }
th, td { text-align: left; padding: .3rem .8rem .3rem 0; border-bottom: 1px solid color-mix(in srgb, currentColor 20%, transparent); }
td.n { font-variant-numeric: tabular-nums; }
td, p { overflow-wrap: anywhere; }
.error { color: light-dark(#b3261e, #f2b8b5); } .warning { color: light-dark(#8a5000, #ffb870); }
`;

/** Inserts numbers and texts into the page as text, never as markup. */
const script = `
const cell = (text, name) => { const td = document.createElement("td"); td.textContent = text; td.className = name; return td; };
const rows = (id, all) => document.getElementById(id).replaceChildren(...all.map((cells) => {
  const tr = document.createElement("tr");
  tr.append(...cells.map(([text, name]) => cell(text, name ?? "")));
  return tr;
}));
const show = ({ targets, traffic, judged, findings }) => {
  rows("traffic", Object.entries(traffic.interfaces).map(([name, { requests, statuses, failed, aborted }]) => [
    [name], [targets[name]], [requests, "n"],
    [Object.entries(statuses).map(([key, count]) => key + " " + count).join(", ")], [failed, "n"], [aborted, "n"],
  ]));
  rows("findings", findings.map(({ severity, fact, where, message, fingerprint }) =>
    [[severity, severity], [fact], [where], [message], [fingerprint]]));
  const own = Object.entries(traffic.own).map(([reason, count]) => reason + " " + count).join(", ") || "none";
  document.getElementById("sum").textContent =
    judged + " judged, " + traffic.unjudged + " with a body that was not judged. Answered by the proxy itself: " + own + ".";
};
const update = async () => {
  try { show(await (await fetch("/__tripact/status.json")).json()); }
  catch { document.getElementById("sum").textContent = "The proxy does not answer any more."; }
  setTimeout(update, 1000);
};
update();
`;

const page = `<!doctype html>
<html lang="en"><head><meta charset="utf-8"><title>tripact proxy</title>
<meta name="viewport" content="width=device-width"><link rel="icon" href="data:,"><style>${style}</style></head>
<body><h1>tripact proxy</h1><p id="sum" role="status"></p>
<h2>Traffic</h2><table><thead><tr><th>interface<th>target<th>requests<th>answers<th>failed<th>client left</tr></thead><tbody id="traffic"></tbody></table>
<h2>Findings</h2><table><thead><tr><th>severity<th>fact<th>where<th>message<th>fingerprint</tr></thead><tbody id="findings"></tbody></table>
<noscript><p>Counts are in <a href="/__tripact/status.json">status.json</a>.</p></noscript>
<script>${script}</script></body></html>
`;

const policy = [
  "default-src 'none'",
  `style-src ${policySource(style)}`,
  `script-src ${policySource(script)}`,
  "connect-src 'self'",
  "img-src data:",
  "base-uri 'none'",
  "frame-ancestors 'none'",
].join("; ");

const contents: Readonly<Record<string, (status: ProxyStatus) => readonly [type: string, text: string]>> = {
  "/__tripact": () => ["text/html; charset=utf-8", page],
  "/__tripact/": () => ["text/html; charset=utf-8", page],
  "/__tripact/status.json": (status) => [
    "application/json",
    printJson({ ...status, findings: status.findings.map(shownFinding) }),
  ],
};

/** Serves the page and its counts. */
export const createStatusPage =
  (status: () => ProxyStatus) =>
  ({ url = "", method }: IncomingMessage, outgoing: ServerResponse): void => {
    const content = contents[url.replace(/\?.*$/s, "")];
    const isRead = method === "GET" || method === "HEAD";
    const [type, text] =
      content === undefined || !isRead ? ["text/plain", "There is nothing here.\n"] : content(status());
    outgoing.writeHead(content === undefined ? 404 : isRead ? 200 : 405, {
      "content-type": type,
      "content-length": Buffer.byteLength(text),
      "content-security-policy": policy,
      "cache-control": "no-store",
      "x-content-type-options": "nosniff",
    });
    outgoing.req.resume();
    outgoing.end(method === "HEAD" ? undefined : text);
  };
