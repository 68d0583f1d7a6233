import type { Agent, ServerResponse } from "node:http";
import type { Socket } from "node:net";
import type { ProxyTarget } from "./target.ts";

/** Maximum number of pipelined requests without an answer. */
const mostWaiting = 10_000;

/**
 * A client's connection, with its own connection to each target, so that nobody gets another client's answer. A
 * pipelined request starts when the previous one is answered, and not at all if that answer ends the connection.
 */
export const createConnection = (socket: Socket) => {
  const agents = new Map<ProxyTarget, Agent>();
  const waiting: (readonly [ServerResponse, () => void])[] = [];
  let isBusy = false;
  socket.once("close", () => {
    for (const agent of agents.values()) agent.destroy();
  });

  const begin = (outgoing: ServerResponse, start: () => void): void => {
    isBusy = true;
    outgoing.once("close", () => {
      isBusy = false;
      const next = socket.writable ? waiting.shift() : undefined;
      if (next !== undefined) begin(...next);
    });
    start();
  };

  return {
    agentOf(target: ProxyTarget) {
      const known = agents.get(target) ?? target.createAgent();
      agents.set(target, known);
      return known;
    },
    /** Starts a request when its turn comes. */
    take(outgoing: ServerResponse, start: () => void) {
      if (!isBusy) begin(outgoing, start);
      else if (waiting.length < mostWaiting) waiting.push([outgoing, start]);
      else socket.destroy();
    },
    /** Whether one of its requests is in progress. */
    isBusy: () => isBusy,
  };
};

export type Connection = ReturnType<typeof createConnection>;
