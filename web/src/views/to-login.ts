/** The page for logging in, which leads back to what is shown. */
export const loginAddress = (): string => `/login?next=${encodeURIComponent(`/${window.location.hash}`)}`;

export const toLogin = (): void => window.location.assign(loginAddress());
