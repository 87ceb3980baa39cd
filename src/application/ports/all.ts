import type { UploadLimits } from "../uploads/upload-limits";
import type { ApiKeys } from "./api-keys";
import type { AttachmentReader } from "./attachment-reader";
import type { BareUrls } from "./bare-urls";
import type { BotCallQueue } from "./bot-call-queue";
import type { BotCaller } from "./bot-caller";
import type { BotStorage } from "./bot-storage";
import type { CallProvider } from "./call-provider";
import type { Clock } from "./clock";
import type { CredentialReader } from "./credentials";
import type { DirectConversations } from "./direct-conversations";
import type { DisposableDomains } from "./disposable-domains";
import type { EmojiCatalog } from "./emoji-catalog";
import type { EventLog } from "./event-log";
import type { EventQueueStore } from "./event-queue-store";
import type { EventStore } from "./event-store";
import type { FileStore } from "./file-store";
import type { FileTypes } from "./file-types";
import type { ImageEditor } from "./image-editor";
import type { IncomingWebhook } from "./incoming-webhook";
import type { LinkTokens } from "./link-tokens";
import type { LinkifierPatterns } from "./linkifier-patterns";
import type { MailQueue } from "./mail-queue";
import type { Mailer } from "./mailer";
import type { MessageArchive } from "./message-archive";
import type { MessageReader } from "./message-reader";
import type { MessageRenderer } from "./message-renderer";
import type { MissedMailStore } from "./missed-mail-store";
import type { PasswordHasher } from "./password-hasher";
import type { PasswordStrength } from "./password-strength";
import type { PersonalReader } from "./personal-reader";
import type { PresenceStore } from "./presence-store";
import type { PushQueue } from "./push-queue";
import type { PushRelay } from "./push-relay";
import type { RandomTokens } from "./random-tokens";
import type { ReadStateReader } from "./read-state-reader";
import type { RealmRegistry } from "./realm-registry";
import type { RealmSnapshots } from "./realm-snapshots";
import type { Seals } from "./seals";
import type { SessionStore } from "./session-store";
import type { SessionTokens } from "./session-tokens";
import type { ShownPushes } from "./shown-pushes";
import type { SingleRunner } from "./single-runner";
import type { TemporaryLinks } from "./temporary-links";
import type { Throttle } from "./throttle";
import type { UrlTemplates } from "./url-templates";
import type { Wakeup } from "./wakeup";

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
  /** How long an invitation is good whose inviter says nothing of it. */
  readonly invitationMinutes: number;
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
  readonly eventStore: EventStore;
  readonly directConversations: DirectConversations;
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
