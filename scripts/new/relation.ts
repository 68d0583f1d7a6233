import { before, camelCase, requireKebabCase, type Scaffold } from "./scaffold.ts";

const usage = "npm run new relation ID";

const relation = (id: string): string => `import { isSuccess } from "../../core/model/exchange.ts";
import { parentOf } from "./parents.ts";
import { shownRecord } from "./record-view.ts";
import { type RelationFound, relationHolds, type ResourceRelation } from "./relation.ts";
import { answerAt } from "./tag.ts";
import { makeRecord, readRecord } from "./working-record.ts";

/** What holds, in one sentence. */
export const ${camelCase(id)}: ResourceRelation = {
  kind: "${id}",
  facts: { "${id}": ({ name }) => \`A record of \${name} …\` },
  why: "",
  phase: 1,
  writes: true,
  applies: ({ create, read }) => create !== undefined && read !== undefined,
  *plan(scene) {
    const { api, resource } = scene;
    const parent = yield* parentOf(scene);
    if (parent === null) return;
    const one = yield* makeRecord(api, resource, "one", parent);
    if (one !== undefined) yield* readRecord(api, resource, one, "read");
  },
  *judge({ resource }, answers): Generator<RelationFound> {
    const read = answerAt(answers, "read", "one");
    const shown = read && isSuccess(read) ? shownRecord(read, resource) : undefined;
    if (read === undefined || shown === undefined) return;
    const isBroken = Object.keys(shown).length === 0;
    if (!isBroken) return yield relationHolds("${id}");
    yield {
      fact: "${id}",
      message: \`\${read.operation ?? ""} …\`,
      exchange: read,
      expected: "",
      actual: "",
    };
  },
};
`;

/**
 * A relation over the records of a resource of any document, in the list of all and in the reference.
 * @throws WrongUse for an id that cannot be a file name.
 */
export const newRelation = ([id]: readonly string[]): Scaffold => {
  const name = requireKebabCase(id, usage);
  return {
    files: { [`src/contracts/resources/${name}.ts`]: relation(name) },
    edits: {
      "src/contracts/resources/resource-checks.ts": (text) =>
        before(
          text.replace(
            "\n\nconst relations",
            `\nimport { ${camelCase(name)} } from "./${name}.ts";\n\nconst relations`,
          ),
          "  listed,\n",
          `  ${camelCase(name)},\n`,
        ),
      "docs/reference/resources.md": (text) =>
        before(text, "\n\ntripact writes only to records", `\n| \`${name}\` | |`),
    },
    left: [
      `src/contracts/resources/${name}.ts: write its statement, plan and judge; what a document leaves open is never asserted`,
      "test/contracts/resources/faults.ts: a fault and the fact that blames it; test/contracts/resources/server.ts: make it",
      "npm run loop test/contracts/resources/relations.test.ts finds the fault, and says that a server that keeps its word is not blamed",
      `TRIPACT_FC_RUNS=50 npm run loop test/contracts/resources/generated-servers.test.ts: generated conformant servers are not blamed either`,
      `docs/reference/resources.md: what it states`,
    ],
  };
};
