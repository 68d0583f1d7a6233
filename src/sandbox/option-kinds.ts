import { type Kind, kinds, port, seed, whole } from "../harness/output/values.ts";
import type { ServeOptions } from "./serve.ts";

/** The kind of each option of a sandbox. */
export const sandboxKinds = {
  seed,
  scale: whole(1, 1_000_000),
  dataFile: kinds.text,
  assumptions: kinds.object,
  like: kinds.textOrObject,
  clock: kinds.object,
  extend: kinds.list,
  control: kinds.truth,
  deliver: kinds.function,
  onBug: kinds.function,
  port,
  host: kinds.text,
  faults: kinds.list,
  latency: kinds.textOrObject,
  cors: kinds.truth,
  corsWebhooks: kinds.truth,
  onServed: kinds.function,
} as const satisfies Readonly<Record<keyof ServeOptions, Kind>>;
