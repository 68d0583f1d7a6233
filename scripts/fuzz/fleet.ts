import type { Surface } from "./surface.ts";
export const openFleet = async (): Promise<Surface> => {
  throw new Error("none");
};
