import { describe, expect, it } from "vitest";
import { createTableMap, type Schema } from "../../../src/sandbox/store/table-map.ts";

const schema: Schema = {
  tables: ["house", "room", "lamp", "street"],
  references: [
    { table: "room", target: "house", onDelete: "CASCADE", onUpdate: "NO ACTION" },
    { table: "lamp", target: "room", onDelete: "SET NULL", onUpdate: "CASCADE" },
    { table: "house", target: "street", onDelete: "NO ACTION", onUpdate: "NO ACTION" },
  ],
  isIndirect: false,
};

const map = createTableMap(schema);

describe("tables of a statement", () => {
  it.each([
    ["select * from house", ["house"]],
    ["select 1 from room where id in (select room_id from lamp)", ["room", "lamp"]],
    ["select name from sqlite_schema, house", undefined],
    ["select t.name from pragma_table_list t, room", undefined],
    ["select 1", undefined],
  ])("that reads: %s", (text, tables) => {
    expect(map.readBy(text)).toEqual(tables);
  });

  it.each([
    ["insert into house (id) values (1)", ["house"]],
    ["insert into lamp select * from room", ["lamp"]],
    ["delete from house where id = 1", ["house", "room", "lamp"]],
    ["delete from street", ["street"]],
    ["update room set id = 2", ["room", "lamp"]],
    ["update house set id = 2 returning id", ["house"]],
    ["delete from main.house", undefined],
    ["insert or replace into house values (1)", undefined],
    ["update elsewhere set id = 1", undefined],
    ["drop table lamp", undefined],
    ["vacuum into 'file'", undefined],
  ])("that writes: %s", (text, tables) => {
    expect(map.changedBy(text)).toEqual(tables);
  });

  it("are not told where a trigger or a view may lead on", () => {
    const indirect = createTableMap({ ...schema, isIndirect: true });
    expect(indirect.readBy("select * from house")).toBeUndefined();
    expect(indirect.changedBy("delete from street")).toBeUndefined();
  });
});
