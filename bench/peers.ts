import { runProcess, type ProcessFigures, type ProcessOptions } from "./whole-process.ts";

/** Alternatives for users, in the measured versions; npx fetches them when the bench runs. */
export const peers = {
  redocly: "@redocly/cli@2.77.0",
  dredd: "dredd@14.1.0",
  prism: "@stoplight/prism-cli@5.16.0",
  mockoon: "@mockoon/cli@9.9.0",
  httpProxy: "http-proxy@1.18.1",
} as const;

/** Name and version of a library. */
export const peerVersion = (peer: keyof typeof peers): string => peers[peer];

export const npx = (peer: keyof typeof peers, args: readonly string[]): readonly string[] => [
  "-y",
  peers[peer],
  ...args,
];

/** Runs a peer once, so that its download is not measured. */
export const runPeer = async (
  peer: keyof typeof peers,
  args: readonly string[],
  options: ProcessOptions = {},
): Promise<ProcessFigures> => runProcess("npx", npx(peer, args), options);
