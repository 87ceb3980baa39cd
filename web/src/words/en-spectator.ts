/** Text for spectators. */
export const spectatorWords = {
  filter: "Filter channels",
  home: "Open channels",
  isOpen: (name: string) => `Anyone can read these channels of ${name}.`,
  logIn: "Log in",
  signUp: "Sign up",
};
