/** An action of others that a workflow may use, as it was read at the commit of its release. */
export interface PinnedAction {
  readonly version: string;
  readonly commit: string;
  /** Of its inputs, those that are used here: one that it does not have would be ignored with a warning alone. */
  readonly inputs: readonly string[];
}

const cache = { version: "v5.0.5", commit: "27d5ce7f107fe9357f9df03efb73ab90386fccae" };

/** A new version goes in here with its commit, which `git ls-remote --tags` of the action's repository shows. */
export const pinnedActions: Readonly<Record<string, PinnedAction>> = {
  "actions/checkout": {
    version: "v7.0.1",
    commit: "3d3c42e5aac5ba805825da76410c181273ba90b1",
    inputs: ["fetch-depth", "persist-credentials", "ref"],
  },
  "actions/setup-node": {
    version: "v7.0.0",
    commit: "820762786026740c76f36085b0efc47a31fe5020",
    inputs: ["node-version", "cache", "registry-url"],
  },
  "actions/cache": { ...cache, inputs: ["path", "key", "restore-keys"] },
  "actions/cache/restore": { ...cache, inputs: ["path", "key", "restore-keys"] },
  "actions/cache/save": { ...cache, inputs: ["path", "key"] },
  "actions/upload-artifact": {
    version: "v7.0.0",
    commit: "bbbca2ddaa5d8feaa63e36b76fdaad77386f024f",
    inputs: ["name", "path", "if-no-files-found", "include-hidden-files", "retention-days", "overwrite"],
  },
  "actions/download-artifact": {
    version: "v8.0.1",
    commit: "3e5f45b2cfb9172054b4087a40e8e0b5a5461e7c",
    inputs: ["name", "path", "pattern", "merge-multiple"],
  },
  "actions/upload-pages-artifact": {
    version: "v5.0.0",
    commit: "fc324d3547104276b827a68afc52ff2a11cc49c9",
    inputs: ["path"],
  },
  "actions/deploy-pages": {
    version: "v5.0.0",
    commit: "cd2ce8fcbc39b97be8ca5fce6e763baed58fa128",
    inputs: [],
  },
  "github/codeql-action/upload-sarif": {
    version: "v4.36.2",
    commit: "8aad20d150bbac5944a9f9d289da16a4b0d87c1e",
    inputs: ["sarif_file", "category"],
  },
};
