import { type Either, left, right } from "fp-ts/Either";
import { type ApiError, badRequest } from "../../../domain/errors";
import type { SubscriptionChange } from "../../../domain/subscription";

const booleans: Readonly<Record<string, (value: boolean) => SubscriptionChange>> = {
  is_muted: (isMuted) => ({ isMuted }),
  in_home_view: (isShown) => ({ isMuted: !isShown }),
  pin_to_top: (pinToTop) => ({ pinToTop }),
  desktop_notifications: (desktopNotifications) => ({ desktopNotifications }),
  audible_notifications: (audibleNotifications) => ({ audibleNotifications }),
  push_notifications: (pushNotifications) => ({ pushNotifications }),
  email_notifications: (emailNotifications) => ({ emailNotifications }),
  wildcard_mentions_notify: (wildcardMentionsNotify) => ({ wildcardMentionsNotify }),
};

/** A colour as `#rrggbb`, or a shorter form of it. */
export const checkColor = (color: unknown, name: string): Either<ApiError, string> =>
  typeof color === "string" && /^#[a-f0-9]{3,6}$/i.test(color)
    ? right(color)
    : left(badRequest(`${name} is not a valid hex color code`));

/** What a property and its value amount to. API §4.2. */
export const subscriptionChange = (
  property: string,
  value: string | boolean,
): Either<ApiError, SubscriptionChange> => {
  if (property === "color") {
    const color = checkColor(value, "color");
    return color._tag === "Left" ? color : right({ color: color.right });
  }
  const toChange = Object.hasOwn(booleans, property) ? booleans[property] : undefined;
  if (toChange === undefined) return left(badRequest(`Unknown subscription property: ${property}`));
  return typeof value === "boolean"
    ? right(toChange(value))
    : left(badRequest(`${property} is not a boolean`));
};
