import type { Knex } from "knex";

/**
 * One table for all work that follows a commit or a time, in place of a queue for each kind. Waiting rows
 * move over unchanged: mail stays sealed and failures are preserved. What the old workers hadn't searched yet
 * (missed messages, events to push) becomes jobs that search it. This release drops the old tables, so an
 * older Parley must not run beside it.
 */
export const up = async (knex: Knex): Promise<void> => {
  await knex.raw(`
    -- sealed: a payload that only the server can read. failures: tries that ended, which decide about the next;
    -- attempts: how often it was claimed, which tells an old claim from the current one.
    CREATE TABLE jobs (
      realm_id integer NOT NULL,
      id bigint GENERATED ALWAYS AS IDENTITY,
      kind text NOT NULL,
      key text,
      lane text,
      payload jsonb,
      sealed text,
      due_at bigint NOT NULL,
      attempts integer NOT NULL DEFAULT 0,
      failures integer NOT NULL DEFAULT 0,
      leased_until bigint,
      last_error text,
      buried_at bigint,
      PRIMARY KEY (realm_id, id)
    );
    -- Across realms on purpose: whoever looks for work must not walk them.
    CREATE INDEX jobs_due ON jobs (kind, (GREATEST(due_at, leased_until)), id) WHERE buried_at IS NULL;
    CREATE UNIQUE INDEX jobs_waiting ON jobs (realm_id, kind, key)
      WHERE key IS NOT NULL AND leased_until IS NULL AND buried_at IS NULL;
    CREATE UNIQUE INDEX jobs_running ON jobs (realm_id, kind, lane)
      WHERE lane IS NOT NULL AND leased_until IS NOT NULL AND buried_at IS NULL;
    CREATE INDEX jobs_of_lane ON jobs (realm_id, kind, lane, due_at, id)
      WHERE lane IS NOT NULL AND buried_at IS NULL;
    CREATE INDEX jobs_buried ON jobs (buried_at) WHERE buried_at IS NOT NULL;
  `);
  await moveQueues(knex);
  await searchOnForMissed(knex);
  await searchOnForDevices(knex);
  await knex.raw(`
    DROP TABLE mail_queue, bot_calls, push_queue, push_positions, missed_mails, missed_mail_searches;
    DROP INDEX scheduled_messages_due;
  `);
};

const moveQueues = async (knex: Knex): Promise<void> => {
  await knex.raw(`
    INSERT INTO jobs (realm_id, kind, sealed, due_at, failures)
    SELECT realm_id, 'deliver_mail', sealed, due_at, failures FROM mail_queue ORDER BY realm_id, id;

    INSERT INTO jobs (realm_id, kind, key, lane, payload, due_at, failures)
    SELECT realm_id, 'call_bot', message_id || ' ' || bot_id, bot_id,
      jsonb_build_object('messageId', message_id, 'botId', bot_id, 'trigger', trigger), due_at, failures
    FROM bot_calls ORDER BY realm_id, due_at, message_id;

    INSERT INTO jobs (realm_id, kind, lane, payload, due_at, failures)
    SELECT realm_id, 'send_push', job->>'userId', job, due_at, failures FROM push_queue ORDER BY realm_id, id;

    INSERT INTO jobs (realm_id, kind, key, lane, payload, due_at)
    SELECT realm_id, 'send_scheduled_message', user_id || ' ' || id, user_id,
      jsonb_build_object('userId', user_id, 'scheduledId', id), deliver_at * 1000
    FROM scheduled_messages WHERE failure IS NULL ORDER BY realm_id, deliver_at, id;

    INSERT INTO jobs (realm_id, kind, key, payload, due_at)
    SELECT realm_id, 'mail_missed_messages', user_id,
      jsonb_build_object('userId', user_id, 'messageId', message_id), due_at
    FROM missed_mails;
  `);
};

/** Messages that the last search didn't reach. The handler finds who wants mail and hasn't read them. */
const searchOnForMissed = (knex: Knex): Promise<void> =>
  knex.raw(`
    INSERT INTO jobs (realm_id, kind, key, payload, due_at)
    SELECT realm_id, 'mail_missed_messages', user_id,
      jsonb_build_object('userId', user_id, 'messageId', min(id)), (min(sent_at) + 120) * 1000
    FROM (
      SELECT m.realm_id, p.user_id, m.id, m.sent_at, m.sender_id
      FROM missed_mail_searches s
      JOIN messages m ON m.realm_id = s.realm_id AND m.id > s.searched_to AND m.channel_id IS NULL
      JOIN direct_participants p ON p.realm_id = m.realm_id AND p.conversation_id = m.conversation_id
      UNION
      SELECT m.realm_id, k.user_id, m.id, m.sent_at, m.sender_id
      FROM missed_mail_searches s
      JOIN messages m ON m.realm_id = s.realm_id AND m.id > s.searched_to
      JOIN message_marks k ON k.realm_id = m.realm_id AND k.message_id = m.id AND k.flag = 'mentioned'
    ) addressed
    WHERE user_id <> sender_id
    GROUP BY realm_id, user_id
    ON CONFLICT DO NOTHING
  `);

/** Events not yet searched for pushes: the log retains at least the last hour. */
const searchOnForDevices = (knex: Knex): Promise<void> =>
  knex.raw(`
    WITH unseen AS (
      SELECT e.realm_id, e.position, e.logged_at, e.event::jsonb AS event
      FROM events e LEFT JOIN push_positions p ON p.realm_id = e.realm_id
      WHERE e.position > coalesce(p.position, 0)
        AND (EXISTS (SELECT FROM client_devices d WHERE d.realm_id = e.realm_id)
          OR EXISTS (SELECT FROM push_tokens t WHERE t.realm_id = e.realm_id))
    ), planned AS (
      SELECT realm_id, position, logged_at, 'notify_devices' AS kind,
        event->'message'->'conversation'->>'id' AS lane,
        jsonb_build_object('what', 'sent', 'messageId', event->'message'->'id', 'marks', event->'marks') AS payload
      FROM unseen WHERE event->>'type' = 'message_sent'
      UNION ALL
      SELECT realm_id, position, logged_at, 'notify_devices', event->'conversation'->>'id',
        jsonb_build_object('what', 'edited', 'messageId', event->'messageId',
          'editedAt', event->'edit'->'editedAt', 'marks', event->'marks')
      FROM unseen WHERE event->>'type' = 'message_edited'
      UNION ALL
      SELECT realm_id, position, logged_at, 'notify_devices', event->'to'->'conversation'->>'id',
        jsonb_build_object('what', 'edited', 'messageId', event->'edited'->'messageId',
          'editedAt', event->'edited'->'edit'->'editedAt', 'marks', event->'edited'->'marks')
      FROM unseen WHERE event->>'type' = 'messages_moved' AND jsonb_exists(event, 'edited')
      UNION ALL
      SELECT realm_id, position, logged_at, 'notify_devices', NULL,
        jsonb_build_object('what', 'read', 'userId', event->'userId', 'ranges', event->'ranges')
      FROM unseen
      WHERE event->>'type' = 'message_flags_changed' AND event->>'flag' = 'read' AND event->>'op' = 'add'
      UNION ALL
      SELECT realm_id, position, logged_at, 'notify_devices', NULL,
        jsonb_build_object('what', 'deleted', 'messageIds', event->'messageIds')
      FROM unseen WHERE event->>'type' = 'messages_deleted'
      UNION ALL
      SELECT realm_id, position, logged_at, 'notify_devices', NULL,
        jsonb_build_object('what', 'moved', 'messageIds', event->'messageIds',
          'conversationId', event->'to'->'conversation'->'id', 'lostBy', event->'lostBy')
      FROM unseen WHERE event->>'type' = 'messages_moved'
      UNION ALL
      SELECT u.realm_id, u.position, u.logged_at, 'send_push', u.event->>'userId',
        jsonb_build_object('kind', 'registration', 'userId', u.event->'userId', 'deviceId', u.event->'deviceId',
          'tokenId', u.event->'change'->'pendingTokenId', 'service', d.service,
          'forRelay', u.event->'forRelay', 'askedAt', u.logged_at)
      FROM unseen u JOIN client_devices d ON d.realm_id = u.realm_id
        AND d.user_id = (u.event->>'userId')::bigint AND d.id = (u.event->>'deviceId')::bigint
      WHERE u.event->>'type' = 'client_device_changed' AND jsonb_exists(u.event, 'forRelay') AND d.service IS NOT NULL
      UNION ALL
      SELECT realm_id, position, logged_at, 'send_push', event->>'userId',
        jsonb_build_object('kind', 'introduction', 'userId', event->'userId', 'token', event->'token')
      FROM unseen WHERE event->>'type' = 'push_token_added'
      UNION ALL
      SELECT realm_id, position, logged_at, 'send_push', event->>'userId',
        jsonb_build_object('kind', 'withdrawal', 'userId', event->'userId', 'token', event->'token')
      FROM unseen WHERE event->>'type' = 'push_token_removed'
    )
    INSERT INTO jobs (realm_id, kind, lane, payload, due_at)
    SELECT realm_id, kind, lane, payload, logged_at FROM planned ORDER BY realm_id, position
  `);

/** Creates the old tables again, empty. Loses all waiting jobs. */
export const down = async (knex: Knex): Promise<void> => {
  await knex.raw(`
    DROP TABLE jobs;
    CREATE INDEX scheduled_messages_due ON scheduled_messages (realm_id, deliver_at, id) WHERE failure IS NULL;
    CREATE TABLE mail_queue (
      realm_id integer NOT NULL,
      id bigint GENERATED ALWAYS AS IDENTITY,
      due_at bigint NOT NULL,
      failures integer NOT NULL DEFAULT 0,
      sealed text NOT NULL,
      PRIMARY KEY (realm_id, id)
    );
    CREATE INDEX mail_queue_due ON mail_queue (realm_id, due_at, id);
    CREATE TABLE bot_calls (
      realm_id integer NOT NULL,
      message_id bigint NOT NULL,
      bot_id bigint NOT NULL,
      trigger text NOT NULL,
      due_at bigint NOT NULL,
      failures integer NOT NULL,
      PRIMARY KEY (realm_id, message_id, bot_id)
    );
    CREATE INDEX bot_calls_due ON bot_calls (realm_id, bot_id, due_at, message_id);
    CREATE TABLE push_queue (
      realm_id integer NOT NULL,
      id bigint GENERATED ALWAYS AS IDENTITY,
      due_at bigint NOT NULL,
      failures integer NOT NULL DEFAULT 0,
      job jsonb NOT NULL,
      PRIMARY KEY (realm_id, id)
    );
    CREATE INDEX push_queue_due ON push_queue (realm_id, due_at, id);
    CREATE TABLE push_positions (realm_id integer PRIMARY KEY, position bigint NOT NULL);
    CREATE TABLE missed_mail_searches (realm_id integer PRIMARY KEY, searched_to bigint NOT NULL);
    CREATE TABLE missed_mails (
      realm_id integer NOT NULL,
      user_id bigint NOT NULL,
      message_id bigint NOT NULL,
      due_at bigint NOT NULL,
      PRIMARY KEY (realm_id, user_id)
    );
  `);
};
