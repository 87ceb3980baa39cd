import type { Channel } from "../../domain/channel";
import type { RealmSettings } from "../../domain/realm-settings";
import { newSubscription, pickColor, type Subscription } from "../../domain/subscription";
import type { User } from "../../domain/user";
import type { UserSettings } from "../../domain/user-settings";
import { noStatus } from "../../domain/user-status";

interface NewUser
  extends Pick<User, "id" | "email" | "fullName" | "role">,
    Partial<Pick<User, "awaitsFirstLogin">> {
  /** Unix milliseconds. */
  readonly now: number;
  readonly settings: UserSettings;
  readonly avatarSource: RealmSettings["defaultAvatarSource"];
}

/** A person as they begin. */
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

/** First subscriptions of a user who has none. */
export const firstSubscriptions = (
  userId: number,
  channels: readonly Pick<Channel, "id" | "defaultPushNotifications">[],
): readonly Subscription[] => {
  const used = new Set<string>();
  return channels.map((channel, index) => {
    const color = pickColor(used, index);
    used.add(color);
    return newSubscription(userId, channel, color);
  });
};
