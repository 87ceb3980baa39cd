import type { Knex } from "knex";

/** Realms registered with the push bouncer. A server that already uses one has registered all its realms. */
export const up = async (knex: Knex): Promise<void> => {
  await knex.raw("CREATE TABLE relayed_realms (realm_id integer PRIMARY KEY)");
  await knex.raw(`
    INSERT INTO relayed_realms SELECT id FROM realms
    WHERE EXISTS (SELECT FROM client_devices) OR EXISTS (SELECT FROM push_tokens)
  `);
};

export const down = async (knex: Knex): Promise<void> => {
  await knex.raw("DROP TABLE relayed_realms");
};
