import { cpSync, mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import type { BenchContext, Figure, Measure } from "../figure.ts";
import { summarize } from "../statistics.ts";
import { type ProcessFigures, runProcess } from "../whole-process.ts";

/** One file in this many works with the contract; the others work with its results and with each other. */
const usingEvery = 4;

const using = (index: number): string => `import type { components } from "./contract/crm.ts";
import { label${index - 1} } from "./file${index - 1}.ts";

type Contact = components["schemas"]["Contact"];

export interface Person${index} {
  id: number;
  name: string;
  mail?: string;
  city: string;
}

const mailOf = (one: components["schemas"]["ContactIndividual"]): string | undefined =>
  one.contactMethods?.find(({ type, isPrimary }) => type === "Email" && isPrimary)?.value;

export const toPeople${index} = (contact: Contact): Person${index}[] =>
  (contact.contactIndividuals ?? []).map((one) => {
    const mail = mailOf(one);
    return {
      id: one.id ?? 0,
      name: [one.firstName, one.lastName].filter(Boolean).join(" "),
      ...(mail && { mail }),
      city: contact.address?.city ?? "",
    };
  });

export const label${index} = (id: number): string => \`\${label${index - 1}(id)} \${${index}}\`;

export const describe${index} = (contacts: readonly Contact[]): string => {
  const lines: string[] = [];
  for (const { name = "", contactType, lifeToDateGiving } of contacts) {
    const sum = lifeToDateGiving === undefined ? 0 : Number(lifeToDateGiving);
    lines.push(contactType === "Household" ? \`\${name} at home\` : \`\${name} \${sum.toFixed(2)}\`);
  }
  return lines.join("\\n");
};
`;

const plain = (index: number): string => {
  const near = index - (index % usingEvery);
  return `import type { Person${near} } from "./file${near}.ts";
import { label${index - 1} } from "./file${index - 1}.ts";

export interface Row${index} extends Person${near} {
  position: number;
  tags: readonly string[];
}

export const rows${index} = (people: readonly Person${near}[]): Row${index}[] =>
  people
    .filter(({ name }) => name !== "")
    .toSorted((left, right) => left.name.localeCompare(right.name))
    .map((person, position) => ({ ...person, position, tags: person.city === "" ? [] : [person.city] }));

export const grouped${index} = (rows: readonly Row${index}[]): Map<string, Row${index}[]> => {
  const groups = new Map<string, Row${index}[]>();
  for (const row of rows)
    for (const tag of row.tags) groups.set(tag, [...(groups.get(tag) ?? []), row]);
  return groups;
};

export const label${index} = (id: number): string => label${index - 1}(id).trim();
`;
};

const config = {
  compilerOptions: {
    target: "es2023",
    lib: ["es2023", "dom"],
    module: "nodenext",
    types: [],
    strict: true,
    noEmit: true,
    skipLibCheck: true,
    allowImportingTsExtensions: true,
  },
  include: ["src"],
};

/** A project with the given number of files; a quarter of them works with the contract. */
const writeProject = ({ root, scratch }: BenchContext, count: number): string => {
  const folder = join(scratch, `usage-${count}`);
  mkdirSync(join(folder, "src/builtin"), { recursive: true });
  cpSync(`${root}src/builtin/generated/types/crm.ts`, join(folder, "src/builtin/crm.ts"));
  writeFileSync(join(folder, "tsconfig.json"), JSON.stringify(config));
  const write = (index: number, text: string): void =>
    writeFileSync(join(folder, `src/file${index}.ts`), text);
  write(
    0,
    "export const label0 = (id: number): string => String(id);\nexport interface Person0 { id: number; name: string; city: string }\n",
  );
  for (let index = 1; index < count; index += 1)
    write(index, index % usingEvery === 0 ? using(index) : plain(index));
  return folder;
};

const runs = async (context: BenchContext, args: readonly string[]): Promise<readonly ProcessFigures[]> => {
  const all: ProcessFigures[] = [];
  for (let run = 0; run < context.runs; run += 1) {
    const figures = await runProcess(process.execPath, args);
    if (figures.code !== 0) throw new Error(`${args.join(" ")} ended with ${figures.code}: ${figures.out}`);
    all.push(figures);
  }
  return all;
};

/** Reading what a project uses, beside type-checking the same project. */
export const usage: Measure = {
  id: "usage",
  title: "what a project uses",
  measure: async (context) => {
    const count = Math.round(2000 * context.scale);
    const folder = writeProject(context, count);
    const out = join(folder, "tripact.usage.json");
    const own = await runs(context, [
      `${context.root}bin/tripact.js`,
      "usage",
      "--project",
      folder,
      "--out",
      out,
      "--quiet",
    ]);
    const tsc = await runs(context, [
      `${context.root}node_modules/typescript/bin/tsc`,
      "-p",
      folder,
      "--noEmit",
    ]);
    const seconds = summarize(own.map(({ wallMs }) => wallMs / 1000));
    const peer = summarize(tsc.map(({ wallMs }) => wallMs / 1000)).value;
    const what = `uses of a project of ${count.toLocaleString("en")} files`;
    const time = { what, unit: "s", ...seconds };
    const memory: Figure = {
      what: `${what}, memory at its peak`,
      unit: "MB",
      ...summarize(own.map(({ peakMb }) => peakMb)),
      limit: { on: "value", at: "most", bound: 1024 },
    };
    return [
      { ...time, limit: { on: "value", at: "most", bound: 10 } },
      {
        ...time,
        what: `${what}, beside the compiler`,
        peer: { name: "tsc --noEmit", value: peer },
        limit: { on: "ratio", at: "most", bound: 1.5 },
      },
      memory,
    ];
  },
};
