import { beyondDocument } from "../../src/sandbox/reference/documents.ts";
import type { Random } from "../../src/serving/random.ts";
import { createSandbox, inProcessOrigin as origin } from "../../src/sandbox/sandbox.ts";
import { type Attempt, Broken, type Surface, within } from "./surface.ts";
import { anyJson, anyText, mutated, shown } from "./values.ts";

type Pair = readonly [path: string, methods: readonly string[]];

/** Bodies that the control interface takes, from which most others differ in one thing. */
const bodies: Readonly<Record<string, unknown>> = {
  "PUT /faults": { ids: ["contact-ids-are-strings"] },
  "POST /clock": { advanceMs: 1000 },
  "POST /webhooks": {
    interface: "crm",
    payloadUrl: "http://127.0.0.1:1/hook",
    kinds: ["contact"],
    organizationId: 1,
  },
  "POST /credentials": {
    interface: "donation",
    organizationId: 1,
    lifetimeMs: 60_000,
    permissions: ["x"],
    state: "active",
    kind: "token",
  },
  "PUT /credentials/{id}": { state: "revoked", used: 3 },
  "PUT /records/{interface}/{kind}": { organization: "other" },
  "PUT /records/{interface}/{kind}/{id}": { absent: true },
};

/** What can stand for a parameter of a path. */
const parameters: Readonly<Record<string, readonly [string, ...string[]]>> = {
  interface: ["crm", "donation", "volunteer", "__proto__"],
  kind: ["contact", "note", "donor", "gift", "user", "group", "webhook", "constructor"],
  name: ["a", "b", "__proto__"],
};

const ids = ["0", "1", "2", "7", "-1", "9007199254740991", "9007199254740992", "1e3", "1.5", "01"] as const;

const segment = (random: Random, name: string): string => {
  if (random.chance(0.15)) return encodeURIComponent(anyText(random).slice(0, 2000).toWellFormed());
  return random.pick(parameters[name] ?? ids);
};

const mediaTypes = [
  "application/json",
  "application/json; charset=utf-8",
  "text/plain",
  "",
  "application/JSON",
] as const;

/** Requests to a sandbox with an open control interface, and now and then to its interfaces. */
export const openControl = async (): Promise<Surface> => {
  const operations = Object.entries(Object(beyondDocument("control")["paths"]) as object).map(
    ([path, item]): Pair => [path, Object.keys(Object(item)).map((method) => method.toUpperCase())],
  );
  const [first, ...rest] = operations;
  if (first === undefined) throw new Error("the document has operations");
  let calls = 0;
  // What the control interface hands out, too.
  const secrets: string[] = [];
  const open = () => createSandbox({ control: true, scale: 20 });
  let sandbox = open();

  const requestOf = (random: Random) => {
    const [template, methods] = random.pick([first, ...rest]);
    const [usual = "GET", ...others] = methods;
    const method = random.chance(0.05)
      ? random.pick(["PATCH", "OPTIONS", "HEAD", "QUERY"])
      : random.pick([usual, ...others]);
    const path = template.replaceAll(/\{(\w+)\}/g, (_, name: string) => segment(random, name));
    const known = bodies[`${method} ${template}`] ?? {};
    const body = random.chance(0.3) ? known : mutated(random, known, (of) => anyJson(of));
    const text = random.chance(0.03) ? '{"a":' : JSON.stringify(body);
    const query = random.chance(0.1)
      ? `?${encodeURIComponent(anyText(random).toWellFormed()).slice(0, 500)}`
      : "";
    const type = random.chance(0.9) ? "application/json" : random.pick(mediaTypes);
    const hasBody = !["GET", "HEAD"].includes(method);
    return {
      method,
      url: `${origin}/control${path === "/" ? "" : path}${query}`,
      type,
      ...(hasBody ? { body: text } : {}),
    };
  };

  return {
    spare: 0,
    attempt(random): Attempt {
      calls += 1;
      const { method, url, type, body } = requestOf(random);
      return {
        what: `${method} ${url} ${type} ${shown(body)}`,
        async run() {
          const headers = type === "" ? {} : { "content-type": type };
          const request = new Request(url, { method, headers, ...(body === undefined ? {} : { body }) });
          const response = await within(60, sandbox.fetch(request));
          const text = await response.text();
          if (response.status >= 500) throw new Broken(`${response.status}: ${text.slice(0, 300)}`);
          if (method === "POST" && url.endsWith("/credentials") && response.status === 201)
            secrets.push(...textsIn(JSON.parse(text)));
          if (calls % 10 === 0) await alive();
          if (calls % 500 === 0) {
            await within(60, sandbox.close());
            sandbox = open();
            secrets.length = 0;
          }
        },
      };
    },
    close: () => sandbox.close(),
  };

  /** What the control interface did, the others survive: whatever they answer is no fault of their own. */
  async function alive(): Promise<void> {
    const { crm, donation, volunteer } = sandbox.config().interfaces;
    const given = [crm.credentials, donation.credentials, volunteer.credentials].flatMap(textsIn);
    for (const token of [...given.slice(0, 8), ...secrets.slice(-3)])
      for (const path of reads)
        for (const scheme of ["Bearer", "Token"]) {
          const headers = { authorization: `${scheme} ${token}` };
          const { status } = await within(60, sandbox.fetch(new Request(`${origin}${path}`, { headers })));
          if (status >= 500) throw new Broken(`${path} answers ${status}`);
        }
    await within(60, sandbox.fetch(new Request(`${origin}/control/clock`, post({ advanceMs: 0 }))));
  }
};

const reads = [
  "/crm/api/Contact/1",
  "/crm/api/ContactMethod/Types",
  "/donation/api/Donor/list?Take=2",
  "/volunteer/v1/groups",
  "/control/config",
  "/control/deliveries",
  "/control/sms",
] as const;

const textsIn = (value: unknown): readonly string[] =>
  Object.values(Object(value) as object).flatMap((one: unknown) =>
    typeof one === "string"
      ? /^[\x21-\x7e]+$/.test(one)
        ? [one]
        : []
      : typeof one === "object"
        ? textsIn(one)
        : [],
  );

const post = (body: unknown): RequestInit => ({
  method: "POST",
  headers: { "content-type": "application/json" },
  body: JSON.stringify(body),
});
