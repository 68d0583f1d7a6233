import type { Models } from "../../contract/generated/operation-types.ts";

export type ControlModels = Models["control"];

/** An answer of the control interface. */
export interface Reply {
  readonly status: 200 | 201 | 204 | 400 | 404;
  readonly body?: unknown;
}

/** 400 with the reason. */
export const wrong = (message: string): Reply => ({ status: 400, body: { message } });
