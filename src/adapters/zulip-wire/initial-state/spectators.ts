import * as E from "fp-ts/Either";
import { channelActivity, noActivity } from "../../../application/channel-activity/channel-activity";
import type { PublicState } from "../../../application/events/fetch-public-state";
import { newSubscription } from "../../../domain/channels/subscription";
import { isOpenToSpectators } from "../../../domain/policy/channel-access";
import type { RealmState } from "../../../domain/state/realm-state";
import type { User } from "../../../domain/users/user";
import { defaultUserSettings } from "../../../domain/users/user-settings";
import { noStatus } from "../../../domain/users/user-status";
import { encodeActivity, encodeSubscription } from "../encode/channel";
import { encodeUser, type Reader, unknownUserPicture } from "../encode/user";
import { peopleListsOf } from "../encode/user-lists";
import { JsonList } from "../json";
import { type MalformedRequest, malformedRequest } from "../malformed-request";
import type { MessagePart, StateContext, StatePart } from "./context";
import { messageParts, stateParts } from "./parts";
import { peopleFields } from "./people";
import { requestedState, type Wants } from "./requested-state";

const invalidForSpectators = (parameter: string): MalformedRequest =>
  malformedRequest(`Invalid '${parameter}' parameter for anonymous request`);

/** Refuses parameters that would reveal email addresses or subscribers to spectators. */
export const checkSpectator = (input: {
  readonly client_gravatar: boolean | undefined;
  readonly include_subscribers: boolean | "partial";
}): E.Either<MalformedRequest, undefined> => {
  if (input.client_gravatar === true) return E.left(invalidForSpectators("client_gravatar"));
  return input.include_subscribers === false
    ? E.right(undefined)
    : E.left(invalidForSpectators("include_subscribers"));
};

/** The user that spectators appear as: a guest with an id that nobody has. */
const anonymousUser = ({ realm }: RealmState): User => ({
  id: 0,
  email: "",
  fullName: "Anonymous user",
  role: "guest",
  isActive: true,
  isDeleted: false,
  bot: null,
  isSystemBot: false,
  timezone: "",
  joinedAt: 0,
  awaitsFirstLogin: false,
  avatar: { source: "generated", version: 1 },
  apiKeyVersion: 0,
  apiKeyMadeAt: 0,
  secondFactors: 0,
  isImportedStub: false,
  canChangeUserEmails: false,
  profile: {},
  settings: {
    ...defaultUserSettings,
    defaultLanguage: realm.settings.defaultLanguage,
    webHomeView: "recent",
  },
  chosenSettings: [],
  status: noStatus,
  alertWords: [],
  mutedUsers: [],
});

type IsKnown = PublicState["isKnown"];

/** The users whose names spectators see next to messages, without their profiles. */
const usersPart =
  (isKnown: IsKnown): StatePart =>
  ({ state, user, realm }) => {
    const reader: Reader = { user: undefined, realm, clientGravatar: false };
    const all = [...state.users.values()].filter(isKnown);
    const encode = (one: User) => encodeUser(one, reader);
    return {
      ...peopleFields(peopleListsOf(all), (users) => new JsonList(users, encode)),
      user_id: user.id,
      email: user.email,
      delivery_email: user.email,
      full_name: user.fullName,
      avatar_source: "J",
      avatar_url: unknownUserPicture,
      avatar_url_medium: unknownUserPicture,
      is_owner: false,
      is_admin: false,
      is_moderator: false,
      is_guest: true,
      can_create_public_streams: false,
      can_create_private_streams: false,
      can_create_web_public_streams: false,
      can_create_streams: false,
      can_invite_others_to_realm: false,
    };
  };

/** Web-public channels, without their subscribers. */
const subscriptionsPart: MessagePart =
  (context) =>
  ({ channels }) => ({
    subscriptions: [...context.state.channels.values()]
      .filter(
        (channel) =>
          isOpenToSpectators(context.state, channel) &&
          (context.presentation.archivedChannels || !channel.isArchived),
      )
      .map((channel) => ({
        ...encodeSubscription(
          { channel, ...noActivity },
          newSubscription(context.user.id, channel, "#c2c2c2"),
          context,
          false,
        ),
        ...encodeActivity(channelActivity(channel, channels, context.now)),
      })),
    unsubscribed: [],
    never_subscribed: [],
  });

/** The parts of the state for spectators. Unlisted ones are those of a guest without subscriptions. */
const partsFor = (isKnown: IsKnown): Readonly<Record<string, StatePart>> => ({
  ...stateParts,
  default_stream_groups: () => ({ realm_default_stream_groups: [] }),
  default_streams: () => ({ realm_default_streams: [] }),
  presence: ({ now }) => ({ presences: {}, presence_last_update_id: -1, server_timestamp: now / 1000 }),
  realm_bot: () => ({ realm_bots: [] }),
  realm_user: usersPart(isKnown),
  user_status: () => ({ user_status: {} }),
});

const { stream: _withoutChannels, ...otherMessageParts } = messageParts;
const spectatorMessageParts: Readonly<Record<string, MessagePart>> = {
  ...otherMessageParts,
  onboarding_steps: () => () => ({ onboarding_steps: [], navigation_tour_video_url: null }),
  subscription: subscriptionsPart,
};

/** The initial state for spectators, without an event queue. */
export const spectatorState = (
  publicState: Omit<StateContext, "user" | "isSeen" | "includeSubscribers" | "presences"> & PublicState,
  wants: Wants,
): Readonly<Record<string, unknown>> => {
  const { messageState, isKnown, ...shared } = publicState;
  const context: StateContext = {
    ...shared,
    user: anonymousUser(shared.state),
    isSeen: isKnown,
    includeSubscribers: false,
    presences: { presences: new Map(), lastUpdateId: undefined },
  };
  const parts = { stateParts: partsFor(isKnown), messageParts: spectatorMessageParts };
  return {
    ...requestedState(parts, context, messageState, wants),
    queue_id: null,
    last_event_id: -1,
  };
};
