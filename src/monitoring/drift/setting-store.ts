import type { DriftTarget } from "../../core/model/drift.ts";
import type { Settings } from "../../core/model/settings.ts";
import type { Store, StorePart } from "../../core/store/store.ts";

const settingPart: StorePart = {
  name: "setting",
  steps: [
    `CREATE TABLE observed_setting (
       interface TEXT NOT NULL,
       address TEXT NOT NULL,
       organization TEXT NOT NULL,
       key TEXT NOT NULL,
       value ANY NOT NULL,
       PRIMARY KEY (interface, address, organization, key)
     ) STRICT, WITHOUT ROWID;`,
  ],
};

/** @throws UsageError if a newer tripact has written the store. */
export const openSettingStore = (store: Store) => {
  store.migrate(settingPart);
  const { database } = store;
  return {
    save: ({ interface: name, address, organization }: DriftTarget, settings: Settings) =>
      store.transaction(() => {
        const insert = database.prepare("INSERT OR REPLACE INTO observed_setting VALUES (?, ?, ?, ?, ?)");
        for (const [key, value] of Object.entries(settings))
          insert.run(name, address, organization, key, value);
      }),
    settings: ({ interface: name, address, organization }: DriftTarget) =>
      Object.fromEntries(
        database
          .prepare(
            "SELECT key, value FROM observed_setting WHERE interface = ? AND address = ? AND organization = ?",
          )
          .all(name, address, organization)
          .map(({ key, value }) => [String(key), typeof value === "string" ? value : Number(value)]),
      ),
  };
};
