import type { BuiltinInterface } from "../../../src/builtin/interface-name.ts";
import type { Assumptions } from "../../../src/sandbox/assumptions/assumptions.ts";
import type { Answering, FaultEnvironment } from "../../../src/builtin/faults/fault.ts";

/** Stands between the caller and the sandbox, as a fault does. */
export type Wrap = (next: Answering, environment: FaultEnvironment) => Answering;

/** The interfaces of a configuration, as plain objects. */
export type TargetConfig = Readonly<Partial<Record<BuiltinInterface, Readonly<Record<string, unknown>>>>>;

/** How another implementation may be made, or configured, that keeps to interfaces.md as well as the sandbox does. */
export interface Variant {
  /** Kebab-case: names what is different. */
  readonly id: string;
  /** The interfaces whose answers it changes: only their checks have anything new to judge. */
  readonly interfaces: readonly [BuiltinInterface, ...BuiltinInterface[]];
  /** Which part of interfaces.md leaves it open or allows it, and how, in our words. */
  readonly open: string;
  /** What it decides; two variants that decide the same do not go together. */
  readonly decides: readonly [string, ...string[]];
  /** Facts that nobody can see any more through it. */
  readonly hides?: readonly string[];
  readonly assumptions?: Partial<Assumptions>;
  /** What the run knows of the target. */
  readonly settings?: (settings: TargetConfig) => TargetConfig;
  /** Addresses that the interfaces are reached at from outside, in place of the sandbox's own. */
  readonly baseUrls?: Readonly<Partial<Record<BuiltinInterface, string>>>;
  /** True when no check asks for what is different today, so that it cannot be seen to take effect. */
  readonly isDormant?: boolean;
  /** True for what only a target out on the network does; checks that move the sandbox's clock do not ask it. */
  readonly isLive?: boolean;
  readonly wrap?: Wrap;
}

type Decides = Variant["decides"];

/** Variants of some interfaces: by the id of one and what it decides. */
export const variantOf =
  (...interfaces: Variant["interfaces"]) =>
  (id: string, decides: string | Decides, rest: Omit<Variant, "id" | "interfaces" | "decides">): Variant => ({
    id,
    interfaces,
    decides: typeof decides === "string" ? [decides] : decides,
    ...rest,
  });
