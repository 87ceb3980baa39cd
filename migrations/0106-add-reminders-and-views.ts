import type { Knex } from "knex";

/** Message reminders, views in the sidebar, and the onboarding steps that clients have shown. */
export const up = async (knex: Knex): Promise<void> => {
  await knex.raw(`
    CREATE TABLE reminders (
      realm_id integer NOT NULL,
      user_id bigint NOT NULL,
      id bigint NOT NULL,
      message_id bigint NOT NULL,
      content text NOT NULL,
      rendered_content text NOT NULL,
      note text NOT NULL,
      remind_at bigint NOT NULL,
      PRIMARY KEY (realm_id, user_id, id)
    );

    CREATE TABLE navigation_views (
      realm_id integer NOT NULL,
      user_id bigint NOT NULL,
      fragment text NOT NULL,
      is_pinned boolean NOT NULL,
      name text,
      PRIMARY KEY (realm_id, user_id, fragment)
    );

    CREATE TABLE seen_onboarding_steps (
      realm_id integer NOT NULL,
      user_id bigint NOT NULL,
      step text NOT NULL,
      PRIMARY KEY (realm_id, user_id, step)
    );
  `);
};

export const down = async (knex: Knex): Promise<void> => {
  await knex.raw("DROP TABLE seen_onboarding_steps, navigation_views, reminders");
};
