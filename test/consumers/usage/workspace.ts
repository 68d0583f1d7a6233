import { cpSync, mkdirSync, mkdtempSync, realpathSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { richDocuments, typesOf } from "./documents.ts";

/** The consumers, and where each keeps the types of the contract. */
export const consumers = {
  "fetch-client": "contract",
  "plain-fetch": "contract",
  "wrapper-class": "contract",
  "generated-client": "contract",
  loops: "contract",
  mapper: "contract",
  jsdoc: "contract",
  monorepo: "packages/contract/contract",
  "typed-requests": "contract",
  "axios-service": "contract",
  fixtures: "contract",
  jobs: "contract",
  branches: "contract",
} as const;

export type ConsumerName = keyof typeof consumers;

export const consumerNames = Object.keys(consumers) as readonly ConsumerName[];

/** Consumers in a folder of their own, each with the types of the rich documents. */
export const createWorkspace = async (names: readonly ConsumerName[] = consumerNames): Promise<string> => {
  const folder = realpathSync(mkdtempSync(join(tmpdir(), "tripact-usage-")));
  cpSync("test/consumers/usage/consumers", folder, { recursive: true });
  symlinkSync(resolve("node_modules"), join(folder, "node_modules"));
  for (const [name, root] of richDocuments) {
    const types = await typesOf(root);
    for (const consumer of names) {
      const location = consumers[consumer];
      mkdirSync(join(folder, consumer, location), { recursive: true });
      writeFileSync(join(folder, consumer, location, `${name}.ts`), types);
    }
  }
  return folder;
};
