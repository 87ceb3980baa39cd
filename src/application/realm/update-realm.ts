import { type Either, isLeft, left, right } from "fp-ts/Either";
import { type CallerError, mustBe } from "../../domain/caller-refusals";
import {
  type ChannelError,
  invalidChannelId,
  moderationChannelNotPrivate,
} from "../../domain/channels/refusals";
import { keysOf } from "../../domain/collections/keys-of";
import type { RealmChange } from "../../domain/events/people-event";
import type { GroupSettingUpdate } from "../../domain/groups/group-setting";
import type { GroupError } from "../../domain/groups/refusals";
import { type InputError, tooLong } from "../../domain/input-refusals";
import { canSeeChannel } from "../../domain/policy/channel-access";
import type { LoginMethod } from "../../domain/realm/login-method";
import { realmLimits } from "../../domain/realm/realm";
import {
  ownersPermissions,
  type RealmPermission,
  realmPermissionRules,
} from "../../domain/realm/realm-permission";
import { ownersSettings, type RealmSettings } from "../../domain/realm/realm-settings";
import {
  blankRealmName,
  callProviderNotOffered,
  invalidLanguage,
  invalidRealmNameCharacters,
  type RealmError,
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
import type { Caller, Result } from "../caller";
import { appendWithVisibility } from "../channels/shared/append-with-visibility";
import { checkGroupSettingUpdates } from "../permissions/check-group-setting";
import type { CallProvider } from "../ports/calls/call-provider";
import type { SignOnIdentities } from "../ports/login/sign-on-identities";
import type { InTransaction, Transaction } from "../transaction";
import { changedPart } from "../update-of";
import { checkLoginMethods, type LoginMethodsUpdate } from "./internal/check-login-methods";

/** New properties of a realm; undefined and absent settings leave the current values. */
interface RealmUpdate {
  readonly name: string | undefined;
  readonly description: string | undefined;
  readonly settings: Partial<RealmSettings>;
  readonly loginMethods: LoginMethodsUpdate | undefined;
  readonly permissions: Readonly<Partial<Record<RealmPermission, GroupSettingUpdate>>>;
}

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
  ({ inTransaction, callProviders, offeredLogins, signOnIdentities }: Ports) =>
  (
    caller: Caller,
    update: RealmUpdate,
  ): Result<RealmChange, CallerError | ChannelError | GroupError | InputError | RealmError | UserError> =>
  async () => {
    const { realmId, userId } = caller;
    const isLinked = update.loginMethods !== undefined && (await signOnIdentities.isLinked(realmId, userId));
    return inTransaction(
      caller,
      actingAs(caller, async (tx, found) => {
        const allowed = checkMayUpdate(found, update);
        if (isLeft(allowed)) return allowed;
        const { videoChatProvider: provider = "none" } = update.settings;
        if (provider !== "none" && !callProviders.some(({ service }) => service.name === provider))
          return left(callProviderNotOffered(provider));
        const { realm } = tx.state;
        const settings = checkSettings(tx, found, update.settings);
        if (isLeft(settings)) return settings;
        const { disabledLoginMethods } = realm.settings;
        const logins = update.loginMethods
          ? checkLoginMethods(realm.settings, offeredLogins, update.loginMethods, isLinked)
          : right(disabledLoginMethods);
        if (isLeft(logins)) return logins;
        const texts = checkTexts(update);
        if (isLeft(texts)) return texts;
        const permissions = checkGroupSettingUpdates(
          tx.state,
          realmPermissionRules,
          realm.permissions,
          update.permissions,
        );
        if (isLeft(permissions)) return permissions;
        const { name, description } = texts.right;
        const changesLogins = logins.right.join() !== disabledLoginMethods.join();
        const changedSettings = {
          ...changedPart(realm.settings, settings.right),
          ...(changesLogins && { disabledLoginMethods: logins.right }),
          ...(beginsToAnnounce(realm.settings, settings.right) && { announcedUpdate: latestUpdate }),
        };
        const change: RealmChange = {
          ...(name !== undefined && name !== realm.name && { name }),
          ...(description !== undefined &&
            description !== realm.description && {
              description,
              renderedDescription: tx.rendered(description, found).html,
            }),
          ...(Object.keys(changedSettings).length > 0 && { settings: changedSettings }),
          ...(Object.keys(permissions.right).length > 0 && { permissions: permissions.right }),
        };
        if (Object.keys(change).length > 0)
          await appendWithVisibility(tx, [{ type: "realm_changed", change }]);
        return right(change);
      }),
    );
  };

/** Whether update announcements get turned on. Older updates are then not announced. */
const beginsToAnnounce = (before: RealmSettings, given: Partial<RealmSettings>): boolean =>
  before.serverUpdateAnnouncementsChannelId === null &&
  (given.serverUpdateAnnouncementsChannelId ?? null) !== null;

const checkMayUpdate = (
  user: User,
  { settings, loginMethods, permissions }: RealmUpdate,
): Either<CallerError | RealmError, undefined> => {
  if (!allows(user.role, "administrator")) return left(mustBe("administrator"));
  const isForOwners =
    loginMethods !== undefined ||
    keysOf(settings).some((name) => ownersSettings.has(name)) ||
    keysOf(permissions).some((name) => ownersPermissions.has(name));
  if (isForOwners && user.role !== "owner") return left(mustBe("owner"));
  // Owners need a second factor themselves before they can require one, so that they can't lock themselves out.
  const locksOutCaller = settings.requireTwoFactors && user.secondFactors === 0;
  return locksOutCaller ? left(secondFactorRequiredFirst) : right(undefined);
};

const checkTexts = ({
  name,
  description,
}: RealmUpdate): Either<InputError | RealmError, Pick<RealmUpdate, "name" | "description">> => {
  const trimmed = name?.trim();
  if (trimmed === "") return left(blankRealmName);
  if (trimmed !== undefined && [...trimmed].length > realmLimits.nameLength)
    return left(tooLong("name", realmLimits.nameLength));
  if (trimmed !== undefined && isMisleading(trimmed)) return left(invalidRealmNameCharacters);
  if (description !== undefined && [...description].length > realmLimits.descriptionLength)
    return left(tooLong("description", realmLimits.descriptionLength));
  return right({ name: trimmed, description });
};

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
): Either<ChannelError | InputError | RealmError, Partial<RealmSettings>> => {
  const { defaultLanguage, welcomeMessageCustomText: welcome } = settings;
  if (defaultLanguage !== undefined && languageName(defaultLanguage) === undefined)
    return left(invalidLanguage(defaultLanguage));
  if (welcome !== undefined && [...welcome].length > realmLimits.welcomeLength)
    return left(welcomeMessageTooLong);
  for (const name of channelSettings) {
    const id = settings[name];
    if (id === undefined || id === null) continue;
    const channel = state.channels.get(id);
    if (channel === undefined || channel.isArchived || !canSeeChannel(state, user, channel, now))
      return left(invalidChannelId);
    if (name === "moderationRequestChannelId" && channel.privacy !== "private")
      return left(moderationChannelNotPrivate);
  }
  return right(settings);
};
