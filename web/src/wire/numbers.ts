// Numbers that the API uses for choices. Enums, because the build puts their values in place of their names.

/** A user's policy for a topic. */
export enum TopicPolicy {
  inherit = 0,
  muted = 1,
  unmuted = 2,
  followed = 3,
}

/** What the number in the window's title and on the app's icon counts. */
export enum IconCount {
  followedDirectsAndMentions = 2,
  directsAndMentions = 3,
  nothing = 4,
}

export enum ColorScheme {
  automatic = 1,
  dark = 2,
  light = 3,
}

/** Types of custom profile fields. */
export enum FieldType {
  text = 1,
  longText = 2,
  choice = 3,
  date = 4,
  link = 5,
  people = 6,
  account = 7,
  pronouns = 8,
}

/** Users' roles; a smaller number has more rights. */
export enum UserRole {
  owner = 100,
  administrator = 200,
  moderator = 300,
  member = 400,
  guest = 600,
}

/** Types of bots that people can create. */
export enum BotType {
  generic = 1,
  incomingWebhook = 2,
  outgoingWebhook = 3,
}
