import * as t from "io-ts";
import { oneOf } from "../../domain/codec";
import type { RealmEvent } from "../../domain/event";
import type { JobOrder } from "../../domain/job";
import { isAboutMessages, type MessageEvent } from "../../domain/message-event";
import { editableFlags, type Flag, serverFlags } from "../../domain/read-state";
import type { RealmState } from "../../domain/realm-state";
import { someHaveDevices } from "./find-notified";
import { pushJob } from "./push-payload";

const flags = t.readonlyArray(oneOf<Flag>(...editableFlags, ...serverFlags));
const marks = t.record(t.string, flags);
const ids = t.readonlyArray(t.number);

/** What devices may have to hear of, as a job has it. It names messages; what they say is read when it runs. */
export const deviceNews = t.union([
  t.type({ what: t.literal("sent"), messageId: t.number, marks }),
  /** `editedAt` is in Unix seconds. */
  t.type({ what: t.literal("edited"), messageId: t.number, editedAt: t.number, marks }),
  t.type({
    what: t.literal("read"),
    userId: t.number,
    ranges: t.readonlyArray(
      t.type({ conversationId: t.number, ids: t.readonlyArray(t.tuple([t.number, t.number])) }),
    ),
  }),
  t.type({ what: t.literal("deleted"), messageIds: ids }),
  t.type({ what: t.literal("moved"), messageIds: ids, conversationId: t.number, lostBy: ids }),
]);
export type DeviceNews = t.TypeOf<typeof deviceNews>;

type EventOf<Type extends RealmEvent["type"]> = Extract<RealmEvent, { type: Type }>;
type Marks = EventOf<"message_sent">["marks"];

/** The marks of those who have devices. */
const marksOfOwners = (all: Marks, { pushDevices }: RealmState): Marks =>
  Object.fromEntries(
    Object.entries(all).flatMap(([userId, flags]) =>
      pushDevices.has(Number(userId)) ? [[userId, flags]] : [],
    ),
  );

const newsJob = (payload: DeviceNews, dueAt: number, lane?: number): JobOrder => ({
  kind: "notify_devices",
  payload,
  dueAt,
  ...(lane !== undefined && { lane: `${lane}` }),
});

/** An edit is news only to those whom it mentions. */
const ofEdit = (
  { messageId, conversation, edit, marks }: EventOf<"message_edited">,
  state: RealmState,
  now: number,
): readonly JobOrder[] => {
  const known = marksOfOwners(marks, state);
  const isNews = conversation.kind === "channel" && Object.keys(known).length > 0;
  const news = { what: "edited", messageId, editedAt: edit.editedAt, marks: known } as const;
  return isNews ? [newsJob(news, now, conversation.id)] : [];
};

const ofMessages = (event: MessageEvent, state: RealmState, now: number): readonly JobOrder[] => {
  if (state.pushDevices.size === 0) return [];
  switch (event.type) {
    case "message_sent": {
      const { id, conversation } = event.message;
      if (!someHaveDevices(event.message, state)) return [];
      const news = { what: "sent", messageId: id, marks: marksOfOwners(event.marks, state) } as const;
      return [newsJob(news, now, conversation.id)];
    }
    case "message_edited":
      return ofEdit(event, state, now);
    case "message_flags_changed": {
      const { userId, flag, op, ranges } = event;
      const isReading = flag === "read" && op === "add" && state.pushDevices.has(userId);
      const read = ranges.map(({ conversationId, ids }) => ({
        conversationId,
        ids: ids.map(([from, to]): [number, number] => [from, to]),
      }));
      return isReading ? [newsJob({ what: "read", userId, ranges: read }, now)] : [];
    }
    case "messages_deleted":
      return [newsJob({ what: "deleted", messageIds: event.messageIds }, now)];
    case "messages_moved": {
      const { messageIds, to, lostBy, edited } = event;
      const moved = { messageIds, conversationId: to.conversation.id, lostBy };
      return [
        newsJob({ what: "moved", ...moved }, now),
        ...(edited ? ofEdit({ ...edited, conversation: to.conversation }, state, now) : []),
      ];
    }
    default:
      return [];
  }
};

/** What the relay must learn about addresses that devices gave. */
const ofDevices = (event: RealmEvent, after: RealmState, now: number): readonly JobOrder[] => {
  switch (event.type) {
    case "client_device_changed": {
      const { userId, deviceId, change, forRelay } = event;
      const known = after.pushDevices.get(userId)?.devices.find(({ id }) => id === deviceId);
      const service = change.service ?? known?.service;
      const tokenId = change.pendingTokenId;
      if (!forRelay || !tokenId || !service) return [];
      const what = { userId, deviceId, tokenId, service, forRelay, askedAt: now };
      return [pushJob({ kind: "registration", ...what }, now)];
    }
    case "push_token_added": {
      const { service, token, appId } = event.token;
      return [pushJob({ kind: "introduction", userId: event.userId, token: { service, token, appId } }, now)];
    }
    case "push_token_removed":
      return [pushJob({ kind: "withdrawal", userId: event.userId, token: event.token }, now)];
    default:
      return [];
  }
};

/** The jobs that tell devices of an event. None where nobody in the realm has a device. */
export const deviceJobs = (event: RealmEvent, after: RealmState, now: number): readonly JobOrder[] =>
  isAboutMessages(event) ? ofMessages(event, after, now) : ofDevices(event, after, now);
