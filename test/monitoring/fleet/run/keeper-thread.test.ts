import { describe, expect, onTestFinished, test } from "vitest";
import { isOutage } from "../../../../src/monitoring/fleet/database/outage.ts";
import { startKeeperThread } from "../../../../src/monitoring/fleet/run/keeper-thread.ts";
import { hasPostgres, postgresUrl, temporarySchema } from "../engines.ts";
import { orderOf } from "../fleet-runs.ts";
import { openRelay } from "../relay.ts";

describe.runIf(hasPostgres)("a keeper whose database is away when it starts", () => {
  test("says so as an outage, and serves once it is back", async () => {
    const relay = await openRelay(postgresUrl);
    await relay.cut();
    const thread = startKeeperThread({ kind: "postgres", schema: temporarySchema(), url: relay.url });
    onTestFinished(() => thread.close());
    const error: unknown = await thread.keeper.begin(orderOf("north", 1)).catch((thrown: unknown) => thrown);
    expect([isOutage(error), String(error)]).toEqual([true, expect.stringContaining("cannot be used")]);
    await relay.mend();
    expect((await thread.keeper.begin(orderOf("north", 1))).kind).toBe("begun");
  });
});
