import type { Knex } from "knex";
import * as createRealmTables from "../../../../../migrations/0001-create-realm-tables";
import * as addPeople from "../../../../../migrations/0002-add-people";
import * as addFoldersAndArchive from "../../../../../migrations/0003-add-folders-and-archive";
import * as addUserData from "../../../../../migrations/0004-add-personal-items";
import * as addReactionsAndEdits from "../../../../../migrations/0005-add-reactions-and-edits";
import * as addSendKeys from "../../../../../migrations/0006-add-send-keys";
import * as addSearch from "../../../../../migrations/0007-add-search";
import * as addScheduledMessages from "../../../../../migrations/0008-add-scheduled-messages";
import * as addRendererVersions from "../../../../../migrations/0009-add-renderer-versions";
import * as addLinkifiers from "../../../../../migrations/0010-add-linkifiers";
import * as addSubmessages from "../../../../../migrations/0011-add-submessages";
import * as addAttachments from "../../../../../migrations/0012-add-attachments";
import * as addPictures from "../../../../../migrations/0013-add-pictures";
import * as addInvitationsAndMail from "../../../../../migrations/0014-add-invitations-and-mail";
import * as addSessions from "../../../../../migrations/0015-add-sessions";
import * as addMissedMail from "../../../../../migrations/0016-add-missed-mail";
import * as indexUserTopics from "../../../../../migrations/0017-index-user-topics";
import * as addPushDevices from "../../../../../migrations/0018-add-push-devices";
import * as addPushQueue from "../../../../../migrations/0019-add-push-queue";
import * as addBotCalls from "../../../../../migrations/0020-add-bot-calls";
import * as addBotStorage from "../../../../../migrations/0021-add-bot-storage-and-call-tokens";
import * as addFirstLogins from "../../../../../migrations/0022-add-first-logins";
import * as addQueueStarts from "../../../../../migrations/0023-add-queue-starts";
import * as addJobs from "../../../../../migrations/0024-add-jobs";
import * as indexBackgroundWork from "../../../../../migrations/0040-index-background-work";
import * as markSharedAttachments from "../../../../../migrations/0041-mark-shared-attachments";
import * as addUndos from "../../../../../migrations/0050-add-undos";
import * as addThrottles from "../../../../../migrations/0060-add-throttles";
import * as indexOldLogs from "../../../../../migrations/0070-index-old-logs";
import * as addRelayedRealms from "../../../../../migrations/0071-add-relayed-realms";
import * as countCrashes from "../../../../../migrations/0075-count-crashes-of-jobs";
import * as addSignOnIdentities from "../../../../../migrations/0085-add-sign-on-identities";
import * as addKeyUses from "../../../../../migrations/0086-add-key-uses";
import * as addOldPasswords from "../../../../../migrations/0087-add-old-passwords";
import * as addSecondFactors from "../../../../../migrations/0088-add-second-factors";
import * as addAuditLog from "../../../../../migrations/0095-add-audit-log";
import * as addDefaultPushNotifications from "../../../../../migrations/0105-add-default-push-notifications";
import * as addRemindersAndViews from "../../../../../migrations/0106-add-reminders-and-views";
import * as addDefaultChannelGroups from "../../../../../migrations/0120-add-default-channel-groups";
import * as parkJobs from "../../../../../migrations/0140-park-jobs-behind-their-lanes";
import * as foldTopics from "../../../../../migrations/0141-fold-topics-as-the-database-does";
import * as recordHeardRuns from "../../../../../migrations/0150-record-what-queues-heard-from";
import * as markQuietChannels from "../../../../../migrations/0151-mark-quiet-channels";
import * as indexAnnouncing from "../../../../../migrations/0160-index-realms-that-announce";
import * as countEdits from "../../../../../migrations/0163-count-what-edits-hold";
import * as addUploadReservations from "../../../../../migrations/0165-add-upload-reservations";
import * as letUploadsBeHeld from "../../../../../migrations/0167-let-uploads-be-held";
import * as releaseLanes from "../../../../../migrations/0168-release-lanes-in-one-statement";
import * as appendMessages from "../../../../../migrations/0171-append-messages-in-one-call";
import * as traceJobs from "../../../../../migrations/0172-trace-jobs";
import * as tiePushTokens from "../../../../../migrations/0173-tie-push-tokens-to-sessions";
import * as tieClientDevices from "../../../../../migrations/0174-tie-client-devices-to-sessions";
import * as addMailedMarks from "../../../../../migrations/0175-add-mailed-marks";
import * as markArchivedChannels from "../../../../../migrations/0176-mark-archived-channels-as-read";
import * as markMutedUsers from "../../../../../migrations/0177-mark-muted-users-as-read";
import * as vacuumSooner from "../../../../../migrations/0178-vacuum-new-messages-sooner";
import * as addQueuesInOneCall from "../../../../../migrations/0179-add-queues-in-one-call";
import * as countQueues from "../../../../../migrations/0180-count-queues-before-ranking-them";
import * as addBackfills from "../../../../../migrations/0181-add-backfills";
import * as rememberSecret from "../../../../../migrations/0182-remember-the-secret";
import * as rememberFilesFolder from "../../../../../migrations/0183-remember-the-files-folder";
import * as describeMessagesByTerms from "../../../../../migrations/0184-describe-messages-by-terms";
import * as countPartsOfMessages from "../../../../../migrations/0185-count-parts-of-messages";
import * as storeReactionsUncompressed from "../../../../../migrations/0186-store-reactions-uncompressed";
import * as shareOutJobs from "../../../../../migrations/0187-share-out-jobs";
import * as describeMessagesByNeighbours from "../../../../../migrations/0188-describe-messages-by-neighbours";
import * as rememberTheDatabaseHistory from "../../../../../migrations/0189-remember-the-database-history";

const all: Readonly<Record<string, Knex.Migration>> = {
  "0001-create-realm-tables": createRealmTables,
  "0002-add-people": addPeople,
  "0003-add-folders-and-archive": addFoldersAndArchive,
  "0004-add-personal-items": addUserData,
  "0005-add-reactions-and-edits": addReactionsAndEdits,
  "0006-add-send-keys": addSendKeys,
  "0007-add-search": addSearch,
  "0008-add-scheduled-messages": addScheduledMessages,
  "0009-add-renderer-versions": addRendererVersions,
  "0010-add-linkifiers": addLinkifiers,
  "0011-add-submessages": addSubmessages,
  "0012-add-attachments": addAttachments,
  "0013-add-pictures": addPictures,
  "0014-add-invitations-and-mail": addInvitationsAndMail,
  "0015-add-sessions": addSessions,
  "0016-add-missed-mail": addMissedMail,
  "0017-index-user-topics": indexUserTopics,
  "0018-add-push-devices": addPushDevices,
  "0019-add-push-queue": addPushQueue,
  "0020-add-bot-calls": addBotCalls,
  "0021-add-bot-storage-and-call-tokens": addBotStorage,
  "0022-add-first-logins": addFirstLogins,
  "0023-add-queue-starts": addQueueStarts,
  "0024-add-jobs": addJobs,
  "0040-index-background-work": indexBackgroundWork,
  "0041-mark-shared-attachments": markSharedAttachments,
  "0050-add-undos": addUndos,
  "0060-add-throttles": addThrottles,
  "0070-index-old-logs": indexOldLogs,
  "0071-add-relayed-realms": addRelayedRealms,
  "0075-count-crashes-of-jobs": countCrashes,
  "0085-add-sign-on-identities": addSignOnIdentities,
  "0086-add-key-uses": addKeyUses,
  "0087-add-old-passwords": addOldPasswords,
  "0088-add-second-factors": addSecondFactors,
  "0095-add-audit-log": addAuditLog,
  "0105-add-default-push-notifications": addDefaultPushNotifications,
  "0106-add-reminders-and-views": addRemindersAndViews,
  "0120-add-default-channel-groups": addDefaultChannelGroups,
  "0140-park-jobs-behind-their-lanes": parkJobs,
  "0141-fold-topics-as-the-database-does": foldTopics,
  "0150-record-what-queues-heard-from": recordHeardRuns,
  "0151-mark-quiet-channels": markQuietChannels,
  "0160-index-realms-that-announce": indexAnnouncing,
  "0163-count-what-edits-hold": countEdits,
  "0165-add-upload-reservations": addUploadReservations,
  "0167-let-uploads-be-held": letUploadsBeHeld,
  "0168-release-lanes-in-one-statement": releaseLanes,
  "0171-append-messages-in-one-call": appendMessages,
  "0172-trace-jobs": traceJobs,
  "0173-tie-push-tokens-to-sessions": tiePushTokens,
  "0174-tie-client-devices-to-sessions": tieClientDevices,
  "0175-add-mailed-marks": addMailedMarks,
  "0176-mark-archived-channels-as-read": markArchivedChannels,
  "0177-mark-muted-users-as-read": markMutedUsers,
  "0178-vacuum-new-messages-sooner": vacuumSooner,
  "0179-add-queues-in-one-call": addQueuesInOneCall,
  "0180-count-queues-before-ranking-them": countQueues,
  "0181-add-backfills": addBackfills,
  "0182-remember-the-secret": rememberSecret,
  "0183-remember-the-files-folder": rememberFilesFolder,
  "0184-describe-messages-by-terms": describeMessagesByTerms,
  "0185-count-parts-of-messages": countPartsOfMessages,
  "0186-store-reactions-uncompressed": storeReactionsUncompressed,
  "0187-share-out-jobs": shareOutJobs,
  "0188-describe-messages-by-neighbours": describeMessagesByNeighbours,
  "0189-remember-the-database-history": rememberTheDatabaseHistory,
};

/** The migrations by import, so that they are the same compiled and in tests. */
export const migrations: Knex.MigrationSource<string> = {
  getMigrations: async () => Object.keys(all),
  getMigrationName: (name) => name,
  getMigration: async (name) => {
    const migration = all[name];
    if (migration === undefined)
      throw new Error(`Unknown migration ${name}: the database is newer than this Parley`);
    return migration;
  },
};
