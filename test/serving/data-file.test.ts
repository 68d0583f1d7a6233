import { spawn } from "node:child_process";
import { once } from "node:events";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { fileURLToPath } from "node:url";
import { expect, it } from "vitest";
import { shopDocument } from "../contracts/shop-document.ts";
import { temporaryFolder } from "../entrypoints/cli/temporary-folder.ts";
import { isNightly, seedOfMoments } from "../nightly.ts";
import { serve } from "./served.ts";

const server = fileURLToPath(new URL("served-shop.ts", import.meta.url));

/** Orders by id, as they were acknowledged last; null for one that was removed. */
type Acknowledged = Map<string, unknown>;

/** What a client did when the server was killed; its outcome is open. */
type Open = Set<string>;

interface Client {
  readonly origin: string;
  readonly token: string;
}

const write = async (
  { origin, token }: Client,
  known: Acknowledged,
  open: Open,
  number: number,
): Promise<void> => {
  const ask = async (method: string, path: string, body?: object) => {
    const response = await fetch(`${origin}${path}`, {
      method,
      headers: { authorization: `Bearer ${token}`, "content-type": "application/json" },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    });
    return response.status === 204 ? null : ((await response.json()) as { id: string });
  };
  const created = await ask("POST", "/orders", { name: `Kite ${number}`, kind: "toy", count: 1 });
  const id = created?.id ?? "";
  known.set(id, created);
  open.add(id);
  if (number % 2 === 0) known.set(id, await ask("PATCH", `/orders/${id}`, { count: 1 + (number % 90) }));
  if (number % 6 === 0) known.set(id, await ask("DELETE", `/orders/${id}`));
  open.delete(id);
};

/** Writes with several clients until the server is killed. */
const writeUntilKilled = async (dataFile: string, afterMs: number) => {
  const child = spawn(process.execPath, [server, dataFile], { stdio: ["ignore", "pipe", "inherit"] });
  const [line] = (await once(createInterface({ input: child.stdout }), "line")) as [string];
  const client = JSON.parse(line) as Client;
  const [known, open]: [Acknowledged, Open] = [new Map(), new Set()];
  let number = 1;
  await write(client, known, open, number);
  const work = async (): Promise<void> => {
    for (;;) await write(client, known, open, (number += 1));
  };
  const workers = [1, 2, 3, 4].map(() => work().catch(() => undefined));
  setTimeout(() => child.kill("SIGKILL"), afterMs);
  if (child.exitCode === null && child.signalCode === null) await once(child, "exit");
  await Promise.all(workers);
  return { known, open };
};

it.each(Array.from({ length: isNightly ? 30 : 2 }, (_, round) => round))(
  `loses nothing that was acknowledged before a kill (seed ${seedOfMoments}, round %i)`,
  async (round) => {
    const dataFile = join(temporaryFolder(), "data.sqlite");
    const { known, open } = await writeUntilKilled(dataFile, 100 + ((seedOfMoments + round * 7919) % 400));
    expect(known.size).toBeGreaterThan(0);
    const { ask } = await serve(shopDocument, {}, { dataFile });
    for (const [id, order] of known) {
      if (open.has(id)) continue;
      const answer = await ask(`GET /orders/${id}`);
      expect([id, answer.status, answer.status === 200 ? answer.json : null]).toEqual([
        id,
        order === null ? 404 : 200,
        order,
      ]);
    }
  },
);
