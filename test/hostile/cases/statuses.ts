import { once as until } from "node:events";
import { createServer, type AddressInfo } from "node:net";
import { always, http, json, type HostileCase } from "../hostile-case.ts";
import { pour } from "../server.ts";

/** An address of this machine where nobody may be asked anything; whoever connects is counted. */
export const trap = { connections: 0, heard: "" };

const trapServer = createServer((socket) => {
  trap.connections += 1;
  socket.on("error", () => undefined);
  socket.on("data", (data) => (trap.heard += data.toString("latin1")));
});
trapServer.listen(0, "127.0.0.1");
await until(trapServer, "listening");
trapServer.unref();
// A server that listens on a port has such an address.
const elsewhere = `127.0.0.1:${(trapServer.address() as AddressInfo).port}`;

const busy = (status: number, retryAfter: string): HostileCase["answer"] =>
  always(http(status, json({ message: "later" }), { "retry-after": retryAfter }));

const redirect = (status: number, location: string): HostileCase["answer"] =>
  always(http(status, "", { location }));

const waiting = { code: 4, told: /safety\.maxWaitMs/, mostRequests: 200 } as const;

/** Statuses, and the headers that say what to do about them. */
export const statuses: readonly HostileCase[] = [
  {
    id: "redirects in a circle",
    answer: (asked, socket) => void socket.write(http(302, "", { location: asked.path })),
    code: 1,
  },
  { id: "redirects elsewhere (301)", answer: redirect(301, `http://${elsewhere}/api/Contact/1`), code: 1 },
  {
    id: "redirects elsewhere with the method (307)",
    answer: redirect(307, `http://${elsewhere}/Token`),
    code: 1,
  },
  {
    id: "redirects elsewhere for good (308)",
    isNightly: true,
    answer: redirect(308, `//${elsewhere}/x`),
    code: 1,
  },
  {
    id: "redirects elsewhere with credentials in the address",
    isNightly: true,
    answer: redirect(303, `http://user:password@${elsewhere}/`),
    code: 1,
  },
  {
    id: "sends the reader elsewhere by other means",
    answer: always(
      http(200, `<meta http-equiv="refresh" content="0;url=http://${elsewhere}/">`, {
        "content-type": "text/html",
        refresh: `0; url=http://${elsewhere}/`,
        "alt-svc": `h3="${elsewhere}"; ma=86400`,
        link: `<http://${elsewhere}/>; rel=preload`,
        "content-location": `http://${elsewhere}/`,
      }),
    ),
    code: 1,
  },
  { id: "redirects to a file", isNightly: true, answer: redirect(302, "file:///etc/passwd"), code: 1 },
  { id: "redirects to nowhere", isNightly: true, answer: redirect(302, "http://[::bad"), code: 1 },
  {
    id: "offers three hundred choices",
    isNightly: true,
    answer: always(http(300, json([{ href: `http://${elsewhere}/` }]))),
    code: 1,
  },
  {
    id: "asks for a proxy (305)",
    isNightly: true,
    answer: redirect(305, `http://${elsewhere}/`),
    code: 1,
  },
  {
    id: "wants to be asked again with other credentials",
    isNightly: true,
    answer: always(
      http(401, json({ message: "no" }), {
        "www-authenticate": `Basic realm="[2J", Digest nonce="${"x".repeat(2_000)}"`,
      }),
    ),
    code: 1,
  },
  { id: "limits for a negative time", answer: busy(429, "-5"), ...waiting },
  { id: "limits for ever", answer: busy(429, "99999999999999999999"), ...waiting },
  {
    id: "limits until last century",
    isNightly: true,
    answer: busy(429, "Sun, 06 Nov 1994 08:49:37 GMT"),
    ...waiting,
  },
  // Nothing but 503 is an outage: it could not be judged.
  {
    id: "limits until the end of time",
    answer: busy(503, "Fri, 31 Dec 9999 23:59:59 GMT"),
    ...waiting,
    code: 3,
  },
  { id: "limits for garbage", answer: busy(429, "soon"), ...waiting },
  { id: "limits for a fraction", isNightly: true, answer: busy(503, "1.5e3"), ...waiting },
  { id: "limits for many times", answer: busy(429, "1, 99999, -1"), ...waiting },
  { id: "limits for no time", isNightly: true, answer: busy(503, "0"), ...waiting },
  { id: "limits without a word", isNightly: true, answer: always(http(429, "")), ...waiting },
  {
    id: "limits and sends a body without end",
    answer: (_, socket) =>
      pour(
        socket,
        (function* () {
          yield "HTTP/1.1 429 Too Many Requests\r\nretry-after: 1\r\n\r\n";
          for (;;) yield "x".repeat(65_536);
        })(),
      ),
    code: 3,
  },
  {
    id: "limits now and then",
    answer: (asked, socket) =>
      void socket.write(
        asked.before % 9 === 0 ? http(429, "{}", { "retry-after": "0" }) : http(200, json({ id: "x" })),
      ),
    code: 1,
    mostRequests: 200,
  },
  { id: "fails (500)", answer: always(http(500, "Internal Server Error")), code: 1, mostRequests: 200 },
  {
    id: "fails at its gateway (502)",
    isNightly: true,
    answer: always(http(502, "<h1>Bad Gateway</h1>")),
    code: 1,
    mostRequests: 200,
  },
  {
    id: "does not know anybody (401)",
    isNightly: true,
    answer: always(http(401, json({ message: "no" }))),
    code: 1,
  },
  {
    id: "issues no token but to itself (401 on the token endpoint)",
    answer: (asked, socket) =>
      void socket.write(
        asked.path.endsWith("/Token")
          ? http(401, json({ error: "invalid_client" }))
          : // A key that is refused would leave nothing to judge.
            http(200, json([])),
      ),
    code: 1,
    checks: ["password-grant-issues-a-token", "refresh-replaces-both-tokens", "token-response-fields"],
  },
  {
    id: "issues tokens that nobody takes",
    isNightly: true,
    answer: (asked, socket) =>
      void socket.write(
        asked.path.endsWith("/Token")
          ? http(
              200,
              json({
                access_token: "hostile-access-token",
                token_type: "bearer",
                expires_in: -1,
                refresh_token: "hostile-refresh-token",
              }),
            )
          : http(401, ""),
      ),
    code: 1,
    checks: [
      "password-grant-issues-a-token",
      "refresh-replaces-both-tokens",
      "access-token-works-like-a-key",
    ],
  },
  {
    id: "issues a token that is no header",
    answer: (asked, socket) =>
      void socket.write(
        asked.path.endsWith("/Token")
          ? http(
              200,
              json({
                access_token: "a\r\nx-evil: 1\u0000",
                token_type: "bearer",
                expires_in: 1e308,
                refresh_token: "b\n".repeat(50_000),
              }),
            )
          : http(200, "[]"),
      ),
    code: 1,
    checks: [
      "password-grant-issues-a-token",
      "refresh-replaces-both-tokens",
      "access-token-works-like-a-key",
    ],
  },
  {
    id: "errs in two manners at once",
    answer: always(
      http(
        400,
        json({
          error: { code: "BAD_REQUEST", message: "x", details: [] },
          title: "x",
          status: 418,
          detail: "x",
          errors: { a: ["b"] },
          message: "x",
        }),
      ),
    ),
    code: 1,
    interfaces: ["crm", "donation", "volunteer"],
  },
  {
    id: "answers a write and resets",
    answer: (asked, socket) => {
      if (asked.method === "PUT") socket.write(http(200, json({ id: 1 })), () => socket.resetAndDestroy());
      else socket.write(http(200, json({ id: 1 })));
    },
    code: 1,
    checks: ["note-is-replaced-whole", "note-replacement-answers-the-note", "contact-is-read-by-id"],
    writes: true,
  },
  {
    id: "takes a write and never answers",
    waits: true,
    answer: (asked, socket) => {
      if (asked.method !== "PUT") socket.write(http(200, json({ id: 1 })));
    },
    code: 4,
    told: /not put back: contact note 10/,
    checks: ["note-replacement-answers-the-note"],
    writes: true,
  },
];
