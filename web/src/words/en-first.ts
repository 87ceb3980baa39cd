/** Words for the first minute of an organization, and for its apps. */
export const firstWords = {
  address: "Address of this server",
  apps: "Apps",
  begin: "Three steps, and your team is here",
  copyAddress: "Copy address",
  inBrowser:
    "In this browser, choose “Install” in its menu: the client then has a window and an icon of its own.",
  inviteHint: "By email, or by a link that you pass on.",
  installApps: "Install the apps",
  installHint: "For phones and desktops, with notifications.",
  inZulip: "Zulip’s apps for phones and desktops work with this server, too. Give them its address:",
  makeChannel: "Make channels",
  makeHint: "One for each team or subject; topics keep them in order.",
};
