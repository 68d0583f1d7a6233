import { defineCheck, send, type Judgement } from "../harness/model/check.ts";

import { resources } from "../contract/generated/resources.ts";
import { creationIn, creationLabel, knownAlready, mayBeKnown } from "./support/declared-body.ts";
import { labelled, notApplicable, wrongStatus } from "./support/judgements.ts";
import { readCall, readCreated } from "./support/resource.ts";
import { idAt, mainBearer, sampleCall } from "./support/sample-calls.ts";
import { judgeCreated, judgeUpdated } from "./support/written-record.ts";

const newProject = "a new project";

export const projectsAreWritten = defineCheck({
  id: "projects-are-written",
  facts: ["VOL-04"],
  effect: "write",
  severity: "error",
  interfaces: ["volunteer"],
  needs: ["volunteer.credentials.token"],
  title: "Projects can be created and updated",
  why: "Volunteers sign up for projects; a project that cannot be written cannot be staffed.",
  *plan(context) {
    const authorization = mainBearer("volunteer");
    const creation = sampleCall("createProject", context, authorization, creationLabel(newProject, context));
    if (creation !== undefined) {
      yield* readCreated(context, resources.volunteer.project, yield* send(creation), "the new project");
    }
    const update = sampleCall("updateProject", context, authorization, "a project update");
    if (update === undefined) return;
    const scratchId = idAt(context, "volunteer.scratch.projectId") ?? "";
    const before = readCall(context, resources.volunteer.project, scratchId, "before the update");
    if (before !== undefined) yield* send(before);
    yield* send(update);
    const after = readCall(context, resources.volunteer.project, scratchId, "after the update");
    if (after !== undefined) yield* send(after);
  },
  *judge(exchanges): Generator<Judgement> {
    const creation = creationIn(exchanges, newProject);
    const update = labelled(exchanges, "a project update");
    if (creation === undefined && update === undefined)
      return yield notApplicable("not configured: volunteer.scratch.createProject or updateProject");
    const isKnown = creation !== undefined && mayBeKnown(creation);
    if (isKnown && update === undefined) return yield notApplicable(knownAlready);
    for (const exchange of isKnown ? [update] : [creation, update]) {
      const wrong =
        exchange && wrongStatus(exchange, "success", exchange === creation ? newProject : "a project update");
      if (wrong !== undefined) yield wrong;
    }
    const [shown, before, after] = ["the new project", "before the update", "after the update"].map((label) =>
      labelled(exchanges, label),
    );
    yield* judgeCreated("project", { creation, shown, control: before });
    yield* judgeUpdated("project", { update, before, after });
  },
});
