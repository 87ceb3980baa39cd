/** The URL of the login page, which leads back to the current screen. */
export const loginUrl = (): string => `/login?next=${encodeURIComponent(`/${window.location.hash}`)}`;

export const toLogin = (): void => window.location.assign(loginUrl());
