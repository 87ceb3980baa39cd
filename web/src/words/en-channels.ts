/** Words about channels in what is loaded first. */
export const channelWords = {
  channelActions: "Channel actions",
  channelLeft: (name: string) => `You left ${name}.`,
  channelSettings: "Channel settings",
  copyChannelLink: "Copy link to channel",
  invite: "Invite people",
  leavePrivateQuestion: (name: string) =>
    `Leave ${name}? It is private: somebody has to add you if you want to come back.`,
  pinChannel: "Pin channel",
  pinned: "Pinned",
  unpinChannel: "Unpin channel",
};
