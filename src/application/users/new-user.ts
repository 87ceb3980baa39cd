import { type Either, left, right } from "fp-ts/Either";
import { isEmail } from "../../domain/email";
import { type ApiError, badRequest } from "../../domain/errors";
import type { Role } from "../../domain/role";
import { newSubscription, pickColor, type Subscription } from "../../domain/subscription";
import type { User } from "../../domain/user";
import { defaultUserSettings } from "../../domain/user-settings";

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

/** A person as they begin. */
export const newUser = (id: number, email: string, fullName: string, role: Role, now: number): User => ({
  ...{ id, email, fullName, role },
  isActive: true,
  bot: null,
  isSystemBot: false,
  timezone: "",
  joinedAt: now,
  avatar: { source: "generated", version: 1 },
  apiKeyVersion: 1,
  isImportedStub: false,
  profile: {},
  settings: defaultUserSettings,
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
