/** A key that a configuration could have. */
export interface KeyProposal {
  /** From the root of the configuration: `["interfaces", "shop", "resources", "order", "create"]`. */
  readonly path: readonly string[];
  /** Absent if nothing is known of it. */
  readonly value?: unknown;
  /** Whether only the owner can say that it is so. */
  readonly isOpen?: boolean;
  /** Ids of the facts that it adds. */
  readonly facts: readonly string[];
  /** Those of them that do not hold. */
  readonly violated?: readonly string[];
}

/** Records that a run cannot work with as configured, and the shortest key that changes that. */
export interface OutOfReach {
  /** Names of the resources. */
  readonly resources: readonly string[];
  readonly why: string;
  readonly key: KeyProposal;
}
