/** The URL of the login page, which leads back to the current screen, or to what another URL opens. */
export const loginUrl = (hash = window.location.hash): string =>
  `/login?next=${encodeURIComponent(`/${hash}`)}`;

export const toLogin = (): void => window.location.assign(loginUrl());

/** Leads to the login, which says why. It takes the place of this screen, so that Back doesn't lead to it again. */
export const askForAccount = (hash?: string): void =>
  window.location.replace(`${loginUrl(hash)}&needs=account`);
