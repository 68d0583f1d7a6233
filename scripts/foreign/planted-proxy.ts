import { createServer, type IncomingMessage, type OutgoingHttpHeaders, request as send } from "node:http";
import type { AddressInfo } from "node:net";
import { once } from "node:events";
import { isObject } from "../../src/core/model/json-object.ts";

/** A fault that a proxy plants between a client and a server. */
export interface PlantedFault {
  readonly id: string;
  /** Method and path, where {} is any one segment: `PUT /orders/{}`. */
  readonly on: string;
  readonly does: keyof typeof verbs;
  /** The status of an answer that the proxy gives itself. */
  readonly status?: number;
  /** Why no answer shows it. */
  readonly note?: string;
  /** The property that a verb is about. */
  readonly property?: string;
  /** JSON pointer to the items of a list; the body itself if empty. */
  readonly items?: string;
}

interface Message {
  readonly method: string;
  readonly url: string;
  readonly headers: OutgoingHttpHeaders;
  readonly body: string;
}

interface Answer {
  readonly status: number;
  readonly headers: OutgoingHttpHeaders;
  readonly body: string;
}

/** What a verb works with: the server, and what it has seen. */
interface Scene {
  readonly fault: PlantedFault;
  readonly forward: (message: Message) => Promise<Answer>;
  readonly answers: Map<string, Answer>;
  /** Last segments of the paths that it is about, in the order in which they were first seen. */
  readonly ids: string[];
  count: number;
}

type Verb = (message: Message, scene: Scene) => Promise<Answer>;

const parsed = (text: string): unknown => {
  try {
    return JSON.parse(text) as unknown;
  } catch {
    return undefined;
  }
};

const isGood = ({ status }: Answer): boolean => status >= 200 && status < 300;

const withBody = (answer: Answer, value: unknown): Answer => ({
  ...answer,
  headers: Object.fromEntries(
    Object.entries(answer.headers).filter(([name]) => !/^(?:content-length|transfer-encoding)$/i.test(name)),
  ),
  body: JSON.stringify(value),
});

const changed = (message: Message, change: (body: Record<string, unknown>) => void): Message => {
  const body = parsed(message.body);
  if (!isObject(body)) return message;
  const copy: Record<string, unknown> = { ...body };
  change(copy);
  return { ...message, body: JSON.stringify(copy) };
};

const lastSegment = (url: string): string => /([^/?]*)\/?(?:\?.*)?$/.exec(url)?.[1] ?? "";

const withSegment = (url: string, id: string): string =>
  url.replace(/[^/?]*(\/?(?:\?.*)?)$/, (_, end: string) => `${id}${end}`);

/** A list with other items; the answer as it was if it holds none. */
const relisted = (
  answer: Answer,
  pointer: string,
  change: (items: readonly unknown[]) => readonly unknown[],
) => {
  const body = parsed(answer.body);
  const name = pointer.slice(1);
  if (pointer === "")
    return Array.isArray(body) ? withBody(answer, change(body as readonly unknown[])) : answer;
  const items = isObject(body) ? body[name] : undefined;
  return isObject(body) && Array.isArray(items)
    ? withBody(answer, { ...body, [name]: change(items as readonly unknown[]) })
    : answer;
};

const idNames = ["id", "silenceID", "client_id"];

/** What a record may be known by in a path. */
const namesOf = (record: unknown): readonly string[] =>
  isObject(record)
    ? [...idNames, "name"].flatMap((name) =>
        typeof record[name] === "string" || typeof record[name] === "number" ? [String(record[name])] : [],
      )
    : [];

const verbs = {
  /** Confirms a removal of what its caller may read, and does not pass it on. */
  swallow: async (message, { fault, forward }) =>
    isGood(await forward({ ...message, method: "GET", body: "" }))
      ? { status: fault.status ?? 204, headers: {}, body: "" }
      : forward(message),
  /** Passes a change on, and then writes back what was there before. */
  revert: async (message, { forward }) => {
    const before = parsed((await forward({ ...message, method: "GET", body: "" })).body);
    const answer = await forward(message);
    if (isGood(answer) && isObject(before))
      await forward(
        changed(message, (body) => {
          for (const name of Object.keys(body)) if (Object.hasOwn(before, name)) body[name] = before[name];
        }),
      );
    return answer;
  },
  /** Shows for ever what was shown first, to whoever may see it. */
  remember: async (message, { forward, answers }) => {
    const answer = await forward(message);
    const known = answers.get(message.url);
    if (known !== undefined && answer.status !== 401 && answer.status !== 403) return known;
    if (isGood(answer)) answers.set(message.url, answer);
    return answer;
  },
  /** Leaves out the item of a list that was created last. */
  hide: async (message, { fault, forward, ids }) =>
    relisted(await forward(message), fault.items ?? "", (items) =>
      items.filter((item) => !isObject(item) || !namesOf(item).includes(ids.at(-1) ?? "")),
    ),
  /** Lists every item that it has ever listed. */
  relist: async (message, scene) => {
    const answer = await scene.forward(message);
    return relisted(answer, scene.fault.items ?? "", (items) => {
      const known = new Map(items.map((item) => [JSON.stringify(namesOf(item)[0] ?? item), item]));
      for (const [id, old] of scene.answers) if (!known.has(id)) known.set(id, parsed(old.body));
      for (const [id, item] of known) scene.answers.set(id, withBody(answer, item));
      return [...known.values()];
    });
  },
  /** Leaves out a property of what is sent. */
  drop: (message, { fault, forward }) =>
    forward(changed(message, (body) => void delete body[fault.property ?? ""])),
  /** Changes a text of what is sent. */
  spoil: (message, { fault: { property = "" }, forward }) =>
    forward(
      changed(message, (body) => {
        if (typeof body[property] === "string") body[property] = `${body[property]} (spoilt)`;
      }),
    ),
  /** Sends the same to the record that was named before it, too. */
  spread: async (message, { ids, forward }) => {
    const answer = await forward(message);
    const other = ids.findLast((id) => id !== lastSegment(message.url));
    // Some servers refuse an id that is not the path's.
    const same = changed(message, (body) => {
      for (const name of idNames) delete body[name];
    });
    if (isGood(answer) && other !== undefined)
      await forward({ ...same, url: withSegment(message.url, other) });
    return answer;
  },
  /** Shows the record that was named before. */
  confuse: (message, { ids, forward }) => {
    const other = ids.findLast((id) => id !== lastSegment(message.url));
    return forward(other === undefined ? message : { ...message, url: withSegment(message.url, other) });
  },
  /** Confirms a creation that it does not pass on, with an id that nobody has. */
  invent: async (message, scene) => {
    scene.count += 1;
    const id = `0f000000-0000-4000-8000-${String(scene.count).padStart(12, "0")}`;
    const answer = await scene.forward(message);
    if (!isGood(answer)) return answer;
    return withBody(answer, { [scene.fault.property ?? "id"]: id });
  },
} satisfies Readonly<Record<string, Verb>>;

const patternOf = (path: string): RegExp => {
  const parts = path.split("{}").map((part) => part.replaceAll(/[\\^$.*+?()[\]{}|]/g, "\\$&"));
  return new RegExp(`^${parts.join("[^/?]+")}(?:\\?|$)`);
};

const isOn = ({ on }: PlantedFault, { method, url }: Message): boolean => {
  const [wanted = "", path = ""] = on.split(" ");
  return method === wanted && patternOf(path).test(url);
};

/** Whether a request names a record that a fault is about. */
const isAbout = ({ on }: PlantedFault, { url }: Message): boolean => {
  const path = on.split(" ")[1] ?? "";
  return path.endsWith("{}") && patternOf(path).test(url);
};

/** Whether a request creates a record in the list that a fault is about. */
const isCreation = ({ on }: PlantedFault, { method, url }: Message): boolean => {
  const path = on.split(" ")[1] ?? "";
  return method === "POST" && !path.endsWith("{}") && patternOf(path).test(url);
};

const bodyOf = async (stream: IncomingMessage): Promise<string> => {
  const chunks: Buffer[] = [];
  for await (const chunk of stream) chunks.push(chunk as Buffer);
  return Buffer.concat(chunks).toString();
};

/** Passes a request on; a connection that breaks is `undefined`. */
const passedOn = (port: number, { method, url, headers, body }: Message): Promise<Answer> =>
  new Promise((resolve, reject) => {
    const { "content-length": _, "transfer-encoding": __, ...rest } = headers;
    const length = body === "" ? {} : { "content-length": Buffer.byteLength(body) };
    const upstream = send({ host: "127.0.0.1", port, method, path: url, headers: { ...rest, ...length } });
    upstream.once("error", reject);
    upstream.once("response", (response) => {
      bodyOf(response).then(
        (text) => resolve({ status: response.statusCode ?? 502, headers: response.headers, body: text }),
        reject,
      );
    });
    upstream.end(body);
  });

export interface Proxy {
  readonly url: string;
  readonly requests: () => number;
  readonly close: () => void;
}

/** A proxy in front of a server of this machine, which counts requests and may plant a fault. */
export const startProxy = async (
  port: number,
  { fault, onRequest }: { readonly fault?: PlantedFault; readonly onRequest?: (count: number) => void } = {},
): Promise<Proxy> => {
  let requests = 0;
  const forward = (message: Message): Promise<Answer> => passedOn(port, message);
  const scene: Scene | undefined = fault && { fault, forward, answers: new Map(), ids: [], count: 0 };
  const answerTo = async (message: Message): Promise<Answer> => {
    if (scene === undefined) return forward(message);
    const id = lastSegment(message.url);
    const isFaulty = isOn(scene.fault, message);
    if (!isFaulty && isAbout(scene.fault, message) && message.method === "GET" && !scene.ids.includes(id))
      scene.ids.push(id);
    const answer = await (isFaulty ? verbs[scene.fault.does](message, scene) : forward(message));
    if (isFaulty && isAbout(scene.fault, message) && !scene.ids.includes(id)) scene.ids.push(id);
    if (isCreation(scene.fault, message)) scene.ids.push(...namesOf(parsed(answer.body)).slice(0, 1));
    return answer;
  };
  const server = createServer((incoming, outgoing) => {
    requests += 1;
    onRequest?.(requests);
    const { method = "GET", url = "/", headers } = incoming;
    const respond = async (): Promise<void> => {
      try {
        const {
          status,
          headers: shown,
          body,
        } = await answerTo({
          method,
          url,
          headers,
          body: await bodyOf(incoming),
        });
        outgoing.writeHead(status, shown);
        outgoing.end(body);
      } catch {
        // What breaks behind a proxy breaks in front of it.
        outgoing.destroy();
      }
    };
    void respond();
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  // A server that listens on a port has such an address.
  const { port: own } = server.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${own}`,
    requests: () => requests,
    close: () => {
      server.closeAllConnections();
      server.close();
    },
  };
};
