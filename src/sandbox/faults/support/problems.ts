import type { Outgoing } from "../fault.ts";

const titles: Readonly<Record<number, string>> = {
  400: "Bad Request",
  404: "Not Found",
  500: "Internal Server Error",
};

/** A refusal in the form that the donation interface states. */
export const problem = (status: 400 | 404 | 500, detail: string): Outgoing => ({
  status,
  headers: new Headers({ "content-type": "application/problem+json" }),
  body: JSON.stringify({ title: titles[status], status, detail }),
});
