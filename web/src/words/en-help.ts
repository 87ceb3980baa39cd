/** Text of the help dialogs. */
export const helpWords = {
  about: "About Parley",
  compatible: "Compatible with",
  zulip: (version: string) => `Zulip ${version}`,
  featureLevel: "Feature level",
  mayNotInvite: "You aren’t allowed to invite people.",
  noAnswerYet: "The server isn’t responding. The rest appears as soon as it does.",
  organization: "Organization",
  version: "Version",
  whatItIs: "Parley is a chat server that every Zulip app can use.",
};
