import { createHash } from "node:crypto";

/** The namespace of the ids below (RFC 9562, 5.5). */
const namespace = Buffer.from("6f1b5d0e4c7a4f0f9d0b7c2a51e3a8d4", "hex");

const hyphenated = (hex: string): string =>
  [hex.slice(0, 8), hex.slice(8, 12), hex.slice(12, 16), hex.slice(16, 20), hex.slice(20)].join("-");

/**
 * The id of a job: whoever plans the same run gives it the same one, so that the queue takes it once.
 * @param turn How often the run was put off.
 */
export const jobId = (organization: string, day: string, turn: number): string => {
  const bytes = createHash("sha1").update(namespace).update(`${organization}\n${day}\n${turn}`).digest();
  // Version 5 and the variant of the RFC.
  bytes.writeUInt8((bytes.readUInt8(6) & 0x0f) | 0x50, 6);
  bytes.writeUInt8((bytes.readUInt8(8) & 0x3f) | 0x80, 8);
  return hyphenated(bytes.subarray(0, 16).toString("hex"));
};
