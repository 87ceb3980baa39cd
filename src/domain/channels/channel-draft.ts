import type { FolderId } from "../ids";
import type { RetentionDays } from "../retention/retention";
import {
  type Channel,
  type ChannelPermissions,
  type ChannelPrivacy,
  defaultChannelPermissions,
  type TopicsPolicy,
} from "./channel";

/** Properties of new channels, apart from their names. */
export interface ChannelDraft {
  readonly privacy: ChannelPrivacy;
  readonly historyPublicToSubscribers: boolean;
  readonly messageRetentionDays: RetentionDays | null;
  readonly topicsPolicy: TopicsPolicy;
  readonly folderId: FolderId | null;
  readonly defaultPushNotifications: boolean;
  /** Whether new users are subscribed. */
  readonly isDefault: boolean;
  /** Permissions that differ from the default. */
  readonly permissions: Partial<ChannelPermissions>;
}

/** A public channel with default properties. */
export const defaultChannelDraft: ChannelDraft = {
  privacy: "public",
  historyPublicToSubscribers: true,
  messageRetentionDays: null,
  topicsPolicy: "inherit",
  folderId: null,
  defaultPushNotifications: false,
  isDefault: false,
  permissions: {},
};

/** What a new channel has in addition to its draft. */
type Identity = Pick<
  Channel,
  "id" | "conversationId" | "name" | "description" | "renderedDescription" | "creatorId" | "createdAt"
>;

/** A channel made from a draft, with normalized permissions. */
export const newChannel = (
  identity: Identity,
  { isDefault: _, permissions, ...settings }: ChannelDraft,
): Channel => ({
  ...identity,
  ...settings,
  isArchived: false,
  isRecentlyActive: true,
  permissions: { ...defaultChannelPermissions(identity.creatorId), ...permissions },
});
