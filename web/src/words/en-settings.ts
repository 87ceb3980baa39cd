/** Words about oneself: settings, status, notifications. */
export const settingsWords = {
  desktopNotices: "Desktop notifications",
  logOut: "Log out",
  setStatus: "Set status",
  settings: "Settings",
  themes: { auto: "Theme of the system", light: "Light theme", dark: "Dark theme" },
  you: "You",
};
