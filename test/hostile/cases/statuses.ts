import { createServer } from "node:net";
import { listening } from "../../listening.ts";
import { alike, always, http, json, type HostileCase } from "../hostile-case.ts";
import { pour } from "../server.ts";

/** An address of this machine where nobody may be asked anything; whoever connects is counted. */
export const trap = { connections: 0, heard: "" };

const trapServer = createServer((socket) => {
  trap.connections += 1;
  socket.on("error", () => undefined);
  socket.on("data", (data) => (trap.heard += data.toString("latin1")));
});
// For as long as the process lives, which it does not hold.
const elsewhere = new URL(await listening(trapServer, () => undefined)).host;
trapServer.unref();

const busy = (status: number, retryAfter: string): HostileCase["answer"] =>
  always(http(status, json({ message: "later" }), { "retry-after": retryAfter }));

const redirect = (status: number, location: string): HostileCase["answer"] =>
  always(http(status, "", { location }));

const tokenChecks = [
  "password-grant-issues-a-token",
  "refresh-replaces-both-tokens",
  "access-token-works-like-a-key",
];

/** Answers the token endpoint in one way, and everything else in another. */
const issues =
  (token: Buffer, otherwise: Buffer): HostileCase["answer"] =>
  (asked, socket) =>
    void socket.write(asked.path.endsWith("/Token") ? token : otherwise);

const waiting = { code: 4, says: /safety\.maxWaitMs/, mostRequests: 200 } as const;

/** Statuses, and the headers that say what to do about them. */
export const statuses: readonly HostileCase[] = [
  ...alike({ code: 1 })({
    "redirects in a circle": (asked, socket) => void socket.write(http(302, "", { location: asked.path })),
    "redirects elsewhere (301)": redirect(301, `http://${elsewhere}/api/Contact/1`),
    "redirects elsewhere with the method (307)": redirect(307, `http://${elsewhere}/Token`),
    "sends the reader elsewhere by other means": always(
      http(200, `<meta http-equiv="refresh" content="0;url=http://${elsewhere}/">`, {
        "content-type": "text/html",
        refresh: `0; url=http://${elsewhere}/`,
        "alt-svc": `h3="${elsewhere}"; ma=86400`,
        link: `<http://${elsewhere}/>; rel=preload`,
        "content-location": `http://${elsewhere}/`,
      }),
    ),
  }),
  ...alike({ code: 1, isNightly: true })({
    "redirects elsewhere for good (308)": redirect(308, `//${elsewhere}/x`),
    "redirects elsewhere with credentials in the address": redirect(
      303,
      `http://user:password@${elsewhere}/`,
    ),
    "redirects to a file": redirect(302, "file:///etc/passwd"),
    "redirects to nowhere": redirect(302, "http://[::bad"),
    "offers three hundred choices": always(http(300, json([{ href: `http://${elsewhere}/` }]))),
    "asks for a proxy (305)": redirect(305, `http://${elsewhere}/`),
    "wants to be asked again with other credentials": always(
      http(401, json({ message: "no" }), {
        "www-authenticate": `Basic realm="[2J", Digest nonce="${"x".repeat(2_000)}"`,
      }),
    ),
    "does not know anybody (401)": always(http(401, json({ message: "no" }))),
  }),
  ...alike({ ...waiting })({
    "limits for a negative time": busy(429, "-5"),
    "limits for ever": busy(429, "99999999999999999999"),
    "limits for garbage": busy(429, "soon"),
    "limits for many times": busy(429, "1, 99999, -1"),
  }),
  ...alike({ ...waiting, isNightly: true })({
    "limits until last century": busy(429, "Sun, 06 Nov 1994 08:49:37 GMT"),
    "limits for a fraction": busy(503, "1.5e3"),
    "limits for no time": busy(503, "0"),
    "limits without a word": always(http(429, "")),
  }),
  ...alike({ ...waiting, code: 3 })({
    // Nothing but 503 is an outage: it could not be judged.
    "limits until the end of time": busy(503, "Fri, 31 Dec 9999 23:59:59 GMT"),
  }),
  ...alike({ code: 3 })({
    "limits and sends a body without end": (_, socket) =>
      pour(
        socket,
        (function* () {
          yield "HTTP/1.1 429 Too Many Requests\r\nretry-after: 1\r\n\r\n";
          for (;;) yield "x".repeat(65_536);
        })(),
      ),
  }),
  ...alike({ code: 1, mostRequests: 200 })({
    "limits now and then": (asked, socket) =>
      void socket.write(
        asked.before % 9 === 0 ? http(429, "{}", { "retry-after": "0" }) : http(200, json({ id: "x" })),
      ),
    "fails (500)": always(http(500, "Internal Server Error")),
  }),
  ...alike({ code: 1, isNightly: true, mostRequests: 200 })({
    "fails at its gateway (502)": always(http(502, "<h1>Bad Gateway</h1>")),
  }),
  ...alike({
    checks: ["password-grant-issues-a-token", "refresh-replaces-both-tokens", "token-response-fields"],
    code: 1,
  })({
    // A key that is refused would leave nothing to judge.
    "issues no token but to itself (401 on the token endpoint)": issues(
      http(401, json({ error: "invalid_client" })),
      http(200, "[]"),
    ),
  }),
  ...alike({ checks: tokenChecks, code: 1, isNightly: true })({
    "issues tokens that nobody takes": issues(
      http(
        200,
        json({
          access_token: "hostile-access-token",
          token_type: "bearer",
          expires_in: -1,
          refresh_token: "hostile-refresh-token",
        }),
      ),
      http(401, ""),
    ),
  }),
  ...alike({ checks: tokenChecks, code: 1 })({
    "issues a token that is no header": issues(
      http(
        200,
        json({
          access_token: "a\r\nx-evil: 1\u0000",
          token_type: "bearer",
          expires_in: 1e308,
          refresh_token: "b\n".repeat(50_000),
        }),
      ),
      http(200, "[]"),
    ),
  }),
  ...alike({ code: 1, interfaces: ["crm", "donation", "volunteer"] })({
    "errs in two manners at once": always(
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
  }),
  ...alike({
    checks: ["note-is-replaced-whole", "note-replacement-answers-the-note", "contact-is-read-by-id"],
    code: 1,
    writes: true,
  })({
    "answers a write and resets": (asked, socket) => {
      if (asked.method === "PUT") socket.write(http(200, json({ id: 1 })), () => socket.resetAndDestroy());
      else socket.write(http(200, json({ id: 1 })));
    },
  }),
  ...alike({
    checks: ["note-replacement-answers-the-note"],
    code: 4,
    says: /not put back: contact note 10/,
    waits: true,
    writes: true,
  })({
    "takes a write and never answers": (asked, socket) => {
      if (asked.method !== "PUT") socket.write(http(200, json({ id: 1 })));
    },
  }),
];
