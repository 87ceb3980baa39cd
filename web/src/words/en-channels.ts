/** Text about channels in the initial bundle. */
export const channelWords = {
  channelActions: "Channel actions",
  channelLeft: (name: string) => `You left ${name}.`,
  channelSettings: "Channel settings",
  copyChannelLink: "Copy link to channel",
  invite: "Invite people",
  leavePrivateQuestion: (name: string) =>
    `Leave ${name}? It is private, so someone will have to add you if you want to come back.`,
  pinChannel: "Pin channel",
  pinned: "Pinned",
  unpinChannel: "Unpin channel",
};
