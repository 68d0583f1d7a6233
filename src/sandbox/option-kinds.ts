import {
  type Kind,
  kinds,
  listOfKind,
  oneOfWords,
  type OptionUses,
  port,
  objectOfKinds,
  seed,
  textOrKind,
  wholeNumber,
  withFunctions,
} from "../core/output/values.ts";
import type { SandboxRoute } from "./extension/route.ts";
import type { SandboxOptions } from "./sandbox.ts";
import type { ServeOptions } from "./serve.ts";

/** Longer delays are no delays of a server. */
const milliseconds = wholeNumber(0, 86_400_000);

/** The kind of each part of a team's own route. */
const routeKinds = {
  interface: kinds.text,
  method: kinds.text,
  path: kinds.text,
  parameters: kinds.object,
  required: kinds.texts,
  permission: kinds.text,
  body: oneOfWords("required", "optional"),
  respond: kinds.function,
} as const satisfies Readonly<Record<keyof SandboxRoute, Kind>>;

/** The kind of each option of a sandbox. */
export const sandboxKinds = {
  seed,
  scale: wholeNumber(1, 1_000_000),
  dataFile: kinds.text,
  assumptions: kinds.object,
  like: kinds.textOrObject,
  clock: withFunctions("now", "sleep", "advance", "moveTo", "movedBy"),
  extend: listOfKind(objectOfKinds(routeKinds)),
  openapi: listOfKind(withFunctions("serve")),
  root: kinds.text,
  control: kinds.truth,
  deliver: kinds.function,
  onBug: kinds.function,
  port,
  host: kinds.text,
  faults: listOfKind(withFunctions("wrap")),
  latency: textOrKind(objectOfKinds({ minimum: milliseconds, maximum: milliseconds })),
  cors: kinds.truth,
  corsWebhooks: kinds.truth,
  onServed: kinds.function,
} as const satisfies Readonly<Record<keyof ServeOptions, Kind>>;

export const sandboxUses: OptionUses<SandboxOptions> = {
  seed: "optional",
  scale: "optional",
  dataFile: "optional",
  assumptions: "optional",
  like: "target",
  clock: "optional",
  extend: "optional",
  openapi: "optional",
  root: "optional",
  control: "optional",
  corsWebhooks: "optional",
  deliver: "optional",
  onBug: "optional",
};

export const serveUses: OptionUses<ServeOptions> = {
  ...sandboxUses,
  port: "optional",
  host: "optional",
  faults: "optional",
  latency: "optional",
  cors: "optional",
  onServed: "optional",
};
