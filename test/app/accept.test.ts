import { expect, onTestFinished, test } from "vitest";
import { acceptDrift, drift, startSandbox } from "../../src/index.ts";
import { faults } from "../../src/builtin/faults/generated/faults.ts";
import type { Fault } from "../../src/builtin/faults/fault.ts";
import { temporaryFolder } from "../entrypoints/cli/temporary-folder.ts";

/** A planted fault that begins while the sandbox runs. */
const beginning = (id: string, has: (fault: string) => boolean): Fault => {
  const planted = faults.find((one) => one.id === id);
  if (planted === undefined) throw new Error(`there is no fault ${id}`);
  return {
    ...planted,
    wrap: (next, environment) => {
      const changed = planted.wrap(next, environment);
      return (incoming) => (has(id) ? changed(incoming) : next(incoming));
    },
  };
};

test("an accepted change is quiet wherever it shows, and hides nothing else", async () => {
  const begun = new Set<string>();
  const has = (id: string): boolean => begun.has(id);
  const planted = ["contact-ids-are-strings", "contacts-in-pascal-case"].map((id) => beginning(id, has));
  const sandbox = await startSandbox({ scale: 20, faults: planted });
  onTestFinished(() => sandbox.close());
  const { interfaces, safety } = sandbox.config;
  const config = { interfaces: { crm: interfaces.crm }, safety: { ...safety, maxRequests: 400 } };
  const from = { cwd: temporaryFolder(), config, store: "s.sqlite" };
  const night = (seed: number) => drift({ ...from, seed }).result;
  await night(1);
  begun.add("contact-ids-are-strings");
  await night(2);
  const { report } = await night(3);
  const [change] = report?.problems.filter(({ kind }) => kind === "change") ?? [];
  expect(report?.exitCode).toBe(1);
  expect(change?.what).toContain("Contact.id");
  const { cwd, store } = from;
  const { accepted } = await acceptDrift({ cwd, store, fingerprints: [change?.fingerprint ?? ""] });
  // What a person has named is what is accepted.
  expect(accepted).toMatchObject([{ fingerprint: change?.fingerprint, targets: [{ interface: "crm" }] }]);
  const later = await night(4);
  expect(later.report?.findings).not.toEqual([]);
  expect(later.report?.findings.every(({ known }) => known)).toBe(true);
  expect(later.verdict).toBe("conformant");
  begun.add("contacts-in-pascal-case");
  const broken = await night(5);
  expect(broken.verdict).toBe("findings");
  expect(broken.report?.findings.some(({ known, field = "" }) => !known && field !== "Contact.id")).toBe(
    true,
  );
});
