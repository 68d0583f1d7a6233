import { startService, type Service } from "./whole-process.ts";

export interface SandboxConfig {
  readonly interfaces: Readonly<
    Record<
      "crm" | "donation" | "volunteer",
      {
        readonly baseUrl: string;
        readonly credentials: { readonly [name: string]: unknown };
        readonly scratch: { readonly [name: string]: unknown };
      }
    >
  >;
}

export interface ServedSandbox {
  readonly service: Service;
  readonly config: SandboxConfig;
}

/** `tripact sandbox` as a separate process, without hourly limits. */
export const startServedSandbox = async (
  root: string,
  port: number,
  args: readonly string[] = [],
): Promise<ServedSandbox> => {
  const origin = `http://127.0.0.1:${port}`;
  const limits = ["U-27", "U-28", "U-29"].flatMap((id) => ["--set", `${id}=100000000`]);
  const service = await startService(
    process.execPath,
    [`${root}bin/tripact.js`, "sandbox", "--port", String(port), "--control", ...limits, ...args],
    `${origin}/`,
  );
  const response = await fetch(`${origin}/control/config`);
  const { data } = (await response.json()) as { data: SandboxConfig }; // The sandbox's answer.
  return { service, config: data };
};
