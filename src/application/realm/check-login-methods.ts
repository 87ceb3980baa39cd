import { type Either, left, right } from "fp-ts/Either";
import { type ApiError, badRequest } from "../../domain/errors";
import { type LoginMethod, loginMethods, loginMethodsOf } from "../../domain/login-method";
import type { RealmSettings } from "../../domain/realm-settings";

/** Which methods are to be turned on and off, by their names. */
export type LoginMethodsUpdate = Readonly<Record<string, boolean>>;

const isMethod = (name: string): name is LoginMethod => (loginMethods as readonly string[]).includes(name);

const unknown = (name: string, offered: readonly LoginMethod[]): ApiError => {
  const valid = offered.toSorted().map((method) => `'${method}'`);
  return badRequest(`Invalid authentication method: ${name}. Valid methods are: [${valid.join(", ")}]`);
};

const ownWayFirst = badRequest(
  "Log in with the other service yourself first: without passwords, it is the only way back for you.",
);

/**
 * What is turned off after an update. One method must stay, and the caller must be able to use it: `isLinked` tells
 * whether the sign-on service knows them.
 */
export const checkLoginMethods = (
  settings: RealmSettings,
  offered: readonly LoginMethod[],
  update: LoginMethodsUpdate,
  isLinked: boolean,
): Either<ApiError, readonly LoginMethod[]> => {
  const disabled = new Set(settings.disabledLoginMethods);
  for (const [name, isOn] of Object.entries(update)) {
    // Clients send what they were given, methods that the server doesn't have among them.
    if (!isMethod(name) || (isOn && !offered.includes(name))) return left(unknown(name, offered));
    if (isOn) disabled.delete(name);
    else if (offered.includes(name)) disabled.add(name);
  }
  if (offered.every((method) => disabled.has(method)))
    return left(badRequest("At least one authentication method must be enabled."));
  const disabledLoginMethods = loginMethods.filter((method) => disabled.has(method));
  const methods = loginMethodsOf(offered, { disabledLoginMethods });
  return methods.size === 1 && methods.has("OpenID Connect") && !isLinked
    ? left(ownWayFirst)
    : right(disabledLoginMethods);
};
