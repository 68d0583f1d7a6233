/**
 * `node bench/same-sql-server.ts PORT`: answers like a sandbox, running only the SQL statements of the same request. It
 * asks its own sandbox when it sees a request for the first time. The time that a sandbox takes beyond this is its own
 * work.
 */
import { createServer } from "node:http";
import { text } from "node:stream/consumers";
import { DatabaseSync, StatementSync, type SQLInputValue } from "node:sqlite";
import { setTimeout as wait } from "node:timers/promises";

type Way = "all" | "get" | "run";

/** A recorded statement, ready to be repeated. */
type Run = () => void;

let noted: Run[] | undefined;

const note = (statement: StatementSync, way: Way): void => {
  // The three differ in their results, which are not read here, and parameter names are not used.
  const original = StatementSync.prototype[way] as (
    this: StatementSync,
    ...given: SQLInputValue[]
  ) => unknown;
  Object.defineProperty(statement, way, {
    value: (...parameters: SQLInputValue[]) => {
      noted?.push(() => original.apply(statement, parameters));
      return original.apply(statement, parameters);
    },
  });
};

const prepare = DatabaseSync.prototype.prepare;
DatabaseSync.prototype.prepare = function (this: DatabaseSync, ...given) {
  const statement = prepare.apply(this, given);
  for (const way of ["all", "get", "run"] as const) note(statement, way);
  return statement;
};

const { createSandbox } = await import("../src/sandbox/sandbox.ts");
const sandbox = createSandbox({ assumptions: { "U-27": 1e8, "U-28": 1e8, "U-29": 1e8 } });

interface Known {
  readonly runs: readonly Run[];
  readonly status: number;
  readonly body: string;
}

const known = new Map<string, Known>();

/** Long enough for a delivery attempt, whose statements also belong to the request. */
const settling = 50;

const learn = async (key: string, ask: () => Promise<Response>): Promise<Known> => {
  // The sandbox's caches are filled after the first request.
  await ask();
  await wait(settling);
  noted = [];
  const response = await ask();
  const body = await response.text();
  await wait(settling);
  const learnt = { runs: noted, status: response.status, body };
  noted = undefined;
  known.set(key, learnt);
  return learnt;
};

/** One at a time, so that no statement is attributed to another request. */
let learning: Promise<unknown> = Promise.resolve();

createServer((incoming, outgoing) => {
  const { method = "", url = "", headers } = incoming;
  const answer = ({ runs, status, body }: Known): void => {
    for (const run of runs) run();
    outgoing.writeHead(status, {
      "content-type": "application/json; charset=utf-8",
      "content-length": Buffer.byteLength(body),
    });
    outgoing.end(body);
  };
  void text(incoming).then((sent) => {
    const key = `${method} ${url} ${sent}`;
    const found = known.get(key);
    if (found !== undefined) return answer(found);
    const ask = (): Promise<Response> =>
      sandbox.fetch(
        new Request(`http://127.0.0.1${url}`, {
          method,
          headers: { authorization: headers.authorization ?? "", "content-type": "application/json" },
          ...(sent === "" ? {} : { body: sent }),
        }),
      );
    learning = learning.then(() => learn(key, ask)).then(answer);
    return learning;
  });
}).listen(Number(process.argv[2]), "127.0.0.1");
