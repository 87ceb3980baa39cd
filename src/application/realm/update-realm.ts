import * as E from "fp-ts/Either";
import { pipe } from "fp-ts/function";
import { not } from "fp-ts/Predicate";
import type { TaskEither } from "fp-ts/TaskEither";
import { type CallerError, mustBe } from "../../domain/caller-refusals";
import {
  type ChannelError,
  invalidChannelId,
  moderationChannelNotPrivate,
} from "../../domain/channels/refusals";
import { checkLength } from "../../domain/check-length";
import { checkBounds } from "../../domain/codec/check-bounds";
import { keysOf } from "../../domain/collections/keys-of";
import type { RealmChange } from "../../domain/events/people-event";
import type { GroupSettingUpdate } from "../../domain/groups/group-setting";
import type { GroupError } from "../../domain/groups/refusals";
import { descriptionTooLong, type InputError } from "../../domain/input-refusals";
import { canSeeChannel } from "../../domain/policy/channel-access";
import type { LoginMethod } from "../../domain/realm/login-method";
import { type Realm, realmLimits } from "../../domain/realm/realm";
import {
  ownersPermissions,
  type RealmPermission,
  realmPermissionRules,
} from "../../domain/realm/realm-permission";
import { realmSettingBounds } from "../../domain/realm/realm-setting-bounds";
import { ownersSettings, type RealmSettings } from "../../domain/realm/realm-settings";
import {
  blankRealmName,
  callProviderNotOffered,
  invalidLanguage,
  invalidRealmNameCharacters,
  type RealmError,
  realmNameTooLong,
  secondFactorRequiredFirst,
  welcomeMessageTooLong,
} from "../../domain/realm/refusals";
import { latestUpdate } from "../../domain/realm/server-update";
import { languageName } from "../../domain/text/language";
import { isMisleading } from "../../domain/text/name-characters";
import type { UserError } from "../../domain/users/refusals";
import { allows } from "../../domain/users/role";
import type { User } from "../../domain/users/user";
import { actingAs } from "../as-caller";
import type { Caller } from "../caller";
import { appendWithVisibility } from "../channels/shared/append-with-visibility";
import { changedPart } from "../entity-update";
import { checkGroupSettingUpdates } from "../permissions/check-group-setting";
import type { CallProvider } from "../ports/calls/call-provider";
import type { SignOnIdentities } from "../ports/login/sign-on-identities";
import type { InTransaction, Transaction } from "../transaction";
import { checkLoginMethods, type LoginMethodsUpdate } from "./internal/check-login-methods";

/** New properties of a realm; undefined and absent settings leave the current values. */
interface RealmUpdate {
  readonly name: string | undefined;
  readonly description: string | undefined;
  readonly settings: Partial<RealmSettings>;
  readonly loginMethods: LoginMethodsUpdate | undefined;
  readonly permissions: Readonly<Partial<Record<RealmPermission, GroupSettingUpdate>>>;
}

type UpdateError = CallerError | ChannelError | GroupError | InputError | RealmError | UserError;

interface Ports {
  readonly inTransaction: InTransaction;
  readonly callProviders: readonly CallProvider[];
  readonly offeredLogins: readonly LoginMethod[];
  readonly signOnIdentities: SignOnIdentities;
}

/**
 * Changes the organization's settings, all or none, and returns those that changed. Administrators only; settings about
 * joining, logging in and message retention are for owners only.
 */
export const updateRealm =
  (ports: Ports) =>
  (caller: Caller, update: RealmUpdate): TaskEither<UpdateError, RealmChange> =>
  async () => {
    const { realmId, userId } = caller;
    const isLinked =
      update.loginMethods !== undefined && (await ports.signOnIdentities.isLinked(realmId, userId));
    return ports.inTransaction(
      caller,
      actingAs(caller, async (tx, user) => {
        const checked = checkUpdate(ports, tx, user, update, isLinked);
        if (E.isLeft(checked)) return checked;
        const change = changeIn(tx, user, checked.right);
        if (Object.keys(change).length > 0)
          await appendWithVisibility(tx, [{ type: "realm_changed", change }]);
        return E.right(change);
      }),
    );
  };

/** An update that may be made: its values as they will be stored. */
interface CheckedUpdate extends Pick<RealmUpdate, "name" | "description"> {
  readonly settings: Partial<RealmSettings>;
  readonly disabledLoginMethods: readonly LoginMethod[];
  readonly permissions: Partial<Realm["permissions"]>;
}

const checkUpdate = (
  { callProviders, offeredLogins }: Ports,
  tx: Transaction,
  user: User,
  update: RealmUpdate,
  isLinked: boolean,
): E.Either<UpdateError, CheckedUpdate> => {
  const { settings, permissions } = tx.state.realm;
  return pipe(
    checkMayUpdate(user, update),
    E.chainW(() => checkBounds(realmSettingBounds, update.settings)),
    E.chainW((checked) => checkProvider(callProviders, checked)),
    E.chainW((checked) => checkSettings(tx, user, checked)),
    E.bindTo("settings"),
    E.bindW("disabledLoginMethods", () =>
      update.loginMethods
        ? checkLoginMethods(settings, offeredLogins, update.loginMethods, isLinked)
        : E.right(settings.disabledLoginMethods),
    ),
    E.bindW("name", () => checkName(update.name)),
    E.bindW("description", () => checkDescription(update.description)),
    E.bindW("permissions", () =>
      checkGroupSettingUpdates(tx.state, realmPermissionRules, permissions, update.permissions),
    ),
  );
};

/** The values that differ from the current ones. */
const changeIn = (
  tx: Transaction,
  user: User,
  { name, description, settings, disabledLoginMethods, permissions }: CheckedUpdate,
): RealmChange => {
  const { realm } = tx.state;
  const changesLogins = disabledLoginMethods.join() !== realm.settings.disabledLoginMethods.join();
  const changedSettings = {
    ...changedPart(realm.settings, settings),
    ...(changesLogins && { disabledLoginMethods }),
    ...(beginsToAnnounce(realm.settings, settings) && { announcedUpdate: latestUpdate }),
  };
  return {
    ...(name !== undefined && name !== realm.name && { name }),
    ...(description !== undefined &&
      description !== realm.description && {
        description,
        renderedDescription: tx.rendered(description, user).html,
      }),
    ...(Object.keys(changedSettings).length > 0 && { settings: changedSettings }),
    ...(Object.keys(permissions).length > 0 && { permissions }),
  };
};

/** Whether update announcements get turned on. Older updates are then not announced. */
const beginsToAnnounce = (before: RealmSettings, update: Partial<RealmSettings>): boolean =>
  before.serverUpdateAnnouncementsChannelId === null &&
  (update.serverUpdateAnnouncementsChannelId ?? null) !== null;

const checkMayUpdate = (
  user: User,
  { settings, loginMethods, permissions }: RealmUpdate,
): E.Either<CallerError | RealmError, undefined> => {
  if (!allows(user.role, "administrator")) return E.left(mustBe("administrator"));
  const isForOwners =
    loginMethods !== undefined ||
    keysOf(settings).some((name) => ownersSettings.has(name)) ||
    keysOf(permissions).some((name) => ownersPermissions.has(name));
  if (isForOwners && user.role !== "owner") return E.left(mustBe("owner"));
  // Owners need a second factor themselves before they can require one, so that they can't lock themselves out.
  const locksOutCaller = settings.requireTwoFactors && user.secondFactors === 0;
  return locksOutCaller ? E.left(secondFactorRequiredFirst) : E.right(undefined);
};

/** The operator may not have an account at the provider. */
const checkProvider = (
  callProviders: readonly CallProvider[],
  settings: Partial<RealmSettings>,
): E.Either<RealmError, Partial<RealmSettings>> => {
  const { videoChatProvider: provider = "none" } = settings;
  return provider === "none" || callProviders.some(({ service }) => service.name === provider)
    ? E.right(settings)
    : E.left(callProviderNotOffered(provider));
};

const checkName = (name: string | undefined): E.Either<InputError | RealmError, string | undefined> => {
  if (name === undefined) return E.right(undefined);
  const trimmed = name.trim();
  if (trimmed === "") return E.left(blankRealmName);
  return pipe(
    checkLength(realmLimits.nameLength, realmNameTooLong)(trimmed),
    E.filterOrElseW(not(isMisleading), () => invalidRealmNameCharacters),
  );
};

const checkDescription = (description: string | undefined): E.Either<InputError, string | undefined> =>
  description === undefined
    ? E.right(undefined)
    : checkLength(realmLimits.descriptionLength, descriptionTooLong)(description);

const channelSettings = [
  "moderationRequestChannelId",
  "newChannelAnnouncementsChannelId",
  "signupAnnouncementsChannelId",
  "serverUpdateAnnouncementsChannelId",
] as const;

const checkSettings = (
  { state, now }: Transaction,
  user: User,
  settings: Partial<RealmSettings>,
): E.Either<ChannelError | InputError | RealmError, Partial<RealmSettings>> => {
  const { defaultLanguage, welcomeMessageCustomText: welcome } = settings;
  if (defaultLanguage !== undefined && languageName(defaultLanguage) === undefined)
    return E.left(invalidLanguage(defaultLanguage));
  if (welcome !== undefined && [...welcome].length > realmLimits.welcomeLength)
    return E.left(welcomeMessageTooLong(realmLimits.welcomeLength));
  for (const name of channelSettings) {
    const id = settings[name];
    if (id === undefined || id === null) continue;
    const channel = state.channels.get(id);
    if (channel === undefined || channel.isArchived || !canSeeChannel(state, user, channel, now))
      return E.left(invalidChannelId);
    if (name === "moderationRequestChannelId" && channel.privacy !== "private")
      return E.left(moderationChannelNotPrivate);
  }
  return E.right(settings);
};
