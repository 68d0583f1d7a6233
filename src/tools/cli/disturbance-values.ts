import { printable } from "../../harness/output/escape.ts";
import { UsageError } from "../../harness/model/usage-error.ts";
import type { DisturbanceOptions } from "../proxy/disturbances.ts";
import type { ProxyOptions } from "./definitions/proxy.ts";
import { rangeOfTimes } from "./option-values.ts";

/** @throws UsageError when the text is no number from 0 to 1. */
const shareOf = (option: string, text: string, example: string): number => {
  const share = /^(?:0|1|0?\.\d{1,9}|1\.0{1,9})$/.test(text) ? Number(text) : Number.NaN;
  if (share >= 0 && share <= 1) return share;
  throw new UsageError(`${printable(text) || "nothing"} is not a share from 0 to 1`, {
    location: option,
    hint: `for example ${option} ${example}`,
  });
};

const statusOf = (text: string) => {
  const [, status, share] = /^(\d{3}):(.*)$/s.exec(text) ?? [];
  if (status === undefined || share === undefined || Number(status) < 200 || Number(status) > 599)
    throw new UsageError(`${printable(text) || "nothing"} is not a status from 200 to 599 with its share`, {
      location: "--status",
      hint: "for example --status 503:0.05",
    });
  return { status: Number(status), rate: shareOf("--status", share, `${status}:0.05`) };
};

/** How the options ask for requests to be disturbed. @throws UsageError */
export const disturbancesOf = ({ latency, faultRate, status = [] }: ProxyOptions): DisturbanceOptions => {
  const statuses = status.flatMap((text) => text.split(",")).map(statusOf);
  if (statuses.reduce((sum, { rate }) => sum + rate, 0) > 1 + 1e-9)
    throw new UsageError("the shares add up to more than 1", { location: "--status", hint: "lower them" });
  return {
    ...(latency === undefined ? {} : { latency: rangeOfTimes("--latency", latency) }),
    ...(faultRate === undefined ? {} : { faultRate: shareOf("--fault-rate", faultRate, "0.05") }),
    statuses,
  };
};
