import * as E from "fp-ts/Either";
import { type LoginMethod, loginMethods, loginMethodsOf } from "../../../domain/realm/login-method";
import type { RealmSettings } from "../../../domain/realm/realm-settings";
import {
  callerNotLinked,
  invalidLoginMethod,
  noLoginMethodLeft,
  type RealmError,
} from "../../../domain/realm/refusals";

/** Whether to enable or disable login methods, by their names. */
export type LoginMethodsUpdate = Readonly<Record<string, boolean>>;

const isMethod = (name: string): name is LoginMethod => loginMethods.some((method) => method === name);

/**
 * The disabled login methods after an update. At least one must stay enabled, and the caller must be able to use it.
 * `isLinked` says whether the caller's account is linked to the sign-on service.
 */
export const checkLoginMethods = (
  settings: RealmSettings,
  offered: readonly LoginMethod[],
  update: LoginMethodsUpdate,
  isLinked: boolean,
): E.Either<RealmError, readonly LoginMethod[]> => {
  const disabled = new Set(settings.disabledLoginMethods);
  for (const [name, isOn] of Object.entries(update)) {
    // Clients send the whole list back, including methods that the server doesn't offer.
    if (!isMethod(name) || (isOn && !offered.includes(name)))
      return E.left(invalidLoginMethod(name, offered));
    if (isOn) disabled.delete(name);
    else if (offered.includes(name)) disabled.add(name);
  }
  if (offered.every((method) => disabled.has(method))) return E.left(noLoginMethodLeft);
  const disabledLoginMethods = loginMethods.filter((method) => disabled.has(method));
  const methods = loginMethodsOf(offered, { disabledLoginMethods });
  return methods.size === 1 && methods.has("OpenID Connect") && !isLinked
    ? E.left(callerNotLinked)
    : E.right(disabledLoginMethods);
};
