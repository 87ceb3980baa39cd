/** Words for people without an account. */
export const spectatorWords = {
  filter: "Filter channels",
  home: "Open channels",
  isOpen: (name: string) => `Anyone may read these channels of ${name}.`,
  logIn: "Log in",
  signUp: "Sign up",
};
