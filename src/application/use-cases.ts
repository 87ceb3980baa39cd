import { fetchBotKey, regenerateBotKey } from "./bots/bot-key";
import { createBot } from "./bots/create-bot";
import { deactivateBot } from "./bots/deactivate-bot";
import { keepBotData, readBotData, removeBotData } from "./bots/keep-bot-data";
import { listBots } from "./bots/list-bots";
import { updateBot } from "./bots/update-bot";
import type { CallsOffered } from "./calls/calls-offered";
import { createCall } from "./calls/create-call";
import { joinMeeting } from "./calls/join-meeting";
import { beginCallSignOn, completeCallSignOn, realmOfCallSignOn } from "./calls/sign-on-for-calls";
import { createFolder } from "./channel-folders/create-folder";
import { listFolders } from "./channel-folders/list-folders";
import { reorderFolders } from "./channel-folders/reorder-folders";
import { updateFolder } from "./channel-folders/update-folder";
import { archiveChannel } from "./channels/archive-channel";
import { changeSubscriptions } from "./channels/change-subscriptions";
import { ChannelTraffic } from "./channels/channel-traffic";
import { createChannel } from "./channels/create-channel";
import { addDefaultChannel, removeDefaultChannel } from "./channels/default-channels";
import { deleteTopic } from "./channels/delete-topic";
import { fetchChannel } from "./channels/fetch-channel";
import { findChannelAddress } from "./channels/find-channel-address";
import { findChannelId } from "./channels/find-channel-id";
import { listChannels } from "./channels/list-channels";
import { isSubscribed, listSubscribers } from "./channels/list-subscribers";
import { listSubscriptions } from "./channels/list-subscriptions";
import { listPublicTopics, listTopics } from "./channels/list-topics";
import { subscribe } from "./channels/subscribe";
import { unsubscribe } from "./channels/unsubscribe";
import { updateChannel } from "./channels/update-channel";
import { updateSubscriptions } from "./channels/update-subscriptions";
import { addDomain } from "./domains/add-domain";
import { changeDomain } from "./domains/change-domain";
import { listDomains } from "./domains/list-domains";
import { removeDomain } from "./domains/remove-domain";
import { addDrafts, listDrafts, removeDraft, updateDraft } from "./drafts/keep-drafts";
import { addEmoji } from "./emoji/add-emoji";
import { deactivateEmoji } from "./emoji/deactivate-emoji";
import { listEmoji } from "./emoji/list-emoji";
import { deleteQueue } from "./events/delete-queue";
import { fetchEvents } from "./events/fetch-events";
import { LiveQueues } from "./events/live-queues";
import { registerQueue } from "./events/register-queue";
import { relaySignal } from "./events/relay-signal";
import { sweep } from "./events/sweep";
import { createGroup } from "./groups/create-group";
import { deactivateGroup } from "./groups/deactivate-group";
import { listGroups } from "./groups/list-groups";
import { isMember, listMembers, listSubgroups } from "./groups/query-membership";
import { updateGroup } from "./groups/update-group";
import { updateMembers } from "./groups/update-members";
import { updateSubgroups } from "./groups/update-subgroups";
import { createInvitationLink } from "./invitations/create-link";
import { listInvitations } from "./invitations/list-invitations";
import { resendInvitation } from "./invitations/resend-invitation";
import { revokeInvitation } from "./invitations/revoke-invitation";
import { sendInvitations } from "./invitations/send-invitations";
import { addLinkifier } from "./linkifiers/add-linkifier";
import { listLinkifiers } from "./linkifiers/list-linkifiers";
import { removeLinkifier } from "./linkifiers/remove-linkifier";
import { reorderLinkifiers } from "./linkifiers/reorder-linkifiers";
import { updateLinkifier } from "./linkifiers/update-linkifier";
import { mailMissed } from "./mail/mail-missed";
import { MailRoom } from "./mail/mail-room";
import { attachSubmessage } from "./messages/attach-submessage";
import { changeFlags } from "./messages/change-flags";
import { changeFlagsInNarrow } from "./messages/change-flags-in-narrow";
import { deleteMessage } from "./messages/delete-message";
import { fetchHistory } from "./messages/fetch-history";
import { fetchMessage } from "./messages/fetch-message";
import { fetchMessages } from "./messages/fetch-messages";
import { fetchPublicMessage, fetchPublicMessages } from "./messages/fetch-public-messages";
import { listReaders } from "./messages/list-readers";
import { markAllAsRead, markChannelAsRead } from "./messages/mark-as-read";
import { matchNarrow } from "./messages/match-narrow";
import { addReaction, removeReaction } from "./messages/react";
import { renderMessage } from "./messages/render-message";
import { reportMessage } from "./messages/report-message";
import { rerenderMessages } from "./messages/rerender-messages";
import { sendMessage } from "./messages/send-message";
import { TopicLinks } from "./messages/topic-links";
import { updateMessage } from "./messages/update-message";
import { requestReset } from "./passwords/request-reset";
import { openReset, resetPassword } from "./passwords/reset-password";
import { findPicture, openPicture } from "./pictures/open-picture";
import { removeAvatar, setAvatar } from "./pictures/set-avatar";
import { removeRealmPicture, setRealmPicture } from "./pictures/set-realm-picture";
import { addPlayground } from "./playgrounds/add-playground";
import { removePlayground } from "./playgrounds/remove-playground";
import type { ApiKeys } from "./ports/api-keys";
import type { AttachmentReader } from "./ports/attachment-reader";
import type { BareUrls } from "./ports/bare-urls";
import type { BotCallQueue } from "./ports/bot-call-queue";
import type { BotCaller } from "./ports/bot-caller";
import type { BotStorage } from "./ports/bot-storage";
import type { CallProvider } from "./ports/call-provider";
import type { Clock } from "./ports/clock";
import type { CredentialReader } from "./ports/credentials";
import type { DisposableDomains } from "./ports/disposable-domains";
import type { EmojiCatalog } from "./ports/emoji-catalog";
import type { EventLog } from "./ports/event-log";
import type { EventQueueStore } from "./ports/event-queue-store";
import type { FileStore } from "./ports/file-store";
import type { FileTypes } from "./ports/file-types";
import type { ImageEditor } from "./ports/image-editor";
import type { IncomingWebhook } from "./ports/incoming-webhook";
import type { LinkTokens } from "./ports/link-tokens";
import type { LinkifierPatterns } from "./ports/linkifier-patterns";
import type { MailQueue } from "./ports/mail-queue";
import type { Mailer } from "./ports/mailer";
import type { MessageArchive } from "./ports/message-archive";
import type { MessageReader } from "./ports/message-reader";
import type { MessageRenderer } from "./ports/message-renderer";
import type { MissedMailStore } from "./ports/missed-mail-store";
import type { PasswordHasher } from "./ports/password-hasher";
import type { PasswordStrength } from "./ports/password-strength";
import type { PersonalReader } from "./ports/personal-reader";
import type { PresenceStore } from "./ports/presence-store";
import type { PushQueue } from "./ports/push-queue";
import type { PushRelay } from "./ports/push-relay";
import type { RandomTokens } from "./ports/random-tokens";
import type { ReadStateReader } from "./ports/read-state-reader";
import type { RealmRegistry } from "./ports/realm-registry";
import type { RealmSnapshots } from "./ports/realm-snapshots";
import type { RealmTransactions } from "./ports/realm-transactions";
import type { Seals } from "./ports/seals";
import type { SessionStore } from "./ports/session-store";
import type { SessionTokens } from "./ports/session-tokens";
import type { ShownPushes } from "./ports/shown-pushes";
import type { SingleRunner } from "./ports/single-runner";
import type { TemporaryLinks } from "./ports/temporary-links";
import type { Throttle } from "./ports/throttle";
import type { UrlTemplates } from "./ports/url-templates";
import type { Wakeup } from "./ports/wakeup";
import { fetchPresence } from "./presence/fetch-presence";
import { listPresence } from "./presence/list-presence";
import { PresenceBoard } from "./presence/presence-board";
import { reportPresence } from "./presence/report-presence";
import { addProfileField } from "./profile-fields/add-profile-field";
import { changeOwnProfile } from "./profile-fields/change-own-profile";
import { listProfileFields } from "./profile-fields/list-profile-fields";
import { removeProfileField } from "./profile-fields/remove-profile-field";
import { reorderProfileFields } from "./profile-fields/reorder-profile-fields";
import { updateProfileField } from "./profile-fields/update-profile-field";
import { addClientDevice, removeClientDevice } from "./push/client-devices";
import { fetchWebPushKey } from "./push/fetch-web-push-key";
import { PushOffice } from "./push/push-office";
import { addPushToken, removePushToken } from "./push/push-tokens";
import { registerDevice } from "./push/register-device";
import { sendEncryptedTestPush, sendTestPush } from "./push/send-test-push";
import { findRealm } from "./realm/find-realm";
import { firstRealmPath, foundFirstRealm, openFirstRealm } from "./realm/found-first-realm";
import { foundRealm } from "./realm/found-realm";
import { updateRealm } from "./realm/update-realm";
import { updateUserDefaults } from "./realm/update-user-defaults";
import { RealmDirectory } from "./realm-directory";
import { realmLanes } from "./realm-lanes";
import { archiveExpired } from "./retention/archive-expired";
import { restoreMessages } from "./retention/restore-messages";
import { cancelScheduled } from "./scheduled-messages/cancel-scheduled";
import { deliverScheduled } from "./scheduled-messages/deliver-scheduled";
import { listScheduled } from "./scheduled-messages/list-scheduled";
import { scheduleMessage } from "./scheduled-messages/schedule-message";
import { updateScheduled } from "./scheduled-messages/update-scheduled";
import { authenticateSession } from "./sessions/authenticate-session";
import { endSessions, listSessions } from "./sessions/end-sessions";
import { openSession } from "./sessions/open-session";
import { signOn } from "./sign-on/sign-on";
import { joinRealm } from "./sign-up/join-realm";
import { openTicket } from "./sign-up/open-ticket";
import { requestSignUp } from "./sign-up/request-sign-up";
import { addSnippet, listSnippets, removeSnippet, updateSnippet } from "./snippets/keep-snippets";
import { KnownTopics } from "./topics/known-topics";
import { setTopicPolicy } from "./topics/set-topic-policy";
import { signalEditing } from "./typing/signal-editing";
import { signalTyping } from "./typing/signal-typing";
import { addAttachment } from "./uploads/add-attachment";
import { listAttachments } from "./uploads/list-attachments";
import {
  findAttachment,
  followLink,
  linkTemporarily,
  openAttachment,
  openThumbnail,
} from "./uploads/open-attachment";
import { discardFile, receiveFile } from "./uploads/receive-file";
import { removeAttachment } from "./uploads/remove-attachment";
import { removeOrphans } from "./uploads/remove-orphans";
import { removeStrays } from "./uploads/remove-strays";
import {
  beginResumable,
  continueResumable,
  discardResumable,
  findResumable,
} from "./uploads/resumable-upload";
import type { UploadLimits } from "./uploads/upload-limits";
import { addAlertWords, listAlertWords, removeAlertWords } from "./users/alert-words";
import { authenticate, authenticateByKey } from "./users/authenticate";
import { confirmEmailChange, requestEmailChange } from "./users/change-email";
import { createUser } from "./users/create-user";
import { deactivateSelf } from "./users/deactivate-self";
import { deactivateUser } from "./users/deactivate-user";
import { fetchOwnUser } from "./users/fetch-own-user";
import { fetchStatus } from "./users/fetch-status";
import { fetchUser } from "./users/fetch-user";
import { listUsers } from "./users/list-users";
import { logIn } from "./users/log-in";
import { logInForDevelopment } from "./users/log-in-for-development";
import { muteUser, unmuteUser } from "./users/mute-user";
import { fetchOwnApiKey, hasPassword } from "./users/own-api-key";
import { permitEmailChanges } from "./users/permit-email-changes";
import { reactivateUser } from "./users/reactivate-user";
import { regenerateApiKey } from "./users/regenerate-api-key";
import { setStatus } from "./users/set-status";
import { updateOthersSettings } from "./users/update-others-settings";
import { updateSettings } from "./users/update-settings";
import { updateUser } from "./users/update-user";
import { answerAsBot } from "./webhooks/answer-as-bot";
import { BotCourier } from "./webhooks/bot-courier";
import { receiveWebhook } from "./webhooks/receive-webhook";

/** All that the application needs from outside. */
export interface Ports {
  readonly apiKeys: ApiKeys;
  readonly botCalls: BotCallQueue;
  readonly botCaller: BotCaller;
  readonly botStorage: BotStorage;
  readonly callProviders: readonly CallProvider[];
  /** Where clients make Jitsi calls. */
  readonly jitsiUrl: string;
  readonly seals: Seals;
  readonly clock: Clock;
  readonly credentials: CredentialReader;
  readonly eventLog: EventLog;
  readonly queueStore: EventQueueStore;
  readonly presenceStore: PresenceStore;
  readonly emoji: EmojiCatalog;
  readonly linkifierPatterns: LinkifierPatterns;
  readonly urlTemplates: UrlTemplates;
  readonly bareUrls: BareUrls;
  readonly disposableDomains: DisposableDomains;
  readonly incomingWebhooks: readonly IncomingWebhook[];
  readonly linkTokens: LinkTokens;
  readonly mailer: Mailer;
  readonly mailQueue: MailQueue;
  readonly missedMails: MissedMailStore;
  readonly archive: MessageArchive;
  readonly attachments: AttachmentReader;
  readonly files: FileStore;
  readonly fileTypes: FileTypes;
  readonly images: ImageEditor;
  readonly links: TemporaryLinks;
  readonly uploadLimits: UploadLimits;
  readonly personal: PersonalReader;
  readonly pushQueue: PushQueue;
  readonly pushRelay: PushRelay;
  readonly shownPushes: ShownPushes;
  readonly singleRunner: SingleRunner;
  /** How many days deleted messages can be brought back. */
  readonly archiveDays: number;
  /** How many people a realm may invite in a day; 0 for any number. */
  readonly invitationsPerDay: number;
  /** Where people reach the server: known once it listens. */
  readonly siteUrl: () => string;
  readonly messages: MessageReader;
  readonly renderer: MessageRenderer;
  readonly passwords: PasswordHasher;
  readonly passwordStrength: PasswordStrength;
  readonly tokens: RandomTokens;
  readonly readStates: ReadStateReader;
  readonly registry: RealmRegistry;
  readonly sessions: SessionStore;
  readonly sessionTokens: SessionTokens;
  readonly snapshots: RealmSnapshots;
  readonly throttle: Throttle;
  readonly transactions: RealmTransactions;
  readonly wakeup: Wakeup;
  /**
   * Storage for the realms' states, on connections of its own: whoever holds a connection may wait for a state
   * to catch up, which must not wait for a connection in turn.
   */
  readonly following: { readonly snapshots: RealmSnapshots; readonly eventLog: EventLog };
  /** How long a poll for events waits, in milliseconds. */
  readonly heartbeatAfter: () => number;
  /** Takes what goes wrong after a change, which stands. */
  readonly onError: (error: unknown) => void;
}

/** Every use case, with its ports filled in: what the outside may ask of the application. */
export const useCases = (outside: Ports) => {
  const directory = new RealmDirectory(outside.following);
  const mailRoom = new MailRoom(outside);
  const inTransaction = realmLanes({ ...outside, directory, mailPosted: () => mailRoom.ring() });
  const liveQueues = new LiveQueues({ ...outside, directory });
  const presence = new PresenceBoard(outside);
  const knownTopics = new KnownTopics({ ...outside, directory });
  const traffic = new ChannelTraffic(outside);
  const ports = { ...outside, directory, inTransaction, liveQueues, presence, traffic, knownTopics };
  const topicLinks = new TopicLinks(outside);
  const botCourier = new BotCourier({ ...outside, directory, topicLinks }, answerAsBot(sendMessage(ports)));
  return {
    /** The realms' states and queues of this process, for those who run it. */
    directory,
    liveQueues,
    mailRoom,
    botCourier,
    mailMissed: mailMissed({ ...ports, mailRoom }),
    bots: {
      create: createBot(ports),
      deactivate: deactivateBot(ports),
      fetchKey: fetchBotKey(ports),
      keepData: keepBotData(ports),
      list: listBots(ports),
      readData: readBotData(ports),
      regenerateKey: regenerateBotKey(ports),
      removeData: removeBotData(ports),
      update: updateBot(ports),
      webhookTokenOf: outside.apiKeys.webhookTokenOf,
    },
    calls: {
      offered: {
        services: outside.callProviders.map(({ service }) => service),
        jitsiUrl: outside.jitsiUrl,
      } satisfies CallsOffered,
      create: createCall(ports),
      joinMeeting: joinMeeting(ports),
      beginSignOn: beginCallSignOn(ports),
      completeSignOn: completeCallSignOn(ports),
      realmOfSignOn: realmOfCallSignOn(ports),
    },
    channelFolders: {
      create: createFolder(ports),
      list: listFolders(ports),
      reorder: reorderFolders(ports),
      update: updateFolder(ports),
    },
    channels: {
      addDefault: addDefaultChannel(ports),
      archive: archiveChannel(ports),
      changeSubscriptions: changeSubscriptions(ports),
      create: createChannel(ports),
      deleteTopic: deleteTopic(ports),
      fetch: fetchChannel(ports),
      findAddress: findChannelAddress(ports),
      findId: findChannelId(ports),
      isSubscribed: isSubscribed(ports),
      list: listChannels(ports),
      listPublicTopics: listPublicTopics(ports),
      listSubscribers: listSubscribers(ports),
      listSubscriptions: listSubscriptions(ports),
      listTopics: listTopics(ports),
      removeDefault: removeDefaultChannel(ports),
      subscribe: subscribe(ports),
      unsubscribe: unsubscribe(ports),
      update: updateChannel(ports),
      updateSubscriptions: updateSubscriptions(ports),
    },
    drafts: {
      add: addDrafts(ports),
      list: listDrafts(ports),
      remove: removeDraft(ports),
      update: updateDraft(ports),
    },
    scheduledMessages: {
      cancel: cancelScheduled(ports),
      deliver: deliverScheduled(ports),
      list: listScheduled(ports),
      schedule: scheduleMessage(ports),
      update: updateScheduled(ports),
    },
    snippets: {
      add: addSnippet(ports),
      list: listSnippets(ports),
      remove: removeSnippet(ports),
      update: updateSnippet(ports),
    },
    topics: {
      setPolicy: setTopicPolicy(ports),
    },
    emoji: {
      add: addEmoji(ports),
      deactivate: deactivateEmoji(ports),
      list: listEmoji(ports),
    },
    pictures: {
      find: findPicture(ports),
      open: openPicture(ports),
      removeAvatar: removeAvatar(ports),
      removeRealmPicture: removeRealmPicture(ports),
      setAvatar: setAvatar(ports),
      setRealmPicture: setRealmPicture(ports),
    },
    events: {
      deleteQueue: deleteQueue(ports),
      fetch: fetchEvents(ports),
      register: registerQueue(ports),
      relaySignal: relaySignal(ports),
      sweep: sweep(ports),
    },
    invitations: {
      createLink: createInvitationLink(ports),
      list: listInvitations(ports),
      resend: resendInvitation(ports),
      revoke: revokeInvitation(ports),
      send: sendInvitations(ports),
    },
    signUp: {
      join: joinRealm(ports),
      open: openTicket(ports),
      request: requestSignUp(ports),
      signOn: signOn(ports),
    },
    groups: {
      create: createGroup(ports),
      deactivate: deactivateGroup(ports),
      isMember: isMember(ports),
      list: listGroups(ports),
      listMembers: listMembers(ports),
      listSubgroups: listSubgroups(ports),
      update: updateGroup(ports),
      updateMembers: updateMembers(ports),
      updateSubgroups: updateSubgroups(ports),
    },
    linkifiers: {
      add: addLinkifier(ports),
      list: listLinkifiers(ports),
      remove: removeLinkifier(ports),
      reorder: reorderLinkifiers(ports),
      update: updateLinkifier(ports),
    },
    messages: {
      /** Where topics lead, for whoever writes messages out. */
      topicLinks,
      changeFlags: changeFlags(ports),
      changeFlagsInNarrow: changeFlagsInNarrow(ports),
      markAllAsRead: markAllAsRead(ports),
      markChannelAsRead: markChannelAsRead(ports),
      fetch: fetchMessages(ports),
      addReaction: addReaction(ports),
      attachSubmessage: attachSubmessage(ports),
      delete: deleteMessage(ports),
      fetchHistory: fetchHistory(ports),
      listReaders: listReaders(ports),
      matchNarrow: matchNarrow(ports),
      removeReaction: removeReaction(ports),
      update: updateMessage(ports),
      fetchOne: fetchMessage(ports),
      fetchOnePublic: fetchPublicMessage(ports),
      fetchPublic: fetchPublicMessages(ports),
      render: renderMessage(ports),
      report: reportMessage(ports),
      rerender: rerenderMessages(ports),
      send: sendMessage(ports),
    },
    presence: {
      board: presence,
      fetch: fetchPresence(ports),
      list: listPresence(ports),
      report: reportPresence(ports),
    },
    domains: {
      add: addDomain(ports),
      change: changeDomain(ports),
      list: listDomains(ports),
      remove: removeDomain(ports),
    },
    playgrounds: {
      add: addPlayground(ports),
      remove: removePlayground(ports),
    },
    profileFields: {
      add: addProfileField(ports),
      changeOwn: changeOwnProfile(ports),
      list: listProfileFields(ports),
      remove: removeProfileField(ports),
      reorder: reorderProfileFields(ports),
      update: updateProfileField(ports),
    },
    retention: {
      archiveExpired: archiveExpired(ports),
      restore: restoreMessages(ports),
    },
    push: {
      addClientDevice: addClientDevice(ports),
      addToken: addPushToken(ports),
      fetchWebPushKey: fetchWebPushKey(ports),
      /** Whether notifications have a way to take at all. */
      isConfigured: outside.pushRelay.services.length > 0,
      office: new PushOffice(ports),
      registerDevice: registerDevice(ports),
      removeClientDevice: removeClientDevice(ports),
      removeToken: removePushToken(ports),
      sendEncryptedTest: sendEncryptedTestPush(ports),
      sendTest: sendTestPush(ports),
    },
    passwords: {
      openReset: openReset(ports),
      requestReset: requestReset(ports),
      reset: resetPassword(ports),
    },
    sessions: {
      authenticate: authenticateSession(ports),
      end: endSessions(ports),
      list: listSessions(ports),
      open: openSession(ports),
    },
    realms: {
      firstPath: firstRealmPath(ports),
      foundFirst: foundFirstRealm(ports, foundRealm(ports)),
      openFirst: openFirstRealm(ports),
      find: findRealm(ports),
      found: foundRealm(ports),
      list: () => outside.registry.list(),
      update: updateRealm(ports),
      updateUserDefaults: updateUserDefaults(ports),
    },
    webhooks: {
      incoming: outside.incomingWebhooks,
      receive: receiveWebhook({ ...ports, send: sendMessage(ports) }),
    },
    typing: {
      signal: signalTyping(ports),
      signalEditing: signalEditing(ports),
    },
    uploads: {
      beginResumable: beginResumable(ports),
      continueResumable: continueResumable(ports),
      discardResumable: discardResumable(ports),
      findResumable: findResumable(ports),
      add: addAttachment(ports),
      discard: discardFile(ports),
      find: findAttachment(ports),
      followLink: followLink(ports),
      linkTemporarily: linkTemporarily(ports),
      list: listAttachments(ports),
      open: openAttachment(ports),
      openThumbnail: openThumbnail(ports),
      receive: receiveFile(ports),
      remove: removeAttachment(ports),
      removeOrphans: removeOrphans(ports),
      removeStrays: removeStrays(ports),
    },
    users: {
      confirmEmailChange: confirmEmailChange(ports),
      requestEmailChange: requestEmailChange(ports),
      authenticate: authenticate(ports),
      authenticateByKey: authenticateByKey(ports),
      addAlertWords: addAlertWords(ports),
      create: createUser(ports),
      deactivate: deactivateUser(ports),
      deactivateSelf: deactivateSelf(ports),
      fetch: fetchUser(ports),
      fetchApiKey: fetchOwnApiKey(ports),
      hasPassword: hasPassword(ports),
      fetchStatus: fetchStatus(ports),
      fetchOwn: fetchOwnUser(ports),
      list: listUsers(ports),
      listAlertWords: listAlertWords(ports),
      logIn: logIn(ports),
      logInForDevelopment: logInForDevelopment(ports),
      mute: muteUser(ports),
      permitEmailChanges: permitEmailChanges(ports),
      reactivate: reactivateUser(ports),
      regenerateApiKey: regenerateApiKey(ports),
      removeAlertWords: removeAlertWords(ports),
      setStatus: setStatus(ports),
      unmute: unmuteUser(ports),
      update: updateUser(ports),
      updateOthersSettings: updateOthersSettings(ports),
      updateSettings: updateSettings(ports),
    },
  };
};

export type UseCases = ReturnType<typeof useCases>;
