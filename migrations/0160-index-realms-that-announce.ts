import type { Knex } from "knex";

/** Few organizations have a channel for server announcements; the index finds them after an upgrade. */
export const up = async (knex: Knex): Promise<void> => {
  await knex.raw(`
    CREATE INDEX realms_announcing ON realms (id)
    WHERE (settings ->> 'serverUpdateAnnouncementsChannelId') IS NOT NULL
  `);
};

export const down = async (knex: Knex): Promise<void> => {
  await knex.raw("DROP INDEX realms_announcing");
};
