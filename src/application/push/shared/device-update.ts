import * as t from "io-ts";
import { storedUnder } from "../../../domain/codec/stored-names";
import { idRangesCodec } from "../../../domain/collections/id-ranges";
import type { RealmEvent } from "../../../domain/events/event";
import { isAboutMessages, type MessageEvent } from "../../../domain/events/message-event";
import { conversationIdCodec, messageIdCodec, userIdCodec } from "../../../domain/ids";
import type { JobOrder } from "../../../domain/jobs/job";
import { flagCodec } from "../../../domain/messages/read-state";
import type { RealmState } from "../../../domain/state/realm-state";
import { anyHasDevice } from "./find-notified";
import { pushJob } from "./push-payload";

const flagsByUser = t.record(t.string, t.readonlyArray(flagCodec));
const storedFlags = { flagsByUser: "marks" };

const ids = t.readonlyArray(t.number);

/**
 * A change that devices may need to know, as stored in a job. It names messages; their content is read when the job
 * runs.
 */
export const deviceUpdate = t.union([
  storedUnder(storedFlags, t.type({ what: t.literal("sent"), messageId: messageIdCodec, flagsByUser })),
  /** `editedAt` is in Unix seconds. */
  storedUnder(
    storedFlags,
    t.type({ what: t.literal("edited"), messageId: messageIdCodec, editedAt: t.number, flagsByUser }),
  ),
  t.type({
    what: t.literal("read"),
    userId: userIdCodec,
    ranges: t.readonlyArray(t.type({ conversationId: conversationIdCodec, ids: idRangesCodec })),
  }),
  t.type({ what: t.literal("deleted"), messageIds: ids }),
  t.type({ what: t.literal("moved"), messageIds: ids, conversationId: conversationIdCodec, lostBy: ids }),
]);

export type DeviceUpdate = t.TypeOf<typeof deviceUpdate>;

type EventOf<Type extends RealmEvent["type"]> = Extract<RealmEvent, { type: Type }>;

type FlagsByUser = EventOf<"message_sent">["flagsByUser"];

/** The flags of users who have devices. */
const flagsOfOwners = (all: FlagsByUser, { pushDevices }: RealmState): FlagsByUser =>
  Object.fromEntries(
    Object.entries(all).flatMap(([userId, flags]) =>
      pushDevices.has(Number(userId)) ? [[userId, flags]] : [],
    ),
  );

const updateJob = (payload: DeviceUpdate, dueAt: number, lane?: number): JobOrder => ({
  kind: "notify_devices",
  payload: deviceUpdate.encode(payload),
  dueAt,
  ...(lane !== undefined && { lane: `${lane}` }),
});

/** An edit only notifies users that it newly mentions. */
const ofEdit = (
  { messageId, conversation, edit, flagsByUser }: EventOf<"message_edited">,
  state: RealmState,
  now: number,
): readonly JobOrder[] => {
  const known = flagsOfOwners(flagsByUser, state);
  const isPlanned = conversation.kind === "channel" && Object.keys(known).length > 0;
  const update = { what: "edited", messageId, editedAt: edit.editedAt, flagsByUser: known } as const;
  return isPlanned ? [updateJob(update, now, conversation.id)] : [];
};

const ofMessages = (event: MessageEvent, state: RealmState, now: number): readonly JobOrder[] => {
  if (state.pushDevices.size === 0) return [];
  switch (event.type) {
    case "message_sent": {
      const { id, conversation } = event.message;
      if (!anyHasDevice(event.message, state)) return [];
      const flagsByUser = flagsOfOwners(event.flagsByUser, state);
      return [updateJob({ what: "sent", messageId: id, flagsByUser }, now, conversation.id)];
    }
    case "message_edited":
      return ofEdit(event, state, now);
    case "message_flags_changed": {
      const { userId, flag, op, ranges } = event;
      const isReading = flag === "read" && op === "add" && state.pushDevices.has(userId);
      return isReading ? [updateJob({ what: "read", userId, ranges }, now)] : [];
    }
    case "messages_deleted":
      return [updateJob({ what: "deleted", messageIds: event.messageIds }, now)];
    case "messages_moved": {
      const { messageIds, to, lostBy, edited } = event;
      const moved = { messageIds, conversationId: to.conversation.id, lostBy };
      return [
        updateJob({ what: "moved", ...moved }, now),
        ...(edited ? ofEdit({ ...edited, conversation: to.conversation }, state, now) : []),
      ];
    }
    default:
      return [];
  }
};

/** Jobs that notify the relay of registered addresses. */
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
      const { service, token, appId, isIntroduced } = event.token;
      if (isIntroduced) return [];
      return [pushJob({ kind: "introduction", userId: event.userId, token: { service, token, appId } }, now)];
    }
    case "push_token_removed":
      return [pushJob({ kind: "withdrawal", userId: event.userId, token: event.token }, now)];
    default:
      return [];
  }
};

/** The jobs that update devices after an event. There are none if nobody in the realm has a device. */
export const deviceJobs = (event: RealmEvent, after: RealmState, now: number): readonly JobOrder[] =>
  isAboutMessages(event) ? ofMessages(event, after, now) : ofDevices(event, after, now);
