import { activityOf, noActivity } from "../../../application/channels/channel-activity";
import type { PublicState } from "../../../application/events/fetch-public-state";
import { isOpenToSpectators } from "../../../domain/channel-access";
import { type ApiError, badRequest } from "../../../domain/errors";
import type { RealmState } from "../../../domain/realm-state";
import { valuesOf } from "../../../domain/state/values-of";
import { newSubscription } from "../../../domain/subscription";
import type { User } from "../../../domain/user";
import { defaultUserSettings } from "../../../domain/user-settings";
import { noStatus } from "../../../domain/user-status";
import { encodeActivity, encodeSubscription } from "../encode/channel";
import { encodeUser, type Reader } from "../encode/user";
import { encodeUserGroup } from "../encode/user-group";
import { versionFields } from "../version";
import type { MessagePart, StateContext, StatePart } from "./context";
import { messageParts, stateParts, unreadPart, unreadTypes } from "./parts";
import { peopleLists } from "./people";

/** What whoever has no account may not ask for, with their words: it would tell addresses, or who is where. */
export const spectatorRefusal = (given: {
  readonly client_gravatar: boolean | undefined;
  readonly include_subscribers: boolean | "partial";
}): ApiError | undefined => {
  const refused = given.client_gravatar === true ? "client_gravatar" : "include_subscribers";
  return given.client_gravatar === true || given.include_subscribers !== false
    ? badRequest(`Invalid '${refused}' parameter for anonymous request`)
    : undefined;
};

/** As whom people without an account are written: a guest, with the id that nobody has. */
const nobodyIn = ({ realm }: RealmState): User => ({
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

const noPicture = "/static/images/unknown-user.png";

type IsKnown = PublicState["isKnown"];

/** Whom they may know of, without what people write of themselves: names are beside messages anyway. */
const usersPart =
  (isKnown: IsKnown): StatePart =>
  ({ state, user, realm }) => {
    const reader: Reader = { user: undefined, realm, clientGravatar: false };
    const all = [...state.users.values()].filter(isKnown);
    const encode = (one: User) => encodeUser(one, reader);
    return {
      ...peopleLists(all, encode),
      user_id: user.id,
      email: user.email,
      delivery_email: user.email,
      full_name: user.fullName,
      avatar_source: "J",
      avatar_url: noPicture,
      avatar_url_medium: noPicture,
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

/** Groups, and of their members those whom they may know of. */
const groupsPart =
  (isKnown: IsKnown): StatePart =>
  ({ state, now, presentation }) => ({
    realm_user_groups: valuesOf(state.groups)
      .filter((group) => presentation.includeDeactivatedGroups || !group.isDeactivated)
      .map((group) => {
        const written = encodeUserGroup(group, state, now);
        const members = written.members.filter((id) => {
          const member = state.users.get(id);
          return member !== undefined && isKnown(member);
        });
        return { ...written, members };
      }),
  });

/** Channels that are open to the web, as if nobody were subscribed to them. */
const subscriptionsPart: MessagePart =
  ({ state, user, presentation, now }) =>
  ({ channels }) => ({
    subscriptions: [...state.channels.values()]
      .filter(
        (channel) =>
          isOpenToSpectators(state, channel) && (presentation.archivedChannels || !channel.isArchived),
      )
      .map((channel) => ({
        ...encodeSubscription(
          { channel, ...noActivity },
          newSubscription(user.id, channel, "#c2c2c2"),
          state,
          false,
        ),
        ...encodeActivity(activityOf(channel, channels, now)),
      })),
    unsubscribed: [],
    never_subscribed: [],
  });

/** Where spectators are told other things than people; of the rest they have what a guest of none has. */
const partsFor = (isKnown: IsKnown): Readonly<Record<string, StatePart>> => ({
  ...stateParts,
  default_stream_groups: () => ({ realm_default_stream_groups: [] }),
  default_streams: () => ({ realm_default_streams: [] }),
  presence: ({ now }) => ({ presences: {}, presence_last_update_id: -1, server_timestamp: now / 1000 }),
  realm_bot: () => ({ realm_bots: [] }),
  realm_user: usersPart(isKnown),
  realm_user_groups: groupsPart(isKnown),
  user_status: () => ({ user_status: {} }),
});

const { stream: _withoutChannels, ...known } = messageParts;
const partsOfMessages: Readonly<Record<string, MessagePart>> = {
  ...known,
  onboarding_steps: () => () => ({ onboarding_steps: [], navigation_tour_video_url: null }),
  subscription: subscriptionsPart,
};

/** What somebody without an account gets of registering: the state, and no queue that it goes on in. */
export const spectatorState = (
  given: Omit<StateContext, "user" | "includeSubscribers" | "presences"> & PublicState,
  wants: (type: string) => boolean,
): Readonly<Record<string, unknown>> => {
  const { messageState, isKnown, ...rest } = given;
  const context: StateContext = {
    ...rest,
    user: nobodyIn(given.state),
    includeSubscribers: false,
    presences: { presences: new Map(), lastUpdateId: -1 },
  };
  const fields = Object.entries(partsFor(isKnown)).flatMap(([type, part]) =>
    wants(type) ? [part(context)] : [],
  );
  const ofMessages = Object.entries(partsOfMessages).flatMap(([type, part]) =>
    wants(type) ? [part(context)(messageState)] : [],
  );
  const unread = unreadTypes.every(wants) ? [unreadPart(context)(messageState)] : [];
  return {
    ...versionFields,
    ...(Object.assign({}, ...fields, ...ofMessages, ...unread) as object),
    queue_id: null,
    last_event_id: -1,
  };
};
