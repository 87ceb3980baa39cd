import type { Knex } from "knex";

/** The mark of the folder that has the files, so that a node notices that its own is another one. */
export const up = async (knex: Knex): Promise<void> => {
  await knex.raw("CREATE TABLE files_folder (id integer PRIMARY KEY CHECK (id = 1), mark text NOT NULL)");
};

export const down = async (knex: Knex): Promise<void> => {
  await knex.raw("DROP TABLE files_folder");
};
