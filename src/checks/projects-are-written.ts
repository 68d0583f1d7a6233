import { defineCheck, send, type Judgement } from "../model/check.ts";
import { notApplicable, wrongStatus } from "./support/judgements.ts";
import { mainBearer, sampleCall } from "./support/sample-calls.ts";

export const projectsAreWritten = defineCheck({
  id: "projects-are-written",
  facts: ["VOL-04"],
  effect: "write",
  severity: "error",
  interfaces: ["volunteer"],
  needs: ["volunteer.credentials.token"],
  title: "Projects are created and updated",
  why: "Volunteers sign up to projects; one that cannot be written cannot be staffed.",
  *plan(context) {
    for (const operation of ["createProject", "updateProject"] as const) {
      const call = sampleCall(operation, context, mainBearer("volunteer"));
      if (call !== undefined) yield* send(call);
    }
  },
  *judge(exchanges): Generator<Judgement> {
    if (exchanges.length === 0)
      return yield notApplicable("not configured: volunteer.scratch.createProject or updateProject");
    for (const exchange of exchanges) {
      const wrong = wrongStatus(exchange, "success", exchange.call?.label ?? "");
      if (wrong !== undefined) yield wrong;
    }
  },
});
