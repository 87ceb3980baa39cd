import { unsubscribe } from "../../../src/application/channels/unsubscribe";
import { runnableKinds } from "../../../src/application/job-kinds/job-kinds";
import { updateMessage } from "../../../src/application/messages/update-message";
import { requestPasswordReset } from "../../../src/application/passwords/request-password-reset";
import { addPushToken } from "../../../src/application/push/add-push-token";
import { addReminder } from "../../../src/application/reminders/add-reminder";
import { scheduleMessage } from "../../../src/application/scheduled-messages/schedule-message";
import type { InTransaction } from "../../../src/application/transaction";
import { newBot } from "../../../src/domain/bots/bot";
import type { RealmEvent } from "../../../src/domain/events/event";
import { systemGroupId } from "../../../src/domain/groups/system-group";
import { type JobKind, jobKinds } from "../../../src/domain/jobs/job";
import { claimIn } from "../../support/application/jobs";
import { memoryRealm } from "../../support/application/memory-realm";
import { aMessageSent } from "../../support/builders/entities";
import { commitWithJobs } from "../../support/storage/commits";

const service = { name: "helper", url: "https://bot.example/hook", interface: "native" } as const;
const nobody = systemGroupId("role:nobody");

const realm = async () => {
  const found = await memoryRealm({
    people: {
      ben: "member",
      cleo: "member",
      helper: { bot: { ...newBot("outgoing_webhook", 1), service } },
    },
    channels: { closed: { privacy: "private", of: ["ben", "cleo", "owner"] } },
  });
  const { world, realmId, ben, channel, closed, state } = found;
  const { relay, persistence, clock } = world;
  return {
    ...found,
    world,
    relay,
    conversation: {
      kind: "channel",
      id: (await channel(closed)).conversationId,
      channelId: closed,
    } as const,
    inAMinute: () => Math.floor(clock.now() / 1000) + 60,
    leave: () => found.owner.does(unsubscribe, { channelNames: ["closed"], principals: [ben.id] }),
    /** Makes something happen, with the jobs that follow. */
    happens: async (event: RealmEvent) => {
      const now = await state();
      const position = await commitWithJobs(persistence.eventStore, realmId, [event], now, clock.now());
      await found.services.directory.catchUp(realmId, position);
    },
  };
};
type Realm = Awaited<ReturnType<typeof realm>>;

interface Judged {
  /** Makes the job. */
  readonly order: (realm: Realm) => Promise<unknown>;
  /** Takes away the right to what the job does. */
  readonly lose: (realm: Realm) => Promise<unknown>;
  /** What the job did. */
  readonly effects: (realm: Realm, position: number) => Promise<readonly unknown[]>;
}

const messagesSince = async ({ eventsSince }: Realm, position: number) =>
  (await eventsSince(position)).flatMap((event) =>
    event.type === "message_sent" ? [event.message.content] : [],
  );
const pushes = async ({ relay }: Realm) => relay.delivered;

/** Every kind of job: how it loses the right to what it does, or why it needs none. */
const ways: Readonly<Record<JobKind, Judged | string>> = {
  deliver_mail: "The mail is written: what it says was its recipient's to know.",
  mail_reset_link: {
    order: ({ services, realmId }) => requestPasswordReset(services)(realmId, "ben@example.com", "::1")(),
    lose: ({ append, ben }) => append({ type: "user_deactivated", userId: ben.id, firstMessageId: 9999 }),
    effects: async ({ mails }) => (await mails()).filter(({ letter }) => letter.kind === "reset_password"),
  },
  call_bot: {
    order: ({ owner, helper }) => owner.writes([helper], "help"),
    lose: ({ append, helper }) =>
      append({ type: "user_deactivated", userId: helper.id, firstMessageId: 9999 }),
    effects: async ({ world }) => world.calls,
  },
  notify_devices: {
    order: async ({ ben, conversation, happens }) => {
      await ben.does(addPushToken, { service: "fcm", token: "t", appId: null, keys: null });
      await happens(aMessageSent({ id: 100, conversation }, { flagsByUser: { [ben.id]: ["mentioned"] } }));
    },
    lose: ({ leave }) => leave(),
    effects: pushes,
  },
  send_push: {
    order: async ({ ben, conversation, happens, services }) => {
      await ben.does(addPushToken, { service: "fcm", token: "t", appId: null, keys: null });
      await happens(aMessageSent({ id: 100, conversation }, { flagsByUser: { [ben.id]: ["mentioned"] } }));
      await services.jobRunner.runDue(["notify_devices"]);
    },
    lose: ({ leave }) => leave(),
    effects: pushes,
  },
  send_scheduled_message: {
    order: ({ ben, closed, inAMinute }) =>
      ben.does(scheduleMessage, {
        kind: "channel",
        to: closed,
        topic: "t",
        content: "later",
        deliverAt: inAMinute(),
        readBySender: false,
      }),
    lose: ({ leave }) => leave(),
    effects: async (realm, position) =>
      (await messagesSince(realm, position)).filter((content) => content === "later"),
  },
  send_reminder: {
    order: async ({ ben, owner, closed, inAMinute }) =>
      ben.does(addReminder, {
        messageId: await owner.says(closed, "t", "our secret"),
        note: "",
        remindAt: inAMinute(),
      }),
    lose: ({ leave }) => leave(),
    effects: async (realm, position) =>
      (await messagesSince(realm, position)).filter((content) => content.includes("our secret")),
  },
  mail_missed_messages: {
    order: async ({ ben, conversation, happens }) => {
      await happens(aMessageSent({ id: 100, conversation }, { flagsByUser: { [ben.id]: ["mentioned"] } }));
    },
    lose: ({ leave }) => leave(),
    effects: async ({ mails, ben, user }) => {
      const { email } = await user(ben);
      return (await mails()).filter(({ to }) => to === email);
    },
  },
  delete_sent_messages: "The commit that ended the account decided it.",
  mark_archived_as_read: "The commit that archived the channel decided it.",
  mark_muted_as_read: "The commit that muted the user decided it.",
  move_rest: {
    order: async ({ ben, conversation, append }) => {
      const ids = Array.from({ length: 1500 }, (_, index) => 100 + index);
      await append(...ids.map((id) => aMessageSent({ id, conversation, topic: "long", senderId: ben.id })));
      await ben.does(updateMessage, {
        messageId: 107,
        content: undefined,
        isExpected: undefined,
        topic: "moved",
        channelId: undefined,
        mode: "change_all",
        notifyOldTopic: false,
        notifyNewTopic: false,
      });
    },
    lose: ({ allow }) => allow("canMoveMessagesBetweenTopicsGroup", nobody),
    effects: async ({ eventsSince }, position) =>
      (await eventsSince(position)).filter(({ type }) => type === "messages_moved"),
  },
  send_notices: "The commit that caused them decided it. They mention what their writer may know now.",
  find_missed_messages: "Finds people only: another job judges what each of them may read.",
  find_missed_in_channel: "Finds people only: another job judges what each of them may read.",
  empty_profile_field: "The commit that removed the field or its choices decided it.",
  deactivate_bots: "The commit that ended the owner decided it. It stops if the owner returns.",
};

const judged = jobKinds.flatMap((kind) => {
  const way = ways[kind];
  return typeof way === "string" ? [] : [[kind, way] as const];
});
/** Jobs whose work takes a commit of its own. */
const committing = judged.filter(([kind]) =>
  ["send_scheduled_message", "send_reminder", "move_rest"].includes(kind),
);

/** Runs what is due in ten minutes of one kind, and what follows from it. */
const runJobs = async (
  { services, world, realmId }: Realm,
  kind: JobKind,
  beforeCommit: () => Promise<unknown> = async () => {},
): Promise<void> => {
  const inTransaction: InTransaction = async (by, work) => {
    await beforeCommit();
    return services.inTransaction(by, work);
  };
  world.clock.advance(600_000);
  const { jobQueue } = world.persistence;
  const due = await claimIn(world.persistence, [realmId], world.clock.now(), {
    kinds: [{ kind, limit: 9 }],
  });
  expect(due).not.toEqual([]);
  const run = runnableKinds({ ...services, inTransaction })[kind];
  for (const job of due) {
    const settlement = await run.run(job, (error) => {
      throw error;
    });
    if (settlement.kind !== "complete") throw new Error(JSON.stringify(settlement));
    await jobQueue.complete(job, settlement.next);
  }
  await services.jobRunner.runDue(["send_push"]);
};

test.each(judged)("%s does its work", async (kind, { order, effects }) => {
  const made = await realm();
  await order(made);
  const { position } = await made.state();
  await runJobs(made, kind);
  expect(await effects(made, position)).not.toEqual([]);
});

test.each(judged)(
  "%s does nothing if the right was lost before it runs",
  async (kind, { order, lose, effects }) => {
    const made = await realm();
    await order(made);
    await lose(made);
    const { position } = await made.state();
    await runJobs(made, kind);
    expect(await effects(made, position)).toEqual([]);
  },
);

test.each(committing)(
  "%s does nothing if the right is lost before its commit",
  async (kind, { order, lose, effects }) => {
    const made = await realm();
    await order(made);
    const { position } = await made.state();
    let isLost = false;
    await runJobs(made, kind, async () => {
      if (!isLost) await lose(made);
      isLost = true;
    });
    expect(isLost).toBe(true);
    expect(await effects(made, position)).toEqual([]);
  },
);
