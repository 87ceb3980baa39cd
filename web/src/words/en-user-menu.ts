/** Text about settings, status and notifications in the initial bundle. */
export const userMenuWords = {
  desktopNotices: "Desktop notifications",
  logOut: "Log out",
  setStatus: "Set status",
  settings: "Settings",
  themes: { auto: "Match system theme", light: "Light theme", dark: "Dark theme" },
  you: "You",
};
