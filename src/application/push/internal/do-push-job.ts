import * as E from "fp-ts/Either";
import type { MessageId, RealmId, UserId } from "../../../domain/ids";
import type { NewJob } from "../../../domain/jobs/job";
import type { Message } from "../../../domain/messages/message";
import { isUnread } from "../../../domain/messages/read-state";
import type { Notification } from "../../../domain/notifications/notification";
import { isSenderIgnored } from "../../../domain/notifications/notification-policy";
import { offlineAfterSeconds } from "../../../domain/presence/presence";
import { noDevices, type RegistrationFailure } from "../../../domain/push/push-device";
import type { PushJob } from "../../../domain/push/push-job";
import { millisecondsIn } from "../../../domain/units/time";
import type { User } from "../../../domain/users/user";
import { byServer } from "../../caller";
import type { RealmDirectory } from "../../held-realms/realm-directory";
import type { SessionStore } from "../../ports/login/session-store";
import type { MessageReader } from "../../ports/messages/message-reader";
import type { ReadStateReader } from "../../ports/messages/read-state-reader";
import type { PushOutcome, PushRelay, PushTarget, RelayFailure } from "../../ports/push/push-relay";
import type { ShownPushes } from "../../ports/push/shown-pushes";
import type { Clock } from "../../ports/system/clock";
import type { Seals } from "../../ports/system/seals";
import type { PresenceBoard } from "../../presence/presence-board";
import type { InTransaction } from "../../transaction";
import { pushJob } from "../shared/push-payload";
import { describeMessage } from "./describe-message";
import { forgetAddresses } from "./forget-addresses";
import { markIntroduced } from "./mark-introduced";
import { pushRealm } from "./push-realm";
import { isEncrypted, targetsOf } from "./push-targets";
import { removeRegistrations } from "./remove-registrations";
import { withEndedSession } from "./with-ended-session";

/** Ports for sending notifications. */
export interface PushPorts {
  readonly directory: RealmDirectory;
  readonly inTransaction: InTransaction;
  readonly messages: MessageReader;
  readonly readStates: ReadStateReader;
  readonly presence: PresenceBoard;
  readonly pushRelay: PushRelay;
  readonly seals: Seals;
  readonly shownPushes: ShownPushes;
  readonly sessions: SessionStore;
  readonly siteUrl: () => string;
  readonly clock: Clock;
}

type JobOf<Kind extends PushJob["kind"]> = Extract<PushJob, { kind: Kind }>;

/** The part of a job to retry after a passing failure; undefined if it is done or can never succeed. */
type Remainder = { readonly job: PushJob; readonly failure: RelayFailure } | undefined;

/** The outcome of a job, with the jobs that follow from it. */
interface PushResult {
  readonly remainder: Remainder;
  readonly next: readonly NewJob[];
}

const finished: PushResult = { remainder: undefined, next: [] };

/** How long a registration is tried. Devices register again after that. */
const registrationMilliseconds = millisecondsIn.day;

const isFailed = (outcome: PushOutcome): outcome is RelayFailure =>
  outcome.outcome !== "sent" && outcome.outcome !== "unknown";

/** Runs one push job. */
export const doPushJob = (ports: PushPorts) => {
  const { directory, inTransaction, messages, readStates, presence, pushRelay, seals, shownPushes } = ports;
  const { siteUrl, clock, sessions } = ports;

  /** Sends to the user's devices, forgets addresses that are gone, and returns the failures by target. */
  const deliver = async (
    realmId: RealmId,
    user: User,
    notification: Notification,
    waiting: readonly string[] | undefined,
  ): Promise<{ readonly sent: boolean; readonly failed: readonly (readonly [string, RelayFailure])[] }> => {
    const state = await directory.stateOf(realmId);
    const { devices, tokens } = state.pushDevices.get(user.id) ?? noDevices;
    const ended = await withEndedSession(sessions, state, user, [...devices, ...tokens], clock.now());
    const { requireE2eePushNotifications } = state.realm.settings;
    const live = {
      devices: devices.filter((device) => !ended.has(device)),
      tokens: tokens.filter((token) => !ended.has(token)),
    };
    const targets = targetsOf(live, seals).filter(
      (target) =>
        (waiting?.includes(target.key) ?? true) && (!requireE2eePushNotifications || isEncrypted(target)),
    );
    const realm = pushRealm(state.realm, siteUrl());
    const outcomes =
      targets.length > 0 ? await pushRelay.deliver({ realm, user, notification, targets }) : [];
    const gone: PushTarget[] = [];
    const failed: (readonly [string, RelayFailure])[] = [];
    let sent = false;
    for (const [index, target] of targets.entries()) {
      const outcome = outcomes[index];
      if (outcome === undefined) continue;
      if (outcome.outcome === "sent") sent = true;
      if (outcome.outcome === "unknown") gone.push(target);
      if (isFailed(outcome)) failed.push([target.key, outcome]);
    }
    if (gone.length > 0) await forgetAddresses(inTransaction, realmId, user.id, gone);
    if (ended.size > 0) await removeRegistrations(inTransaction, realmId, user.id, [...ended]);
    return { sent, failed };
  };

  const remainder = <Job extends JobOf<"message" | "removal">>(
    job: Job,
    failed: readonly (readonly [string, RelayFailure])[],
  ): Remainder => {
    const [first] = failed;
    return first && { job: { ...job, waiting: failed.map(([key]) => key) }, failure: first[1] };
  };

  const isHere = async (realmId: RealmId, userId: UserId): Promise<boolean> => {
    const activeAt = (await presence.lastActiveAt(realmId, [userId])).get(userId) ?? 0;
    return activeAt + offlineAfterSeconds * 1000 > clock.now();
  };

  /** The message, if the user has not read it. */
  const unreadMessage = async (
    realmId: RealmId,
    user: User,
    messageId: MessageId,
  ): Promise<Message | undefined> => {
    const [message] = await messages.byIds(realmId, [messageId]);
    if (message === undefined) return undefined;
    const [read] = await readStates.statesOf(realmId, user.id, [message]);
    return read !== undefined && isUnread(read, message, user.id) ? message : undefined;
  };

  const ofMessage = async (realmId: RealmId, user: User, job: JobOf<"message">): Promise<PushResult> => {
    if (job.onlyIfAway && (await isHere(realmId, user.id))) return finished;
    const message = await unreadMessage(realmId, user, job.messageId);
    if (message === undefined || isSenderIgnored(message.senderId, user)) return finished;
    const isShown = (await shownPushes.idsByUser(realmId, [message.id])).has(user.id);
    if (isShown && job.waiting === undefined) return finished;
    const state = await directory.stateOf(realmId);
    const notification = describeMessage(state, user, message, job.trigger, clock.now());
    if (notification === undefined) return finished;
    const { sent, failed } = await deliver(realmId, user, notification, job.waiting);
    if (!sent) return { remainder: remainder(job, failed), next: [] };
    const { id, conversation } = message;
    await shownPushes.show(realmId, user.id, { id, conversationId: conversation.id });
    // If the message was read or deleted during the push, its removal job found nothing to remove. Remove the
    // notification now.
    const isRead = (await unreadMessage(realmId, user, id)) === undefined;
    const next = isRead ? [pushJob({ kind: "removal", userId: user.id, messageIds: [id] }, clock.now())] : [];
    return { remainder: remainder(job, failed), next };
  };

  const ofRemoval = async (realmId: RealmId, user: User, job: JobOf<"removal">): Promise<Remainder> => {
    // An earlier job may have removed them: reading and deleting a message both ask for it.
    const shown = (await shownPushes.idsByUser(realmId, job.messageIds)).get(user.id) ?? [];
    const messageIds = job.waiting === undefined ? shown : job.messageIds;
    if (messageIds.length === 0) return undefined;
    const { failed } = await deliver(realmId, user, { kind: "removal", messageIds }, job.waiting);
    await shownPushes.forget(realmId, user.id, messageIds);
    return remainder({ ...job, messageIds }, failed);
  };

  /** Records the outcome of a registration, unless the device has asked for another since. */
  const recordRegistration = (
    realmId: RealmId,
    { userId, deviceId, tokenId }: JobOf<"registration">,
    outcome: { readonly address: string | null } | { readonly failure: RegistrationFailure },
  ) =>
    inTransaction(byServer(realmId), async (tx) => {
      const device = tx.state.pushDevices.get(userId)?.devices.find(({ id }) => id === deviceId);
      if (device?.pendingTokenId !== tokenId) return E.right(undefined);
      tx.append({
        type: "client_device_changed",
        userId,
        deviceId,
        change:
          "failure" in outcome
            ? { failure: outcome.failure }
            : { tokenId, pendingTokenId: null, failure: null, sealedAddress: outcome.address },
      });
      return E.right(undefined);
    });

  const ofRegistration = async (realmId: RealmId, job: JobOf<"registration">): Promise<Remainder> => {
    if (clock.now() - job.askedAt > registrationMilliseconds) {
      await recordRegistration(realmId, job, { failure: "REQUEST_EXPIRED" });
      return undefined;
    }
    const { realm } = await directory.stateOf(realmId);
    const outcome = await pushRelay.register(pushRealm(realm, siteUrl()), job);
    if (outcome.outcome === "registered") {
      const address = outcome.address && seals.seal(JSON.stringify(outcome.address));
      await recordRegistration(realmId, job, { address });
      return undefined;
    }
    if (outcome.outcome !== "rejected") return { job, failure: outcome };
    await recordRegistration(realmId, job, { failure: outcome.failure });
    return undefined;
  };

  const ofToken = async (realmId: RealmId, job: JobOf<"introduction" | "withdrawal">): Promise<Remainder> => {
    const realm = pushRealm((await directory.stateOf(realmId)).realm, siteUrl());
    const outcome =
      job.kind === "introduction"
        ? await pushRelay.introduce(realm, job.userId, job.token)
        : await pushRelay.withdraw(realm, job.userId, job.token);
    if (isFailed(outcome)) return { job, failure: outcome };
    if (job.kind === "introduction") await markIntroduced(inTransaction, realmId, job.userId, job.token);
    return undefined;
  };

  return async (realmId: RealmId, job: PushJob): Promise<PushResult> => {
    // Another node may have made the change that caused this job.
    const { realm, users } = await directory.newest(realmId);
    if (job.kind === "registration") return { ...finished, remainder: await ofRegistration(realmId, job) };
    if (job.kind === "introduction" || job.kind === "withdrawal")
      return { ...finished, remainder: await ofToken(realmId, job) };
    const user = users.get(job.userId);
    if (user?.isActive !== true || realm.isDeactivated) return finished;
    return job.kind === "message"
      ? ofMessage(realmId, user, job)
      : { ...finished, remainder: await ofRemoval(realmId, user, job) };
  };
};
