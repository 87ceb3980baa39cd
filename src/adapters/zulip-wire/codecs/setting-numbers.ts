import { left, right } from "fp-ts/Either";
import type { realmChoiceCodecs } from "../../../domain/realm/realm-choices";
import type { RealmSettings } from "../../../domain/realm/realm-settings";
import type { choiceCodecs } from "../../../domain/users/setting-choices";
import type { UserSettings } from "../../../domain/users/user-settings";
import { refined, type WireType } from "./wire-type";

type Numbers<Settings, Name extends keyof Settings> = {
  readonly [N in Name]: Readonly<Record<Settings[N] & string, number>>;
};
type UserSettingNumbers = Numbers<UserSettings, keyof typeof choiceCodecs | "emailAddressVisibility">;
type RealmSettingNumbers = Numbers<RealmSettings, keyof typeof realmChoiceCodecs>;

const participations = { "take part": 1, send: 2, start: 3, never: 4 };
const automaticAlwaysNever = { automatic: 1, always: 2, never: 3 };

/** The API's numbers for the choices of personal settings. */
export const userSettingNumbers: UserSettingNumbers = {
  webMarkReadOnScrollPolicy: { always: 1, "conversations only": 2, never: 3 },
  webChannelDefaultView: { "top topic": 1, feed: 2, topics: 3, "top unread topic": 4 },
  webChannelUnreadsCountDisplayPolicy: { all: 1, unmuted: 2, none: 3 },
  colorScheme: { automatic: 1, dark: 2, light: 3 },
  demoteInactiveChannels: automaticAlwaysNever,
  userListStyle: { compact: 1, status: 2, avatar: 3 },
  desktopIconCountDisplay: { "all unread": 1, "personal and followed": 2, personal: 3, none: 4 },
  realmNameInEmailNotificationsPolicy: automaticAlwaysNever,
  automaticallyFollowTopicsPolicy: participations,
  automaticallyUnmuteTopicsInMutedChannelsPolicy: participations,
  emailAddressVisibility: { everyone: 1, members: 2, administrators: 3, nobody: 4, moderators: 5 },
};

/** The API's numbers for the choices of an organization's settings. */
export const realmSettingNumbers: RealmSettingNumbers = {
  digestWeekday: { Monday: 0, Tuesday: 1, Wednesday: 2, Thursday: 3, Friday: 4, Saturday: 5, Sunday: 6 },
  gifRatingPolicy: { none: 0, y: 1, g: 2, pg: 3, "pg-13": 4, r: 5 },
  orgType: {
    unspecified: 0,
    business: 10,
    "open-source project": 20,
    "education (non-profit)": 30,
    "education (for-profit)": 35,
    research: 40,
    event: 50,
    "non-profit": 60,
    government: 70,
    "political group": 80,
    community: 90,
    personal: 100,
    other: 1000,
  },
  // Galene is our addition, with a number far from those Zulip may still assign.
  videoChatProvider: {
    none: 0,
    jitsi: 1,
    zoom: 3,
    bigBlueButton: 4,
    zoomForAll: 5,
    constructorGroups: 6,
    nextcloudTalk: 7,
    webex: 8,
    galene: 1000,
  },
};

const numbersByName = new Map<string, Readonly<Record<string, number>>>(
  Object.entries({ ...userSettingNumbers, ...realmSettingNumbers }),
);

/** The API's number for the value of a setting that has numbers; other values as they are. */
export const settingNumber = (name: string, value: unknown): unknown => {
  const numbers = numbersByName.get(name);
  return numbers === undefined ? value : numbers[value as string];
};

/** A word that requests write as a number. */
export const numbered = <Word extends string>(
  type: WireType<number>,
  numbers: Readonly<Record<Word, number>>,
): WireType<Word> => {
  const words = new Map(Object.entries<number>(numbers).map(([word, number]) => [number, word as Word]));
  return refined(
    type,
    (value, name) => {
      const word = words.get(value);
      return word === undefined ? left(`Invalid ${name}`) : right(word);
    },
    { longest: Math.min(type.longest, 1000), schema: { ...type.schema, enum: Object.values(numbers) } },
  );
};
