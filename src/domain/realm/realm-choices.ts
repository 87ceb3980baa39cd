import { storedAsNumber } from "../codec/stored-numbers";

// Each choice has its number in the API, which is also the number that is stored.

/** Which GIFs clients' pickers offer: none, or those up to a rating. */
const gifRatings = { none: 0, y: 1, g: 2, pg: 3, "pg-13": 4, r: 5 } as const;
const organizationTypes = {
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
} as const;
const weekdays = {
  Monday: 0,
  Tuesday: 1,
  Wednesday: 2,
  Thursday: 3,
  Friday: 4,
  Saturday: 5,
  Sunday: 6,
} as const;

/**
 * The provider of video calls, if any. The two Zoom integrations differ in whose account creates the call. Galene is our
 * addition, with a number far from those that Zulip may still assign.
 */
const videoChatProviders = {
  none: 0,
  jitsi: 1,
  zoom: 3,
  bigBlueButton: 4,
  zoomForAll: 5,
  constructorGroups: 6,
  nextcloudTalk: 7,
  webex: 8,
  galene: 1000,
} as const;

export type GifRating = keyof typeof gifRatings;
export type OrganizationType = keyof typeof organizationTypes;
export type Weekday = keyof typeof weekdays;
export type VideoChatProvider = keyof typeof videoChatProviders;

/** Codecs of settings that are stored as numbers. */
export const realmChoiceCodecs = {
  digestWeekday: storedAsNumber(weekdays),
  gifRatingPolicy: storedAsNumber(gifRatings),
  orgType: storedAsNumber(organizationTypes),
  videoChatProvider: storedAsNumber(videoChatProviders),
};
