/** Text for the first steps in an organization, and for its apps. */
export const firstStepsWords = {
  address: "Server address",
  apps: "Apps",
  begin: "Set up your team in three steps",
  copyAddress: "Copy address",
  inBrowser: "Choose “Install” in your browser’s menu to give Parley its own window and icon.",
  inviteHint: "By email, or with a link you share.",
  inviteLinkHint: "With a link you share.",
  installApps: "Install the apps",
  installHint: "For phones and desktops, with notifications.",
  inZulip: "Zulip’s mobile and desktop apps work with this server. Enter its address:",
  makeChannel: "Create channels",
  makeHint: "One for each team or subject. Topics keep them organized.",
  onlyHere: (host: string) =>
    `Only this computer can open ${host}. To let others in, set PARLEY_URL and PARLEY_HOST.`,
};
