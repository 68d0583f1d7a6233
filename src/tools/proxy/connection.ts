import type { Agent, ServerResponse } from "node:http";
import type { Socket } from "node:net";
import type { ProxyTarget } from "./target.ts";

/** Requests that a client may send before it gets an answer to the first of them. */
const mostWaiting = 10_000;

/**
 * A client's connection, with one connection of its own to each target: nobody gets an answer that was meant for
 * another client. What is pipelined starts when what was sent before it is answered, and not at all where that answer
 * ends the connection.
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
    /** Starts a request when its turn has come. */
    take(outgoing: ServerResponse, start: () => void) {
      if (!isBusy) begin(outgoing, start);
      else if (waiting.length < mostWaiting) waiting.push([outgoing, start]);
      else socket.destroy();
    },
    /** Whether a request of it is under way. */
    isBusy: () => isBusy,
  };
};

export type Connection = ReturnType<typeof createConnection>;
