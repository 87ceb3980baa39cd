import { randomBytes } from "node:crypto";
import { openDatabase } from "../../../src/adapters/persistence/knex/database/database";
import { migrate } from "../../../src/adapters/persistence/knex/database/migrate";
import { knexJobQueue } from "../../../src/adapters/persistence/knex/jobs/job-queue";
import { mailPayload } from "../../../src/application/mail/mail-payload";
import { deviceUpdate } from "../../../src/application/push/shared/device-update";
import { pushPayload } from "../../../src/application/push/shared/push-payload";
import type { RealmEvent } from "../../../src/domain/events/event";
import { encodeLoggedEvent } from "../../../src/domain/events/event-codec";
import type { Mail } from "../../../src/domain/mail/mail";
import { reversingSeals } from "../../support/application/fakes";
import { anything } from "../../support/application/jobs";
import { aMessageSent, aPushToken, directConversation } from "../../support/builders/entities";
import { dropDatabase, inDatabase, onServer, publishedServer } from "../../support/storage/postgres-server";

const late = 4_000_000_000_000;

test("the upgrade turns everything that waits in the old queues into jobs, unchanged", async () => {
  const { run, connection } = publishedServer();
  const name = `${run}_${randomBytes(6).toString("hex")}`;
  await onServer(connection, (db) => db.raw(`CREATE DATABASE ${name} TEMPLATE template0`));
  const db = openDatabase(inDatabase(connection, name));
  const insert = (table: string, row: object) => db(table).insert({ realm_id: 1, ...row });
  try {
    await migrate(db);
    const steps = [
      "0187-share-out-jobs",
      "0177-mark-muted-users-as-read",
      "0176-mark-archived-channels-as-read",
      "0172-trace-jobs",
      "0140-park-jobs-behind-their-lanes",
      "0075-count-crashes-of-jobs",
      "0024-add-jobs",
    ];
    for (const step of steps) await db.migrate.down({ name: step });

    const mail: Mail = { to: "a@b", letter: { kind: "reset_password", realmName: "X", link: "?" } };
    const sealed = reversingSeals.seal(JSON.stringify(mail));
    await insert("mail_queue", { due_at: 10, failures: 2, sealed });
    await insert("bot_calls", { message_id: 5, bot_id: 7, trigger: "mention", due_at: 20, failures: 1 });
    const removal = { kind: "removal", userId: 3, messageIds: [4], waiting: ["device 3"] };
    await insert("push_queue", { due_at: 30, failures: 3, job: JSON.stringify(removal) });
    const scheduled = {
      user_id: 2,
      place: "{}",
      content: "",
      rendered_content: "",
      client: "",
      read_by_sender: true,
      deliver_at: 4,
    };
    await insert("scheduled_messages", { ...scheduled, id: 6 });
    await insert("scheduled_messages", { ...scheduled, id: 7, failure: "no" });
    await insert("missed_mails", { user_id: 3, message_id: 9, due_at: 50 });
    await insert("missed_mail_searches", { searched_to: 9 });
    const message = {
      conversation_id: 2001,
      sender_id: 1,
      content: "",
      rendered_content: "",
      topic: "",
      client: "",
      read_by_sender: true,
      reactions: "[]",
      edits: "[]",
      renderer_version: 1,
      sent_at: 100,
    };
    await insert("direct_participants", { user_id: 1, conversation_id: 2001 });
    await insert("direct_participants", { user_id: 3, conversation_id: 2001 });
    await insert("direct_participants", { user_id: 4, conversation_id: 2001 });
    for (const id of [9, 10, 11]) await insert("messages", { ...message, id });

    const { service, token } = aPushToken();
    const address = { service, digest: "d", token, is_introduced: true };
    await insert("push_tokens", { user_id: 3, ...address, added_at: 0 });
    await insert("push_positions", { position: 1 });
    const conversation = directConversation(2001, 1, 3);
    const read = { userId: 3, ranges: [{ conversationId: 2001, ids: [[10, 11]] }] };
    const events: readonly RealmEvent[] = [
      aMessageSent({ id: 8, conversation }),
      aMessageSent({ id: 10, conversation }, { flagsByUser: { "3": ["mentioned"] } }),
      {
        type: "message_flags_changed",
        op: "add",
        flag: "read",
        messageIds: [10],
        messages: [],
        userId: 3,
        ranges: [{ conversationId: 2001, ids: [[10, 11]] }],
      },
      { type: "messages_deleted", conversation, topic: "", messageIds: [10], deletedAt: 1 },
      { type: "push_token_removed", userId: 3, token: { service, token } },
    ];
    for (const [index, event] of events.entries())
      await insert("events", {
        position: index + 1,
        logged_at: 60 + index,
        event: JSON.stringify(encodeLoggedEvent(event)),
      });

    await migrate(db);
    const claimed = await knexJobQueue(db, reversingSeals).claim(anything, late, 1000);
    const jobs = (kind: string) =>
      claimed.filter((job) => job.kind === kind).map(({ payload, failures }) => [payload, failures]);
    expect(jobs("deliver_mail")).toEqual([[mail, 2]]);
    expect(jobs("call_bot")).toEqual([[{ messageId: 5, botId: 7, trigger: "mention" }, 1]]);
    expect(jobs("send_scheduled_message")).toEqual([[{ userId: 2, scheduledId: 6 }, 0]]);
    expect(jobs("mail_missed_messages")).toEqual([
      [{ userId: 3, messageId: 9 }, 0],
      [{ userId: 4, messageId: 10 }, 0],
    ]);
    expect(jobs("send_push")).toEqual([[removal, 3]]);
    expect(jobs("notify_devices").map(([payload]) => payload)).toEqual([
      { what: "sent", messageId: 10, marks: { "3": ["mentioned"] } },
      { what: "read", ...read },
      { what: "deleted", messageIds: [10] },
    ]);
    const { rows } = await db.raw("SELECT kind, key, lane, due_at, payload FROM jobs ORDER BY id");
    expect(rows).toMatchObject([
      { kind: "deliver_mail", key: null, lane: null, due_at: 10 },
      { kind: "call_bot", key: "5 7", lane: "7", due_at: 20 },
      { kind: "send_push", key: null, lane: "3", due_at: 30 },
      { kind: "send_scheduled_message", key: "2 6", lane: "2", due_at: 4000 },
      { kind: "mail_missed_messages", key: "3", lane: null, due_at: 50 },
      { kind: "mail_missed_messages", key: "4", lane: null, due_at: 220_000 },
      { kind: "notify_devices", lane: "2001", due_at: 61 },
      { kind: "notify_devices", lane: null, due_at: 62 },
      { kind: "notify_devices", lane: null, due_at: 63 },
      { kind: "send_push", lane: "3", due_at: 64 },
    ]);
    const codecs = { deliver_mail: mailPayload, notify_devices: deviceUpdate, send_push: pushPayload };
    for (const { kind, payload } of claimed)
      if (kind in codecs)
        expect(codecs[kind as keyof typeof codecs].decode(payload)).toMatchObject({ _tag: "Right" });
    expect(pushPayload.decode(rows.at(-1).payload)).toMatchObject({ _tag: "Right" });
  } finally {
    await db.destroy();
    await onServer(connection, (server) => dropDatabase(server, name));
  }
});
