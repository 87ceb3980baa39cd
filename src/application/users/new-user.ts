import { type Either, left, right } from "fp-ts/Either";
import { isEmail } from "../../domain/email";
import { type ApiError, badRequest } from "../../domain/errors";
import type { RealmSettings } from "../../domain/realm-settings";
import { newSubscription, pickColor, type Subscription } from "../../domain/subscription";
import type { User } from "../../domain/user";
import type { UserSettings } from "../../domain/user-settings";
import { noStatus } from "../../domain/user-status";

const longestName = 100;

/** A name as it is kept, if people may be called so. */
export const checkFullName = (name: string): Either<ApiError, string> => {
  const trimmed = name.trim();
  if ([...trimmed].length > longestName) return left(badRequest("Name too long!"));
  if (trimmed === "") return left(badRequest("Name too short!"));
  // These would break mentions, which are written with them; control characters show as nothing.
  if (/[*`\\>"@\p{Cc}]/u.test(trimmed) || /\|\d+$/.test(trimmed))
    return left(badRequest("Invalid characters in name!"));
  return right(trimmed);
};

export const checkEmail = (email: string): Either<ApiError, string> =>
  isEmail(email.trim()) ? right(email.trim()) : left(badRequest("Enter a valid email address."));

interface NewUser extends Pick<User, "id" | "email" | "fullName" | "role"> {
  /** Unix milliseconds. */
  readonly now: number;
  readonly settings: UserSettings;
  readonly avatarSource: RealmSettings["defaultAvatarSource"];
}

/** A person as they begin. */
export const newUser = ({ now, settings, avatarSource, ...own }: NewUser): User => ({
  ...own,
  isActive: true,
  isDeleted: false,
  bot: null,
  isSystemBot: false,
  timezone: "",
  joinedAt: now,
  avatar: { source: avatarSource, version: 1 },
  apiKeyVersion: 1,
  isImportedStub: false,
  canChangeUserEmails: false,
  profile: {},
  settings,
  status: noStatus,
  alertWords: [],
  mutedUsers: [],
});

/** First subscriptions of a user who has none. */
export const firstSubscriptions = (
  userId: number,
  channelIds: readonly number[],
): readonly Subscription[] => {
  const used = new Set<string>();
  return channelIds.map((channelId, index) => {
    const color = pickColor(used, index);
    used.add(color);
    return newSubscription(userId, channelId, color);
  });
};
