import type { Channel } from "../../../domain/channels/channel";
import { newSubscription, pickColor, type Subscription } from "../../../domain/channels/subscription";
import type { UserId } from "../../../domain/ids";
import type { RealmSettings } from "../../../domain/realm/realm-settings";
import type { User } from "../../../domain/users/user";
import type { UserSettings } from "../../../domain/users/user-settings";
import { noStatus } from "../../../domain/users/user-status";

interface NewUser
  extends Pick<User, "id" | "email" | "fullName" | "role">,
    Partial<Pick<User, "awaitsFirstLogin">> {
  /** Unix milliseconds. */
  readonly now: number;
  readonly settings: UserSettings;
  readonly avatarSource: RealmSettings["defaultAvatarSource"];
}

/** A new person's account. */
export const newUser = ({ now, settings, avatarSource, ...own }: NewUser): User => ({
  awaitsFirstLogin: false,
  ...own,
  isActive: true,
  isDeleted: false,
  bot: null,
  isSystemBot: false,
  timezone: "",
  joinedAt: now,
  avatar: { source: avatarSource, version: 1 },
  apiKeyVersion: 1,
  apiKeyMadeAt: now,
  secondFactors: 0,
  isImportedStub: false,
  canChangeUserEmails: false,
  profile: {},
  settings,
  chosenSettings: [],
  status: noStatus,
  alertWords: [],
  mutedUsers: [],
});

/** The first subscriptions of a new user. */
export const firstSubscriptions = (
  userId: UserId,
  channels: readonly Pick<Channel, "id" | "defaultPushNotifications">[],
): readonly Subscription[] => {
  const used = new Set<string>();
  return channels.map((channel, index) => {
    const color = pickColor(used, index);
    used.add(color);
    return newSubscription(userId, channel, color);
  });
};
