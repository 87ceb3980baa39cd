import { type LoginMethod, type LoginMethods, loginMethods } from "../../../domain/realm/login-method";

/** The login methods for visitors, under the names that old clients know. API §4.25. */
export const encodeLoginMethods = (enabled: LoginMethods): Record<string, boolean> => ({
  password: enabled.has("Email"),
  ...Object.fromEntries(loginMethods.map((method) => [method.toLowerCase(), enabled.has(method)])),
});

/** The login methods of an organization, with the reasons why some can't be chosen. */
export const encodeRealmLoginMethods = (enabled: LoginMethods, offered: readonly LoginMethod[]): object =>
  Object.fromEntries(
    loginMethods.map((method) => [
      method,
      offered.includes(method)
        ? { enabled: enabled.has(method), available: true }
        : {
            enabled: false,
            available: false,
            unavailable_reason: "This login method isn't configured on this server.",
          },
    ]),
  );
