import * as E from "fp-ts/Either";
import { pipe } from "fp-ts/function";
import {
  type ChannelError,
  invalidColor,
  subscriptionPropertyNotBoolean,
  unknownSubscriptionProperty,
} from "../../../domain/channels/refusals";
import type { SubscriptionChange } from "../../../domain/channels/subscription";

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

/** A color as `#rrggbb`, or a shorter form. */
export const checkColor = (color: unknown, name: string): E.Either<ChannelError, string> =>
  typeof color === "string" && /^#[a-f0-9]{3,6}$/i.test(color) ? E.right(color) : E.left(invalidColor(name));

/** The change that a property and its value ask for. API §4.2. */
export const subscriptionChange = (
  property: string,
  value: string | boolean,
): E.Either<ChannelError, SubscriptionChange> => {
  if (property === "color") {
    return pipe(
      checkColor(value, "color"),
      E.map((color) => ({ color })),
    );
  }
  const toChange = Object.hasOwn(booleans, property) ? booleans[property] : undefined;
  if (toChange === undefined) return E.left(unknownSubscriptionProperty(property));
  return typeof value === "boolean"
    ? E.right(toChange(value))
    : E.left(subscriptionPropertyNotBoolean(property));
};
